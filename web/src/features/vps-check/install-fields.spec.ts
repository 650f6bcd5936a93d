import { toAddress } from './install-fields.js';

describe(toAddress.name, () => {
  it.each([
    ['203,0,113,24', '203.0.113.24'],
    ['203 0 113 24', '203.0.113.24'],
    ['  203.0.113.24 ', '203.0.113.24'],
    ['203, 0. 113 ,24', '203.0.113.24'],
    ['203,', '203.'],
    ['203..0', '203..0'],
    ['my vps', 'my.vps'],
  ])('converts %j to %j', (typed, address) => expect(toAddress(typed)).toBe(address));
});
