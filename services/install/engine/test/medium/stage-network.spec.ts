import { execFile, execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { NetworkPlan } from '@casement/install-engine/machine/network-plan.js';
import { agentScripts } from '@casement/install-engine/scripts.js';
import { assignments } from '@casement/install-engine/ssh/remote.js';
import { networkEnvironment } from '@casement/install-engine/stage/job-files.js';

const MAC = '02:ca:5e:00:00:01';
const SERVICE = '192.0.2.80';
const SERVICE6 = '2001:db8:80::80';

const PLAN: NetworkPlan = {
  mac: MAC,
  mode: 'static',
  addresses: ['203.0.113.10/24'],
  gateway: '203.0.113.1',
  onlink: false,
  ipv6Addresses: [],
  ipv6Gateway: null,
  ipv6Onlink: false,
  ipv6FromMac: false,
  dns: ['192.0.2.53'],
  mtu: 1500,
};
const ONLINK = { addresses: ['203.0.113.10/32'], gateway: '198.51.100.1', onlink: true };
const DUAL = { ipv6Addresses: ['2001:db8:113::10/64'], ipv6Gateway: 'fe80::1' };
const ROUTER24 = 'ip addr add 203.0.113.1/24 dev router';
const ROUTER32 = 'ip addr add 198.51.100.1/32 dev router; ip route add 203.0.113.10/32 dev router';
const ROUTER6 =
  'ip -6 addr add fe80::1/64 dev router; ip -6 route add 2001:db8:113::/64 dev router';

/** Configuration of busybox's DHCP server, preceded by the router's commands. */
const dhcpServer =
  (...options: string[]) =>
  (root: string, address = '203.0.113.10', ...settings: string[]) => {
    writeFileSync(
      join(root, 'udhcpd.conf'),
      [
        `start ${address}`,
        `end ${address}`,
        ...settings,
        'interface router',
        `lease_file ${root}/leases`,
        `pidfile ${root}/udhcpd.pid`,
        ...options.map((option) => `option ${option}`),
        '',
      ].join('\n'),
    );
    return `touch ${root}/leases; udhcpd -f ${root}/udhcpd.conf 2>/dev/null & echo $! >${root}/server`;
  };

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

type Case = [
  name: string,
  plan: Partial<NetworkPlan>,
  router: (root: string) => string,
  has: string[],
];

const CASES: Case[] = [
  [
    'static /24 with a second address and a small MTU',
    { addresses: ['203.0.113.10/24', '203.0.113.11/24'], mtu: 1400 },
    () => ROUTER24,
    ['mtu 1400', '203.0.113.10/24', '203.0.113.11/24', 'default via 203.0.113.1'],
  ],
  [
    '/32 with an on-link gateway',
    ONLINK,
    () => ROUTER32,
    ['203.0.113.10/32', '198.51.100.1 dev card', 'default via 198.51.100.1'],
  ],
  [
    'IPv4, and IPv6 behind fe80::1',
    DUAL,
    () => `${ROUTER24}; ${ROUTER6}`,
    ['203.0.113.10/24', '2001:db8:113::10/64', 'default via fe80::1'],
  ],
  [
    'IPv4 /32, and IPv6 /128 with a gateway outside of it',
    {
      ...ONLINK,
      ipv6Addresses: ['2001:db8:113::10/128'],
      ipv6Gateway: '2001:db8:ff::1',
      ipv6Onlink: true,
    },
    () =>
      `${ROUTER32}; ip -6 addr add 2001:db8:ff::1/128 dev router; ip -6 route add 2001:db8:113::10/128 dev router`,
    ['2001:db8:113::10/128', '2001:db8:ff::1 dev card', 'default via 2001:db8:ff::1'],
  ],
  [
    'DHCP with static IPv6',
    { mode: 'dhcp', ...DUAL },
    (root) =>
      `${ROUTER24}; ${ROUTER6}; ${dhcpServer('subnet 255.255.255.0', 'router 203.0.113.1')(root)}`,
    ['by DHCP', '203.0.113.10/24', 'default via 203.0.113.1', 'default via fe80::1'],
  ],
  [
    'DHCP that gives a /32 and its routes by option 121',
    { mode: 'dhcp', ...ONLINK },
    (root) =>
      `${ROUTER32}; ${dhcpServer('subnet 255.255.255.255', 'router 203.0.113.99', 'staticroutes 198.51.100.1/32 0.0.0.0, 0.0.0.0/0 198.51.100.1')(root)}`,
    ['by DHCP', '203.0.113.10/32', '198.51.100.1 dev card', 'default via 198.51.100.1'],
  ],
  [
    'DHCP without a default route: uses the captured route',
    { mode: 'dhcp', ...ONLINK },
    (root) => `${ROUTER32}; ${dhcpServer('subnet 255.255.255.255')(root)}`,
    ['by DHCP', '203.0.113.10/32', 'default via 198.51.100.1'],
  ],
  [
    'DHCP whose option 121 has a metadata route but no default route: uses the captured route',
    { mode: 'dhcp' },
    (root) =>
      `${ROUTER24}; ${dhcpServer('subnet 255.255.255.0', 'router 203.0.113.1', 'staticroutes 169.254.169.254/32 203.0.113.1')(root)}`,
    ['by DHCP', '169.254.169.254 via 203.0.113.1', 'default via 203.0.113.1'],
  ],
  [
    'no DHCP response: uses the captured settings',
    { mode: 'dhcp' },
    () => ROUTER24,
    ['as captured', '203.0.113.10/24', 'default via 203.0.113.1'],
  ],
];

/** Two network namespaces connected by a veth pair, as root or where the system lets users create their own. */
const NAMESPACES = [process.getuid?.() === 0 ? '-nmpf' : '-nmprf', '--mount-proc', '--kill-child'];
const ROUTER_OPTIONS = ['subnet 255.255.255.0', 'router 203.0.113.1'];

function canRun(): boolean {
  try {
    execFileSync('busybox', ['true'], { stdio: 'ignore' });
    execFileSync('unshare', [...NAMESPACES, 'mount', '-t', 'sysfs', 'sysfs', '/sys'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

(canRun() ? describe : describe.skip)('agent/network.sh behind a router', () => {
  let root: string;
  const at = (...segments: string[]) => join(root, ...segments);

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'casement-stage-network-'));
    mkdirSync(at('bin'));
    // The stage has busybox's programs, which have fewer features than a system's own.
    const busybox = execFileSync('sh', ['-c', 'command -v busybox']).toString().trim();
    for (const name of ['ip', 'udhcpc', 'udhcpd', 'ping', 'httpd'])
      symlinkSync(busybox, at('bin', name));
    for (const { name, content } of await agentScripts()) {
      const relocated = content
        .replaceAll('/usr/lib/casement', root)
        .replaceAll('/etc/resolv.conf', at('resolv.conf'))
        .replaceAll('/run/', `${root}/`)
        // Shortens the timeouts, because the tests should not wait for a server that does not exist.
        .replace('-t 6 -T 2', '${patience:--t 6 -T 2}')
        .replace('--speed-time 30', '--speed-time 2');
      writeFileSync(at(name), relocated, { mode: 0o755 });
    }
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /**
   * Brings up the plan's network; returns the resulting kernel state and the parts of the service that respond.
   * @param script shell code that runs afterwards
   */
  async function bringUp(plan: NetworkPlan, router: string, script = ''): Promise<string> {
    writeFileSync(
      at('run.sh'),
      `set -u
mount -t sysfs sysfs /sys
ip link add card address ${MAC} type veth peer name router
unshare -n sleep 600 &
behind=$!
trap 'kill $behind $(cat ${root}/server 2>/dev/null)' EXIT
until [ "$(readlink /proc/$behind/ns/net)" != "$(readlink /proc/$$/ns/net)" ]; do :; done
ip link set router netns $behind
nsenter --net=/proc/$behind/ns/net sh -c '
  PATH=${root}/bin:$PATH
  echo 0 >/proc/sys/net/ipv6/conf/router/accept_dad
  ip link set lo up; ip link set router up
  ip addr add ${SERVICE}/32 dev lo; ip -6 addr add ${SERVICE6}/128 dev lo
  ${router}'
${assignments(networkEnvironment(plan))}
PATH=${root}/bin:$PATH
patience='${router.includes('udhcpd') ? '' : '-t 1 -T 1'}'
log() { echo "$*"; }
. ${root}/network.sh
start_network || echo FAILED
ip addr show dev card; ip -4 route; ip -6 route
ping -c 1 -W ${router.includes('blackhole') ? 1 : 20} ${SERVICE} >/dev/null && echo REACHED-4
if [ -n "$NET_GATEWAY6" ]; then ping -6 -c 1 -W 20 ${SERVICE6} >/dev/null && echo REACHED-6; fi
${script}
true
`,
    );
    const { stdout, stderr } = await promisify(execFile)('unshare', [
      ...NAMESPACES,
      'sh',
      at('run.sh'),
    ]);
    return stdout + stderr;
  }

  it.each(CASES)('brings up the network: %s', async (_, change, router, has) => {
    const plan = { ...PLAN, ...change };
    const output = await bringUp(plan, router(root));
    for (const part of [...has, 'REACHED-4', ...(plan.ipv6Gateway ? ['REACHED-6'] : [])]) {
      expect(output).toContain(part);
    }
  });

  it('keeps the captured address if DHCP gives another one', async () => {
    const server = dhcpServer(...ROUTER_OPTIONS, 'dns 192.0.2.99');
    writeFileSync(at('resolv.conf'), 'nameserver 192.0.2.53\n');
    const output = await bringUp(
      { ...PLAN, mode: 'dhcp' },
      `${ROUTER24}; ${server(root, '203.0.113.77')}`,
    );
    expect(output).toContain('DHCP gives 203.0.113.77 instead of 203.0.113.10/24');
    expect(output).toContain('inet 203.0.113.10/24');
    expect(output).not.toContain('inet 203.0.113.77');
    expect(output).toContain('REACHED-4');
    expect(readFileSync(at('resolv.conf'), 'utf8')).toBe('nameserver 192.0.2.53\n');
  });

  it('uses DHCP’s other address only to report that the captured one fails', async () => {
    const server = dhcpServer(...ROUTER_OPTIONS)(root, '203.0.113.77');
    const output = await bringUp(
      { ...PLAN, mode: 'dhcp' },
      `${ROUTER24}; ip route add blackhole 203.0.113.10; ${server}`,
      `. ${root}/reach.sh
status=000
is_stalled() { false; }
sleep() { :; }
check_in() { ping -c 1 -W 1 ${SERVICE} >/dev/null; }
touch ${root}/curl.err
reach_service || echo "only from $other"; ip addr show dev card`,
    );
    expect(output).not.toContain('REACHED-4');
    expect(output).toContain('only from 203.0.113.77');
    expect(output).toContain('inet 203.0.113.77/24');
  });

  it('uses two name servers of DHCP, then the captured ones', async () => {
    writeFileSync(at('resolv.conf'), 'nameserver 192.0.2.53\noptions timeout:2\n');
    const server = dhcpServer(...ROUTER_OPTIONS, 'dns 192.0.2.97 192.0.2.98 192.0.2.99')(root);
    await bringUp({ ...PLAN, mode: 'dhcp' }, `${ROUTER24}; ${server}`);
    expect(readFileSync(at('resolv.conf'), 'utf8').trim().split('\n')).toEqual([
      'nameserver 192.0.2.97',
      'nameserver 192.0.2.98',
      'nameserver 192.0.2.53',
      'options timeout:2',
    ]);
  });

  it('renews a short lease and keeps the address after the lease is lost', async () => {
    const server = dhcpServer(...ROUTER_OPTIONS, 'lease 4')(root, undefined, 'min_lease 1');
    renameSync(at('udhcpc.sh'), at('itself.sh'));
    const records = `echo "$1" >>${at('events')}\n. ${at('itself.sh')}\n`;
    writeFileSync(at('udhcpc.sh'), `#!/bin/sh\n${records}`, { mode: 0o755 });
    const output = await bringUp(
      { ...PLAN, mode: 'dhcp' },
      `${ROUTER24}; ${server}`,
      `until grep -q renew ${at('events')}; do sleep 0.1; done
interface=card ${at('udhcpc.sh')} deconfig
ip addr show dev card | sed 's/^/LATER /'`,
    );
    expect(output).toMatch(/LATER .*inet 203\.0\.113\.10\/24/);
  });

  describe('agent/reach.sh, on a path that drops large packets silently', () => {
    /**
     * The server's and the stage's cards send packets of 1500 bytes, but the router between them accepts only 1400
     * and cannot report this to the server.
     */
    const BLACK_HOLE = (root: string) => `
PATH=\${PATH#*:} # busybox moves no card to another namespace
ip link set router mtu 1400
echo 1 >/proc/sys/net/ipv4/ip_forward
unshare -n sleep 600 & origin=$!
until [ "$(readlink /proc/$origin/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do :; done
ip link add behind type veth peer name origin
ip link set origin netns $origin
ip addr del ${SERVICE}/32 dev lo
ip addr add 192.0.2.1/24 dev behind; ip link set behind up
ip rule add iif lo to ${SERVICE} lookup 100; ip route add blackhole default table 100
echo "ip addr add ${SERVICE}/24 dev origin; ip link set origin up
  ip route add default via 192.0.2.1; ${root}/bin/httpd -p ${SERVICE}:80 -h ${root}/www" |
  nsenter --net=/proc/$origin/ns/net sh`;

    const fetchSample = async (mtu: number): Promise<string> => {
      const chunk = randomBytes(300_000);
      mkdirSync(at('www'));
      writeFileSync(at('www', sha256(chunk)), chunk);
      return bringUp(
        { ...PLAN, mtu },
        `${ROUTER24}; ${BLACK_HOLE(root)}`,
        `ORIGINS= IMAGE_URL=http://${SERVICE} SAMPLE_SHA256=${sha256(chunk)} SAMPLE_BYTES=${chunk.length}
set +u
: >${root}/curl.conf
. ${root}/lib.sh; . ${root}/origins.sh; . ${root}/reach.sh
if fetch_sample; then echo FETCHED; else echo "$problem $code $connected $(cat ${root}/*.err)"; fi
echo "mtu is $(cat /sys/class/net/card/mtu) $(cat ${root}/mtu)"`,
      );
    };

    it('fetches the sample with packets of 1280 bytes and keeps them', async () => {
      const output = await fetchSample(1500);
      expect(output).toContain('packets of 1500 bytes do not get through: trying 1280');
      expect(output).toContain('FETCHED');
      expect(output).toContain('mtu is 1280 1280');
    });

    it('keeps the packet size of Linux’ route if it fits the path', async () => {
      const output = await fetchSample(1400);
      expect(output).toContain('FETCHED');
      expect(output).toContain('mtu is 1400 1400');
    });
  });
});
