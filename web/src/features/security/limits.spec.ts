import * as blocks from '@casement/proto/http/security/blocks.js';
import * as stats from '@casement/proto/http/security/stats.js';
import { TIME_RANGES } from '@casement/proto/http/security/time-ranges.js';
import { BLOCK_MINUTES, HOURS_OF, RECENT_EVENTS } from './limits.js';

describe('page limits', () => {
  it('§9 match the server’s limits', () => {
    expect(BLOCK_MINUTES).toEqual(blocks.BLOCK_MINUTES);
    expect(RECENT_EVENTS).toBe(stats.RECENT_EVENTS);
    expect(TIME_RANGES).toMatchObject(HOURS_OF);
  });
});
