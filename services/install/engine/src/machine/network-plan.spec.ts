import {
  keptAddresses,
  lostAddresses,
  networkProblem,
  planNetwork,
  sameNetwork,
  withNetworkOptions,
} from './network-plan.js';
import { sampleFacts } from '../testing/sample-facts.js';
import type { AddressFacts } from './facts.js';

const route = (via: string) => ({ via, source: '', dhcp: false });

describe(planNetwork.name, () => {
  it('keeps DHCP if the address came from DHCP', () => {
    expect(planNetwork(sampleFacts())).toEqual({
      mac: '52:54:00:ca:5e:01',
      mode: 'dhcp',
      addresses: ['10.0.2.15/24'],
      gateway: '10.0.2.2',
      onlink: false,
      ipv6Addresses: [],
      ipv6Gateway: null,
      ipv6Onlink: false,
      ipv6FromMac: true,
      dns: ['10.0.2.3'],
      mtu: 1500,
    });
  });

  it('adds a route to a gateway outside of a /32', () => {
    const facts = sampleFacts({
      addresses4: [{ address: '203.0.113.7/32', dynamic: false }],
      route4: route('198.51.100.1'),
    });
    expect(planNetwork(facts)).toMatchObject({ mode: 'static', onlink: true });
  });

  it('keeps static IPv6 in addition to IPv4', () => {
    const facts = sampleFacts({
      addresses6: [{ address: '2001:db8::7/64', dynamic: false }],
      route6: { via: 'fe80::2', announced: false },
    });
    expect(planNetwork(facts)).toMatchObject({
      ipv6Addresses: ['2001:db8::7/64'],
      ipv6Gateway: 'fe80::2',
      ipv6Onlink: false,
    });
  });

  it('omits an IPv6 gateway that routers announce', () => {
    const facts = sampleFacts({
      addresses6: [{ address: '2001:db8::7/64', dynamic: false }],
      route6: { via: 'fe80::2', announced: true },
    });
    expect(planNetwork(facts)).toMatchObject({ ipv6Gateway: null, ipv6Onlink: false });
  });

  it.each([
    ['2001:db8::7/64', '2001:db8::1', false],
    ['2001:db8::7/64', 'fe80::1', false],
    ['2001:db8::7/128', '2001:db8::1', true],
    ['2001:db8:1::7/56', '2001:db8:2::1', true],
  ])('for IPv6 address %s and gateway %s sets onlink to %s', (address, via, onlink) => {
    const facts = sampleFacts({
      addresses6: [{ address, dynamic: false }],
      route6: { via, announced: false },
    });
    expect(planNetwork(facts)).toMatchObject({ ipv6Gateway: via, ipv6Onlink: onlink });
  });

  it('derives IPv6 addresses from the MAC if Linux had any IPv6 address', () => {
    const fromMac = (addresses6: AddressFacts[]) =>
      planNetwork(sampleFacts({ addresses6 })).ipv6FromMac;
    expect(fromMac([{ address: '2001:db8::a1b2:c3d4:e5f6:1/64', dynamic: true }])).toBe(true);
    expect(fromMac([{ address: '2001:db8::7/128', dynamic: false }])).toBe(true);
    expect(fromMac([])).toBe(false);
    const elsewhere = (address: string) =>
      planNetwork(
        sampleFacts({
          addresses6: [],
          otherAddresses: [{ card: 'eth2', address, dynamic: true }],
        }),
      ).ipv6FromMac;
    expect(elsewhere('2001:db8:0:1013::7/64')).toBe(true);
    expect(elsewhere('10.5.0.9/22')).toBe(false);
  });

  it('puts the source address of outgoing traffic first', () => {
    const addresses4 = ['10.19.0.5/16', '203.0.113.9/32', '203.0.113.7/24'].map((address) => ({
      address,
      dynamic: false,
    }));
    const first = (source: string) =>
      planNetwork(sampleFacts({ addresses4, route4: { ...route('203.0.113.1'), source } }))
        .addresses[0];
    expect(first('203.0.113.9')).toBe('203.0.113.9/32');
    expect(first('')).toBe('203.0.113.7/24');
  });

  it('detects DHCP by the route if the lease has no expiry', () => {
    const facts = sampleFacts({
      addresses4: [{ address: '203.0.113.7/24', dynamic: false }],
      route4: { ...route('203.0.113.1'), dhcp: true },
    });
    expect(planNetwork(facts).mode).toBe('dhcp');
  });

  it('uses public name servers if Linux had only a local resolver', () => {
    expect(planNetwork(sampleFacts({ dns: [] })).dns).toEqual(['1.1.1.1', '8.8.8.8']);
  });
});

describe('network plan › packet size and name servers', () => {
  it.each([
    [1500, 1400, 0, 1400],
    [1500, 0, 1420, 1420],
    [1400, 1500, 0, 1400],
    [1500, 0, 0, 1500],
  ])(
    'uses the smallest packet size of card %i, IPv4 route %i and IPv6 route %i: %i',
    (card, route4, route6, mtu) => {
      const facts = sampleFacts();
      facts.nic!.mtu = card;
      facts.route4!.mtu = route4;
      facts.route6 = { via: 'fe80::2', announced: false, mtu: route6 };
      expect(planNetwork(facts).mtu).toBe(mtu);
    },
  );

  it('ignores the packet size of an announced IPv6 route', () => {
    const facts = sampleFacts({ route6: { via: 'fe80::2', announced: true, mtu: 1280 } });
    expect(planNetwork(facts).mtu).toBe(1500);
  });

  it('appends public name servers if Linux used some over a VPN', () => {
    const dns = (dnsElsewhere: string[]) => planNetwork(sampleFacts({ dnsElsewhere })).dns;
    expect(dns([])).toEqual(['10.0.2.3']);
    expect(dns(['100.100.100.100'])).toEqual(['10.0.2.3', '1.1.1.1', '8.8.8.8']);
  });
});

describe(lostAddresses.name, () => {
  const first = { address: '203.0.113.7/24', dynamic: true };
  const second = { address: '203.0.113.8/32', dynamic: false };

  it('returns static addresses next to a DHCP address', () => {
    expect(lostAddresses(sampleFacts({ addresses4: [first, second] }))).toEqual(['203.0.113.8/32']);
  });

  it('returns no addresses if all are static because Windows gets all of them', () => {
    const addresses4 = [{ ...first, dynamic: false }, second];
    expect(lostAddresses(sampleFacts({ addresses4, route4: route('203.0.113.1') }))).toEqual([]);
  });

  it('returns static addresses of other cards because Windows uses DHCP there', () => {
    const otherAddresses = [
      { card: 'eth1', address: '10.9.0.5/24', dynamic: false },
      { card: 'eth1', address: '10.9.1.5/24', dynamic: true },
      { card: 'eth1', address: '2001:db8:9::5/64', dynamic: false },
      { card: 'eth1', address: 'see example.com', dynamic: false },
    ];
    expect(lostAddresses(sampleFacts({ otherAddresses }))).toEqual([
      '10.9.0.5/24 (eth1)',
      '2001:db8:9::5/64 (eth1)',
    ]);
  });

  it('returns no addresses if the network cannot be planned', () => {
    expect(lostAddresses(sampleFacts({ nic: null }))).toEqual([]);
  });
});

describe(withNetworkOptions.name, () => {
  const facts = sampleFacts({
    otherAddresses: [{ address: '2001:db8:9::5/64', dynamic: true, card: 'eth1' }],
    dns: ['10.0.2.3', '2001:db8::53'],
  });
  const planOf = (options: Parameters<typeof withNetworkOptions>[1]) =>
    planNetwork(withNetworkOptions(facts, options), options);

  it('returns the same facts without options', () => {
    expect(withNetworkOptions(facts, {})).toEqual(facts);
    expect(planOf({})).toEqual(planNetwork(facts));
  });

  it('uses a chosen address instead of DHCP and reports the replaced one as lost', () => {
    const options = { address: '203.0.113.10/24', gateway: '203.0.113.1' };
    expect(planOf(options)).toMatchObject({
      mode: 'static',
      addresses: ['203.0.113.10/24'],
      gateway: '203.0.113.1',
      onlink: false,
    });
    const changed = withNetworkOptions(facts, options);
    expect(keptAddresses(changed)).toEqual(['203.0.113.10']);
    expect(lostAddresses(changed)).toEqual(['10.0.2.15/24 (eth0)']);
  });

  it('plans a route to the gateway of a chosen point-to-point address', () => {
    expect(planOf({ address: '10.0.2.15/32', gateway: '198.51.100.1' }).onlink).toBe(true);
  });

  it('plans the network of a Linux without a readable address and gateway', () => {
    const unreadable = sampleFacts({ addresses4: [], route4: null });
    const options = { address: '203.0.113.10/24', gateway: '203.0.113.1' };
    expect(networkProblem(planNetwork(withNetworkOptions(unreadable, options)))).toBeNull();
  });

  it('uses chosen name servers even if Linux had local ones', () => {
    const local = { ...facts, dnsElsewhere: ['127.0.0.53'] };
    const options = { dns: ['9.9.9.9'] };
    expect(planNetwork(withNetworkOptions(local, options), options)).toMatchObject({
      mode: 'dhcp',
      dns: ['9.9.9.9'],
      dnsChosen: true,
    });
  });

  it('plans no IPv6 if it is turned off', () => {
    expect(planOf({ ipv6: false })).toMatchObject({
      ipv6: false,
      ipv6Addresses: [],
      ipv6FromMac: false,
      dns: ['10.0.2.3'],
    });
    expect(planOf({ ipv6: true })).toMatchObject({ ipv6: true, ipv6FromMac: true });
  });
});

describe('network reported by the VPS', () => {
  it('treats an address without a prefix as a /32', () => {
    const facts = sampleFacts({
      addresses4: [{ address: '203.0.113.7', dynamic: false }],
      route4: route('203.0.113.1'),
    });
    expect(planNetwork(facts)).toMatchObject({ addresses: ['203.0.113.7/32'], onlink: true });
  });

  it('drops invalid name servers and IPv6 addresses', () => {
    const facts = sampleFacts({
      dns: ['1.1.1.1', 'dns.example', '1.1.1.1;reboot', 'fe80::1%eth0', '2001:db8::53'],
      addresses6: [{ address: '2001:db8::x/64', dynamic: false }],
    });
    expect(planNetwork(facts)).toMatchObject({
      dns: ['1.1.1.1', '2001:db8::53'],
      ipv6Addresses: [],
      ipv6Gateway: null,
    });
  });

  it.each([
    ['an invalid MAC address', { mac: 'aa:bb' }],
    ['an invalid prefix length', { addresses: ['10.0.0.1/33'] }],
    ['a shell character in the second address', { addresses: ['10.0.0.1/24', '10.0.0.2/24&calc'] }],
    ['a gateway that is not an address', { gateway: 'dev' }],
    ['an MTU above 65535', { mtu: 65536 }],
  ])('is rejected for %s', (_, change) => {
    const plan = planNetwork(sampleFacts());
    expect(networkProblem(plan)).toBeNull();
    expect(networkProblem({ ...plan, ...change })).not.toBeNull();
  });
});

describe(sameNetwork.name, () => {
  it.each([
    ['192.0.2.5/24', '192.0.2.1', true],
    ['192.0.2.5/24', '192.0.3.1', false],
    ['192.0.2.5/32', '192.0.2.1', false],
    ['192.0.2.129/25', '192.0.2.1', false],
    ['10.1.2.3/8', '10.200.0.1', true],
    ['10.1.2.3/0', '200.0.0.1', true],
  ])('compares the networks of %s and %s: %s', (address, other, same) => {
    expect(sameNetwork(address, other)).toBe(same);
  });
});
