import { networkOf } from './network.js';

describe(networkOf.name, () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['203.0.113.250', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ])('maps the address %s to the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
