import { planNetwork } from '../machine/network-plan.js';
import type { NetworkPlan } from '../machine/network-plan.js';
import { sampleFacts } from '../testing/sample-facts.js';
import {
  cloudInitFiles,
  linuxArchive,
  networkConfig,
  type LinuxConfiguration,
} from './cloud-init.js';
import { hostKeyFingerprint, newLinuxAccess, secretsOfAccess } from './linux-access.js';

const PASSWORD = 'Root-Pass-1';
const KEY = `ssh-ed25519 ${'A'.repeat(68)}`;

const plan = (over: Partial<NetworkPlan> = {}): NetworkPlan => ({
  ...planNetwork(sampleFacts()),
  mac: '52:54:00:AA:BB:CC',
  mode: 'static',
  addresses: ['198.51.100.7/24'],
  gateway: '198.51.100.1',
  onlink: false,
  ipv6Addresses: [],
  ipv6Gateway: null,
  ipv6Onlink: false,
  dns: ['9.9.9.9'],
  mtu: 1500,
  ...over,
});
const configuration = (over: Partial<LinuxConfiguration> = {}): LinuxConfiguration => ({
  installId: 'install-1',
  hostName: 'Web-1',
  access: newLinuxAccess(PASSWORD, ''),
  network: plan(),
  sshPort: 22,
  ...over,
});
const userData = (over: Partial<LinuxConfiguration> = {}) => {
  const { 'user-data': text } = cloudInitFiles(configuration(over));
  expect(text).toMatch(/^#cloud-config\n/);
  return JSON.parse(text.slice(text.indexOf('\n'))) as Record<string, unknown>;
};
const cardOf = (network: NetworkPlan) => networkConfig(network).ethernets['eth0'];

describe(cloudInitFiles.name, () => {
  it('names the install and its host', () => {
    expect(JSON.parse(cloudInitFiles(configuration())['meta-data'])).toEqual({
      'instance-id': 'install-1',
      'local-hostname': 'web-1',
    });
    expect(cloudInitFiles(configuration({ hostName: null }))['meta-data']).toContain('"linux"');
  });

  it('contains the password only as a hash', () => {
    const text = Object.values(cloudInitFiles(configuration())).join('');
    expect(text).not.toContain(PASSWORD);
    expect(text).toMatch(/echo 'root:\$6\$\S{16}\$\S{86}' \| chpasswd -e/);
  });

  it('lets root sign in by password', () => {
    expect(userData()).toMatchObject({
      disable_root: false,
      ssh_pwauth: true,
      users: [{ name: 'root', lock_passwd: false }],
      write_files: [
        {
          path: '/etc/ssh/sshd_config.d/00-casement.conf',
          content: 'PermitRootLogin yes\nPasswordAuthentication yes\n',
        },
      ],
    });
  });

  it('lets root sign in by key only', () => {
    const data = userData({ access: newLinuxAccess('', KEY) });
    expect(data).toMatchObject({ ssh_pwauth: false, ssh_authorized_keys: [KEY] });
    expect(data).not.toHaveProperty('write_files');
    expect(JSON.stringify(data)).not.toContain('chpasswd');
  });

  it('sets the host key that the proof expects, and no other', () => {
    const access = newLinuxAccess(PASSWORD, '');
    expect(userData({ access })).toMatchObject({
      ssh_deletekeys: true,
      ssh_keys: { ed25519_private: access.hostKey.private, ed25519_public: access.hostKey.public },
    });
    expect(hostKeyFingerprint(access)).toMatch(/^SHA256:\S{43}$/);
    expect(secretsOfAccess(access)[0]).toBe(PASSWORD);
  });

  it('listens also on the port to which the public port leads', () => {
    const { write_files: files } = userData({ sshPort: 2222, access: newLinuxAccess('', KEY) });
    expect(files).toMatchObject([{ content: 'Port 22\nPort 2222\n' }]);
  });

  it('adds the route to a gateway outside the network, which not every renderer knows', () => {
    expect(userData()).not.toHaveProperty('bootcmd');
    const network = plan({ onlink: true, gateway: '203.0.113.1' });
    expect(JSON.stringify(userData({ network })['bootcmd'])).toContain(
      'ip -4 route add 203.0.113.1 dev',
    );
  });

  it('is archived with the hash of each file', () => {
    const archive = linuxArchive(configuration()).toString('latin1');
    for (const file of ['meta-data', 'user-data', 'network-config'])
      expect(archive).toMatch(new RegExp(`[0-9a-f]{64}  ${file}\n`));
  });
});

describe(networkConfig.name, () => {
  it.each<[string, Partial<NetworkPlan>, object]>([
    [
      'a static address',
      {},
      {
        match: { macaddress: '52:54:00:aa:bb:cc' },
        'set-name': 'eth0',
        dhcp4: false,
        addresses: ['198.51.100.7/24'],
        gateway4: '198.51.100.1',
        nameservers: { addresses: ['9.9.9.9'] },
      },
    ],
    [
      'a gateway outside the network',
      { addresses: ['198.51.100.7/32'], gateway: '203.0.113.1', onlink: true },
      {
        addresses: ['198.51.100.7/32'],
        routes: [{ to: '0.0.0.0/0', via: '203.0.113.1', 'on-link': true }],
      },
    ],
    ['DHCP', { mode: 'dhcp' }, { dhcp4: true }],
    [
      'DHCP with chosen name servers',
      { mode: 'dhcp', dnsChosen: true },
      {
        dhcp4: true,
        'dhcp4-overrides': { 'use-dns': false },
        nameservers: { addresses: ['9.9.9.9'] },
      },
    ],
    [
      'IPv6',
      { ipv6Addresses: ['2001:db8::7/64'], ipv6Gateway: 'fe80::1' },
      {
        addresses: ['198.51.100.7/24', '2001:db8::7/64'],
        gateway4: '198.51.100.1',
        gateway6: 'fe80::1',
      },
    ],
    [
      'no IPv6',
      { ipv6: false, ipv6Addresses: ['2001:db8::7/64'] },
      { 'accept-ra': false, addresses: ['198.51.100.7/24'] },
    ],
    ['a smaller packet size', { mtu: 1400 }, { mtu: 1400 }],
  ])('configures %s', (_, over, expected) => {
    expect(cardOf(plan(over))).toMatchObject(expected);
  });

  it('leaves address, route and name servers to DHCP', () => {
    const card = cardOf(plan({ mode: 'dhcp' }));
    for (const key of ['addresses', 'gateway4', 'routes', 'nameservers', 'mtu'])
      expect(card).not.toHaveProperty(key);
  });
});
