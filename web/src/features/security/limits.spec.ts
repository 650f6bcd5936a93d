import * as contract from '@casement/proto/http/security.js';
import { BLOCK_MINUTES, HOURS_OF, RECENT_EVENTS } from './limits.js';

describe('the limits that the page keeps by itself', () => {
  it('§9 are the server’s', () => {
    expect(BLOCK_MINUTES).toEqual(contract.BLOCK_MINUTES);
    expect(RECENT_EVENTS).toBe(contract.RECENT_EVENTS);
    expect(contract.TIME_RANGES).toMatchObject(HOURS_OF);
  });
});
