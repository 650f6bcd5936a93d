import { NEW_EXAMINATION } from '@casement/install-engine/preflight/examine.js';
import { planNetwork, withNetworkOptions } from '@casement/install-engine/machine/network-plan.js';
import { sampleFacts } from '@casement/install-engine/testing/sample-facts.js';
import type { VpsCheckEntity } from './vps-check.entity.js';
import { toVpsCheck } from './vps-check.mapper.js';

type Options = Parameters<typeof withNetworkOptions>[1];
const networkOf = (options: Options, addresses4 = sampleFacts().addresses4) => {
  const facts = withNetworkOptions(sampleFacts({ addresses4 }), options);
  const network = planNetwork(facts, options);
  const state = { ...NEW_EXAMINATION, network };
  const row = { state, status: 'passed', createdAt: new Date() } as VpsCheckEntity;
  return toVpsCheck(row).windows_network;
};

describe(toVpsCheck.name, () => {
  it('shows only the address of DHCP, which also assigns the name servers', () => {
    const dynamic = { address: '10.0.2.15/24', dynamic: true };
    const lost = { address: '10.0.2.16/24', dynamic: false };
    expect(networkOf({}, [dynamic, lost])).toEqual({
      dhcp: true,
      addresses: ['10.0.2.15/24'],
      gateway: '10.0.2.2',
      dns: null,
      ipv6: null,
    });
  });

  it('shows chosen name servers, address, gateway and IPv6', () => {
    expect(networkOf({ dns: ['9.9.9.9'] })).toMatchObject({ dhcp: true, dns: ['9.9.9.9'] });
    const address = { address: '10.0.2.15/32', gateway: '198.51.100.1' };
    expect(networkOf({ ...address, ipv6: false })).toEqual({
      dhcp: false,
      addresses: ['10.0.2.15/32'],
      gateway: '198.51.100.1',
      dns: ['10.0.2.3'],
      ipv6: false,
    });
  });
});
