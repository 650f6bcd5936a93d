import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import type { NetworkPlan } from '../machine/network-plan.js';
import { tarArchive } from '../archives/tar.js';
import type { LinuxAccess } from './linux-access.js';
import { sha512Crypt } from './sha512-crypt.js';

export interface LinuxConfiguration {
  installId: string;
  /** Host name of the earlier Linux; `null` for a neutral one. */
  hostName: string | null;
  access: LinuxAccess;
  network: NetworkPlan;
  /** Port inside the machine to which the public SSH port leads. */
  sshPort: number;
}

const SSH_PORT = 22;
/** Sorts before every other file, and sshd uses the first value of each keyword. */
const DROP_IN = '/etc/ssh/sshd_config.d/00-casement.conf';
/** Name that the card gets. Renderers other than netplan's cannot match a card without naming it. */
const CARD = 'eth0';

/** Builds a tar archive of the files on the partition CIDATA, which cloud-init reads (NoCloud), with their hashes. */
export function linuxArchive(configuration: LinuxConfiguration): Buffer {
  const files = Object.entries(cloudInitFiles(configuration));
  const hashes = files.map(([path, content]) => `${sha256Hex(content)}  ${path}\n`).join('');
  return tarArchive(
    [...files, ['files.sha256', hashes] as const].map(([path, content]) => ({
      path,
      content: Buffer.from(content),
      mode: 0o600,
    })),
  );
}

/** JSON is YAML too. */
const yaml = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export function cloudInitFiles(configuration: LinuxConfiguration): Record<string, string> {
  const { installId, hostName, network } = configuration;
  const metaData = {
    'instance-id': installId,
    'local-hostname': hostName?.toLowerCase() ?? 'linux',
  };
  return {
    'meta-data': yaml(metaData),
    'user-data': `#cloud-config\n${yaml(userData(configuration))}`,
    'network-config': yaml(networkConfig(network)),
  };
}

function userData({ access, network, sshPort }: LinuxConfiguration) {
  const { password, publicKey, hostKey } = access;
  const sshd = [
    // SELinux may refuse a port; sshd then still listens on the other.
    ...(sshPort === SSH_PORT ? [] : [`Port ${SSH_PORT}`, `Port ${sshPort}`]),
    ...(password ? ['PermitRootLogin yes', 'PasswordAuthentication yes'] : []),
  ];
  const gateways = onlinkGateways(network);
  return {
    // No user but root, who gets the key without the command that refuses root.
    users: [{ name: 'root', lock_passwd: password === '' }],
    disable_root: false,
    ssh_pwauth: password !== '',
    ...(publicKey && { ssh_authorized_keys: [publicKey] }),
    ssh_deletekeys: true,
    ssh_keys: { ed25519_private: hostKey.private, ed25519_public: hostKey.public },
    ...(sshd.length > 0 && {
      write_files: [{ path: DROP_IN, permissions: '0600', content: `${sshd.join('\n')}\n` }],
    }),
    ...(gateways.length > 0 && { bootcmd: gateways }),
    runcmd: [
      ...(password ? [['sh', '-c', `echo 'root:${sha512Crypt(password)}' | chpasswd -e`]] : []),
      ...(sshd.length > 0 ? [['sh', '-c', USE_DROP_IN]] : []),
      ['sh', '-c', RESTART_SSHD],
    ],
  };
}

/** Copies the settings to the front of sshd_config if it does not include the folder (OpenSSH before 8.2, AlmaLinux 8). */
const USE_DROP_IN = `conf=/etc/ssh/sshd_config
grep -qiE '^[[:space:]]*Include[[:space:]].*sshd_config[.]d/' "$conf" && exit 0
cat ${DROP_IN} "$conf" >"$conf.casement" && cat "$conf.casement" >"$conf"
rm -f "$conf.casement"`;

/** The service has three names: ssh, sshd, and ssh.socket, which starts a stopped ssh (Ubuntu 22.10 and later). */
const RESTART_SSHD = `systemctl daemon-reload
if systemctl -q is-active ssh.socket; then systemctl stop ssh.service; systemctl restart ssh.socket
else systemctl restart ssh.service || systemctl restart sshd.service; fi`;

/**
 * Commands that add the route to a gateway outside the network at each boot if the image's renderer did not. Only
 * netplan and networkd know `on-link`.
 */
function onlinkGateways(plan: NetworkPlan) {
  const { mode, gateway, onlink, ipv6, ipv6Gateway, ipv6Onlink, mac } = plan;
  const card = `card=$(grep -il '^${mac}$' /sys/class/net/*/address | head -n 1 | cut -d/ -f5)`;
  const route = (family: string, via: string) => [
    'sh',
    '-c',
    `${card}
ip ${family} route show default | grep -q . && exit 0
ip ${family} route add ${via} dev "$card"
ip ${family} route add default via ${via} dev "$card"`,
  ];
  return [
    ...(mode === 'static' && onlink ? [route('-4', gateway)] : []),
    ...(ipv6 !== false && ipv6Gateway && ipv6Onlink ? [route('-6', ipv6Gateway)] : []),
  ];
}

/** Returns cloud-init's network configuration, version 2. */
export function networkConfig(plan: NetworkPlan) {
  const { mac, mode, addresses, gateway, onlink, dns, dnsChosen, mtu } = plan;
  const { ipv6, ipv6Addresses, ipv6Gateway, ipv6Onlink } = plan;
  const isStatic = mode === 'static';
  const all = [...(isStatic ? addresses : []), ...(ipv6 === false ? [] : ipv6Addresses)];
  const gateway6 = ipv6 === false ? null : ipv6Gateway;
  const routes = [
    ...(isStatic && onlink ? [{ to: '0.0.0.0/0', via: gateway, 'on-link': true }] : []),
    ...(gateway6 && ipv6Onlink ? [{ to: '::/0', via: gateway6, 'on-link': true }] : []),
  ];
  // A lease brings its own name servers.
  const servers = isStatic || dnsChosen ? dns : dns.filter((server) => server.includes(':'));
  return {
    version: 2,
    ethernets: {
      [CARD]: {
        match: { macaddress: mac.toLowerCase() },
        'set-name': CARD,
        dhcp4: !isStatic,
        ...(!isStatic && dnsChosen && { 'dhcp4-overrides': { 'use-dns': false } }),
        ...(ipv6 === false && { 'accept-ra': false }),
        ...(all.length > 0 && { addresses: all }),
        // cloud-init 22 gives a route to ::/0 a prefix of 64 bits with ENI and NetworkManager.
        ...(isStatic && !onlink && { gateway4: gateway }),
        ...(gateway6 && !ipv6Onlink && { gateway6 }),
        ...(routes.length > 0 && { routes }),
        ...(servers.length > 0 && { nameservers: { addresses: servers } }),
        // 1500 is every image's default.
        ...(mtu !== 1500 && { mtu }),
      },
    },
  };
}
