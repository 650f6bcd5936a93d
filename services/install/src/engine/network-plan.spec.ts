import { networkProblem, planNetwork, sameNetwork } from './network-plan.js';
import { sampleFacts } from './testing/sample-facts.js';

describe(planNetwork.name, () => {
  it('keeps DHCP where the address came from DHCP', () => {
    expect(planNetwork(sampleFacts())).toEqual({
      mac: '52:54:00:ca:5e:01',
      mode: 'dhcp',
      addresses: ['10.0.2.15/24'],
      gateway: '10.0.2.2',
      onlink: false,
      ipv6Addresses: [],
      ipv6Gateway: null,
      dns: ['10.0.2.3'],
      mtu: 1500,
    });
  });

  it('gives a gateway outside of a /32 a route of its own', () => {
    const facts = sampleFacts({
      addresses4: [{ address: '203.0.113.7/32', dynamic: false }],
      route4: { via: '198.51.100.1', onlink: false },
    });
    expect(planNetwork(facts)).toMatchObject({ mode: 'static', onlink: true });
  });

  it('keeps IPv6 that was set by hand beside IPv4', () => {
    const facts = sampleFacts({ addresses6: [{ address: '2001:db8::7/64', dynamic: false }] });
    expect(planNetwork(facts)).toMatchObject({
      ipv6Addresses: ['2001:db8::7/64'],
      ipv6Gateway: 'fe80::2',
    });
  });
});

describe('what the VPS says of its network', () => {
  it('is an address that stands alone where it has no prefix', () => {
    const facts = sampleFacts({
      addresses4: [{ address: '203.0.113.7', dynamic: false }],
      route4: { via: '203.0.113.1', onlink: false },
    });
    expect(planNetwork(facts)).toMatchObject({ addresses: ['203.0.113.7/32'], onlink: true });
  });

  it('loses name servers and IPv6 addresses that are none', () => {
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
    ['a strange card', { mac: 'aa:bb' }],
    ['a strange address', { addresses: ['10.0.0.1/33'] }],
    ['a strange second address', { addresses: ['10.0.0.1/24', '10.0.0.2/24&calc'] }],
    ['a strange gateway', { gateway: 'dev' }],
    ['a strange packet size', { mtu: 65536 }],
  ])('is refused for %s', (_, change) => {
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
  ])('%s and %s: %s', (address, other, same) => {
    expect(sameNetwork(address, other)).toBe(same);
  });
});
