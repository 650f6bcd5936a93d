import { clientKey, clientNetworks } from './client-networks.js';

describe(clientKey.name, () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:cb00:7107', '0:0:0:0::/64'],
    ['fe80::1%eth0.1', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['', ''],
  ])('maps %s to %s', (ip, key) => {
    expect(clientKey(ip)).toBe(key);
  });
});

describe(clientNetworks.name, () => {
  it('returns /64, /56 and /48 of IPv6 with a larger allowance for shared networks', () => {
    expect(clientNetworks('2001:db8:1:2ff:3:4:5:6')).toEqual([
      { key: '2001:db8:1:2ff::/64', multiplier: 1 },
      { key: '2001:db8:1:200::/56', multiplier: 2 },
      { key: '2001:db8:1:0::/48', multiplier: 4 },
    ]);
  });

  it('returns only the address itself for IPv4', () => {
    expect(clientNetworks('::ffff:203.0.113.7')).toEqual([{ key: '203.0.113.7', multiplier: 1 }]);
  });
});
