import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  lostAddresses,
  networkProblem,
  planNetwork,
  type NetworkPlan,
} from '@casement/install-engine/machine/network-plan.js';
import { parseFacts } from '@casement/install-engine/machine/facts.js';
import { vpsScript } from '@casement/install-engine/scripts.js';

/** Output of `ip -o` on a provider's VPS, with documentation addresses in place of the real ones. */
interface Printed {
  nic: string;
  mtu?: number;
  route4: string;
  address4: string;
  route6?: string;
  address6?: string;
  resolvConf?: string;
  /** Expected packet size if it differs from the card's. */
  planMtu?: number;
}

const MAC = '52:54:00:ca:5e:01';
const FOREVER = '\\       valid_lft forever preferred_lft forever';
const LEASED = '\\       valid_lft 77435sec preferred_lft 77435sec';
const lines = (...text: string[]) => text.join('\n');

const PROVIDERS: [name: string, printed: Printed, plan: Partial<NetworkPlan>][] = [
  [
    'Hetzner Cloud, ifupdown by cloud-init: /32 by DHCP, static IPv6 behind fe80::1',
    {
      nic: 'eth0',
      route4: 'default via 172.31.1.1 dev eth0 ',
      address4: `2: eth0    inet 203.0.113.7/32 brd 203.0.113.7 scope global dynamic eth0${LEASED}`,
      route6: 'default via fe80::1 dev eth0 metric 1024 onlink pref medium',
      address6: `2: eth0    inet6 2001:db8:c17:1234::1/64 scope global ${FOREVER}`,
      resolvConf: 'nameserver 185.12.64.1\nnameserver 2001:db8::add:2\n',
    },
    {
      mode: 'dhcp',
      addresses: ['203.0.113.7/32'],
      gateway: '172.31.1.1',
      onlink: true,
      ipv6Addresses: ['2001:db8:c17:1234::1/64'],
      ipv6Gateway: 'fe80::1',
      ipv6Onlink: false,
      dns: ['185.12.64.1', '2001:db8::add:2'],
    },
  ],
  [
    'Hetzner, netplan: static /32, on-link, with a failover address',
    {
      nic: 'enp1s0',
      route4: 'default via 172.31.1.1 dev enp1s0 proto static onlink ',
      address4: lines(
        `2: enp1s0    inet 198.51.100.77/32 scope global enp1s0${FOREVER}`,
        `2: enp1s0    inet 203.0.113.7/32 scope global enp1s0${FOREVER}`,
      ),
    },
    {
      mode: 'static',
      addresses: ['198.51.100.77/32', '203.0.113.7/32'],
      gateway: '172.31.1.1',
      onlink: true,
      ipv6Addresses: [],
    },
  ],
  [
    'OVH: /32 by DHCP, IPv6 /128 with a gateway outside of it',
    {
      nic: 'ens3',
      route4: 'default via 203.0.113.1 dev ens3 proto dhcp src 203.0.113.77 metric 100 ',
      address4: `2: ens3    inet 203.0.113.77/32 metric 100 scope global dynamic ens3${LEASED}`,
      route6: 'default via 2001:db8:302:2200::1 dev ens3 proto static metric 1024 pref medium',
      address6: `2: ens3    inet6 2001:db8:302:2200::abc/128 scope global ${FOREVER}`,
      resolvConf: 'nameserver 127.0.0.53\noptions edns0 trust-ad\n',
    },
    {
      mode: 'dhcp',
      addresses: ['203.0.113.77/32'],
      onlink: true,
      ipv6Addresses: ['2001:db8:302:2200::abc/128'],
      ipv6Gateway: '2001:db8:302:2200::1',
      ipv6Onlink: true,
      // The VPS knows only its local resolver.
      dns: ['1.1.1.1', '8.8.8.8'],
    },
  ],
  [
    'busybox’s ip and udhcpc (Alpine), which show neither protocol nor lease: captured as a static address',
    {
      nic: 'eth0',
      route4: 'default via 203.0.113.1 dev eth0  src 203.0.113.7  metric 202 ',
      address4: `2: eth0    inet 203.0.113.7/24 brd 203.0.113.255 scope global eth0${FOREVER}`,
      route6: 'default via fe80::1 dev eth0  metric 1024 ',
      address6: `2: eth0    inet6 2001:db8:5:9:5054:ff:feca:5e01/64 scope global dynamic ${LEASED}`,
    },
    {
      mode: 'static',
      addresses: ['203.0.113.7/24'],
      gateway: '203.0.113.1',
      onlink: false,
      // The address was announced by a router, although the route does not say so.
      ipv6Addresses: [],
      ipv6Gateway: null,
    },
  ],
  [
    'static /24 by ifupdown, which marks every route as on-link',
    {
      nic: 'ens18',
      route4: 'default via 198.51.100.1 dev ens18 onlink ',
      address4: `2: ens18    inet 198.51.100.23/24 brd 198.51.100.255 scope global ens18${FOREVER}`,
      resolvConf: 'search example.com\nnameserver 9.9.9.9\n',
    },
    {
      mode: 'static',
      addresses: ['198.51.100.23/24'],
      gateway: '198.51.100.1',
      onlink: false,
      dns: ['9.9.9.9'],
    },
  ],
  [
    'DigitalOcean, netplan: a public address and an anchor address in another network',
    {
      nic: 'eth0',
      route4: 'default via 203.0.112.1 dev eth0 proto static ',
      address4: lines(
        `2: eth0    inet 10.19.0.5/16 brd 10.19.255.255 scope global eth0${FOREVER}`,
        `2: eth0    inet 203.0.113.7/20 brd 203.0.127.255 scope global eth0${FOREVER}`,
      ),
      route6: 'default via 2001:db8:800:10::1 dev eth0 proto static metric 1024 pref medium',
      address6: `2: eth0    inet6 2001:db8:800:10::7ad:1001/64 scope global ${FOREVER}`,
    },
    {
      mode: 'static',
      addresses: ['203.0.113.7/20', '10.19.0.5/16'],
      gateway: '203.0.112.1',
      onlink: false,
      ipv6Gateway: '2001:db8:800:10::1',
      ipv6Onlink: false,
    },
  ],
  [
    'Vultr, Linode: DHCP, and announced IPv6 derived from the MAC address',
    {
      nic: 'enp1s0',
      route4: 'default via 203.0.113.1 dev enp1s0 proto dhcp src 203.0.113.7 metric 100 ',
      address4: `2: enp1s0    inet 203.0.113.7/23 metric 100 brd 203.0.113.255 scope global dynamic enp1s0${LEASED}`,
      route6:
        'default via fe80::fc00:4ff:fe12:1 dev enp1s0 proto ra metric 100 expires 1797sec pref high',
      address6: lines(
        `2: enp1s0    inet6 2001:db8:5:9:89ab:1:2:3/64 scope global temporary dynamic \\       valid_lft 5sec preferred_lft 5sec`,
        `2: enp1s0    inet6 2001:db8:5:9:5054:ff:feca:5e01/64 scope global dynamic mngtmpaddr noprefixroute \\       valid_lft 2591998sec preferred_lft 604798sec`,
      ),
    },
    { mode: 'dhcp', onlink: false, ipv6Addresses: [], ipv6Gateway: null, ipv6FromMac: true },
  ],
  [
    'Google: /32 by DHCP, a small MTU, IPv6 by DHCP',
    {
      nic: 'ens4',
      mtu: 1460,
      route4: 'default via 10.128.0.1 dev ens4 proto dhcp src 10.128.0.5 metric 100 ',
      address4: `2: ens4    inet 10.128.0.5/32 metric 100 scope global dynamic ens4${LEASED}`,
      route6:
        'default via fe80::4001:aff:fe80:1 dev ens4 proto ra metric 100 expires 1797sec mtu 1460',
      address6: `2: ens4    inet6 2001:db8:4000::1/128 scope global dynamic noprefixroute \\       valid_lft 86000sec preferred_lft 86000sec`,
    },
    { mode: 'dhcp', onlink: true, mtu: 1460, ipv6Addresses: [], ipv6FromMac: true },
  ],
  [
    'AlmaLinux, NetworkManager: a private card’s route has the larger metric',
    {
      nic: 'eth1',
      route4: lines(
        'default via 10.0.0.1 dev eth0 proto dhcp src 10.0.0.9 metric 101 ',
        'default via 198.51.100.1 dev eth1 proto static metric 100 ',
      ),
      address4: `3: eth1    inet 198.51.100.23/26 brd 198.51.100.63 scope global noprefixroute eth1${FOREVER}`,
      route6: lines(
        'default via fe80::9 dev eth0 proto ra metric 50 pref medium',
        'default proto static metric 100 pref medium\\\tnexthop via 2001:db8::1 dev eth1 weight 1',
      ),
      address6: `3: eth1    inet6 2001:db8::23/64 scope global noprefixroute ${FOREVER}`,
    },
    {
      mode: 'static',
      gateway: '198.51.100.1',
      addresses: ['198.51.100.23/26'],
      ipv6Gateway: '2001:db8::1',
    },
  ],
  [
    'additional static addresses that are never a source (preferred_lft 0), and a deprecated IPv6 address',
    {
      nic: 'eth0',
      route4: 'default via 203.0.113.1 dev eth0 proto static ',
      address4: lines(
        `2: eth0    inet 203.0.113.7/24 brd 203.0.113.255 scope global eth0${FOREVER}`,
        '2: eth0    inet 198.51.100.8/32 scope global deprecated eth0\\       valid_lft forever preferred_lft 0sec',
      ),
      address6:
        '2: eth0    inet6 2001:db8:9::7/64 scope global deprecated \\       valid_lft 900sec preferred_lft 0sec',
    },
    { mode: 'static', addresses: ['203.0.113.7/24', '198.51.100.8/32'], ipv6Addresses: [] },
  ],
  [
    'a route with a smaller MTU than the network card, as behind a tunnel',
    {
      nic: 'eth0',
      route4: 'default via 203.0.113.1 dev eth0 proto static mtu lock 1400 ',
      address4: `2: eth0    inet 203.0.113.7/24 scope global eth0${FOREVER}`,
      route6: 'default via fe80::1 dev eth0 proto static metric 1024 mtu 1420 pref medium',
      address6: `2: eth0    inet6 2001:db8::7/64 scope global ${FOREVER}`,
      planMtu: 1400,
    },
    { mode: 'static' },
  ],
  [
    'a route with a smaller MSS than the network card',
    {
      nic: 'eth0',
      route4: 'default via 203.0.113.1 dev eth0 proto static advmss 1360 ',
      address4: `2: eth0    inet 203.0.113.7/24 scope global eth0${FOREVER}`,
      planMtu: 1400,
    },
    { mode: 'static' },
  ],
  [
    'an announced IPv6 route with a small MTU, which will be announced again',
    {
      nic: 'eth0',
      route4: 'default via 203.0.113.1 dev eth0 proto static ',
      address4: `2: eth0    inet 203.0.113.7/24 scope global eth0${FOREVER}`,
      route6: 'default via fe80::1 dev eth0 proto ra metric 100 expires 1797sec mtu 1280',
    },
    { mode: 'static' },
  ],
  [
    'a point-to-point address without a prefix',
    {
      nic: 'eth0',
      route4: 'default via 198.51.100.1 dev eth0 ',
      address4: `2: eth0    inet 203.0.113.7 peer 198.51.100.1/32 scope global eth0${FOREVER}`,
    },
    { mode: 'static', addresses: ['203.0.113.7/32'], gateway: '198.51.100.1', onlink: true },
  ],
];

const BY_DHCP: Printed = {
  nic: 'eth0',
  route4: 'default via 203.0.113.1 dev eth0 proto dhcp src 203.0.113.7 metric 100 ',
  address4: lines(
    `2: eth0    inet 203.0.113.7/24 metric 100 scope global dynamic eth0${LEASED}`,
    `2: eth0    inet 203.0.113.77/32 scope global eth0${FOREVER}`,
  ),
};

describe('network of a VPS, from facts.sh output to the plan', () => {
  let root: string;
  const at = (...segments: string[]) => join(root, ...segments);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'casement-network-'));
    mkdirSync(at('bin'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** Runs facts.sh on this machine with a fake `ip`, other network cards and other name servers. */
  async function capture(printed: Printed, others: Record<string, string> = {}) {
    const answers = {
      ...others,
      '-4 -o route show default': printed.route4,
      '-6 -o route show default': printed.route6 ?? '',
      [`-4 -o addr show dev ${printed.nic} scope global`]: printed.address4,
      [`-6 -o addr show dev ${printed.nic} scope global`]: printed.address6 ?? '',
    };
    const cases = Object.entries(answers).map(([question, answer], index) => {
      writeFileSync(at(`answer-${index}`), answer && `${answer}\n`);
      return `  '${question}') cat ${at(`answer-${index}`)} ;;`;
    });
    writeFileSync(at('bin', 'ip'), `#!/bin/sh\ncase "$*" in\n${cases.join('\n')}\nesac\n`);
    chmodSync(at('bin', 'ip'), 0o755);
    mkdirSync(at('net', printed.nic), { recursive: true });
    writeFileSync(at('net', printed.nic, 'address'), `${MAC}\n`);
    writeFileSync(at('net', printed.nic, 'mtu'), `${printed.mtu ?? 1500}\n`);
    writeFileSync(at('resolv.conf'), printed.resolvConf ?? 'nameserver 192.0.2.53\n');
    const script = (await vpsScript('facts'))
      .replaceAll('/sys/class/net', at('net'))
      .replaceAll('/etc/resolv.conf', at('resolv.conf'))
      .replaceAll('/run/systemd/resolve', at('none'))
      .replaceAll('/run/NetworkManager', at('none'));
    const { stdout } = spawnSync('sh', ['-s'], {
      input: script,
      env: { PATH: `${at('bin')}:${process.env['PATH']}` },
      encoding: 'utf8',
    });
    return parseFacts(stdout);
  }

  it('lists the addresses that Windows will not have (next to DHCP, other cards, VLANs), not containers’', async () => {
    const other = (card: string, part: string) => {
      mkdirSync(at('net', card, part), { recursive: true });
      return `-4 -o addr show dev ${card} scope global`;
    };
    // sysfs entry of a VLAN.
    mkdirSync(at('net', 'vlan7'), { recursive: true });
    writeFileSync(at('net', 'vlan7', 'uevent'), 'DEVTYPE=vlan\nINTERFACE=vlan7\n');
    const facts = await capture(BY_DHCP, {
      [other('eth1', 'device')]: lines(
        `3: eth1    inet 10.9.0.5/24 scope global eth1${FOREVER}`,
        `3: eth1    inet 10.9.1.5/24 scope global dynamic eth1${LEASED}`,
      ),
      [other('vlan7', 'none')]: `4: vlan7    inet 10.7.0.2/24 scope global vlan7${FOREVER}`,
      [other('docker0', 'bridge')]:
        `5: docker0    inet 172.17.0.1/16 scope global docker0${FOREVER}`,
    });
    expect(facts.otherAddresses).toEqual([
      { card: 'eth1', address: '10.9.0.5/24', dynamic: false },
      { card: 'eth1', address: '10.9.1.5/24', dynamic: true },
      { card: 'vlan7', address: '10.7.0.2/24', dynamic: false },
    ]);
    expect(lostAddresses(facts)).toEqual([
      '203.0.113.77/32',
      '10.9.0.5/24 (eth1)',
      '10.7.0.2/24 (vlan7)',
    ]);
  });

  it('drops name servers of a VPN and of the machine itself, and appends public ones', async () => {
    const by = (server: string, route: string) => [
      `${server.includes(':') ? '-6' : '-4'} -o route get ${server}`,
      route,
    ];
    const resolvConf = [
      '100.100.100.100',
      '192.0.2.53',
      '2001:db8::53',
      'fd7a:115c:a1e0::53',
      '203.0.113.7',
    ];
    const facts = await capture(
      { ...BY_DHCP, resolvConf: lines(...resolvConf.map((server) => `nameserver ${server}`)) },
      Object.fromEntries([
        by(
          '100.100.100.100',
          '100.100.100.100 dev tailscale0 table 52 src 100.64.0.7 uid 0 \\    cache ',
        ),
        by('192.0.2.53', '192.0.2.53 via 203.0.113.1 dev eth0 src 203.0.113.7 uid 0 \\    cache '),
        by(
          '2001:db8::53',
          '2001:db8::53 from :: via fe80::1 dev eth0 proto ra src 2001:db8::7 metric 100',
        ),
        by(
          'fd7a:115c:a1e0::53',
          'fd7a:115c:a1e0::53 from :: dev wg0 table 51820 src fd7a::7 metric 1024',
        ),
        by('203.0.113.7', 'local 203.0.113.7 dev lo src 203.0.113.7 uid 0 \\    cache <local> '),
      ]) as Record<string, string>,
    );
    expect(facts.dnsElsewhere).toEqual(['100.100.100.100', 'fd7a:115c:a1e0::53', '203.0.113.7']);
    expect(planNetwork(facts).dns).toEqual(['192.0.2.53', '2001:db8::53', '1.1.1.1', '8.8.8.8']);
  });

  it.each(PROVIDERS)('plans %s', async (_, printed, expected) => {
    const plan = planNetwork(await capture(printed));
    expect(plan).toMatchObject({
      mac: MAC,
      mtu: printed.planMtu ?? printed.mtu ?? 1500,
      ...expected,
    });
    expect(networkProblem(plan)).toBeNull();
  });
});
