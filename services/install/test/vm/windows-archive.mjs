// windows-archive.mjs CASE: writes the Windows files for this network of deploy/lab/network.sh as a tar archive.
import { planNetwork } from '@casement/install-engine/machine/network-plan.js';
import { windowsArchive } from '@casement/install-engine/windows/windows-files.js';

const none = { addresses6: [], route6: null, mtu: 1500, dns: ['192.0.2.53'], dnsElsewhere: [] };
const byHand = (...addresses) => addresses.map((address) => ({ address, dynamic: false }));
const route4 = (via) => ({ via, source: '', dhcp: false });
const route6 = (via) => ({ via, announced: false });

/** Output of facts.sh in each network. */
const FACTS = {
  static: {
    ...none,
    addresses4: byHand('203.0.113.10/24', '203.0.113.11/24'),
    route4: route4('203.0.113.1'),
    mtu: 1400,
  },
  onlink: { ...none, addresses4: byHand('203.0.113.10/32'), route4: route4('198.51.100.1') },
  dual: {
    ...none,
    addresses4: byHand('203.0.113.10/24'),
    route4: route4('203.0.113.1'),
    addresses6: byHand('2001:db8:113::10/64'),
    route6: route6('fe80::1'),
    dns: ['192.0.2.53', '2001:db8:53::53'],
  },
  'dual-onlink': {
    ...none,
    addresses4: byHand('203.0.113.10/32'),
    route4: route4('198.51.100.1'),
    addresses6: byHand('2001:db8:113::10/128'),
    route6: route6('2001:db8:ff::1'),
  },
};

const { mtu, ...facts } = FACTS[process.argv[2]];
const archive = await windowsArchive({
  image: 'generalised',
  rdpPassword: process.env.CASEMENT_RDP_PASSWORD,
  rdpPort: 22,
  network: planNetwork({ ...facts, nic: { mac: '52:54:00:ca:5e:01', mtu } }),
  upUrl: 'http://192.0.2.80:1/up',
  upToken: 'lab-token',
});
process.stdout.write(archive);
