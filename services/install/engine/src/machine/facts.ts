import { isIPv4 } from 'node:net';
import { EngineError } from '../failures/engine-error.js';
import { shortText } from '@casement/windows-image/text.js';

/** Parsed output of vps/facts.sh; evaluated by evaluate.ts. */
export interface Facts {
  uid: number | null;
  arch: string;
  kernel: string;
  kernelImage: string | null;
  hasModules: boolean;
  /** Folder that contains lib/modules; '' for /. */
  modulesRoot: string;
  /** Another installed kernel, which a restart may start; '' if none. */
  nextKernel: string;
  /** Loaded drivers of the disk or card whose files were not found. */
  missingModules: string[];
  hostname: string;
  bootId: string;
  /** Local address and port of the SSH connection; `null` if unknown, or if a program on the VPS relays it (sslh). */
  sshLocal: { address: string; port: number } | null;
  /** TCP ports with a listener; empty if unknown. */
  listening: number[];
  /** Ports that Linux redirects to `sshLocal`. `null` for a rule whose ports could not be read. */
  redirected: ({ from: number; to: number } | null)[];
  /** VPS clock in seconds since 1970. */
  clock: number;
  /** Clock chip in seconds since 1970, read as UTC; 0 if unknown. */
  rtc: number;
  /** IANA name of the time zone; '' if unknown. */
  timeZone: string;
  /** X11 layout or name of the console's key map; '' if unknown. */
  keyboard: string;
  /** Such as id_ID.UTF-8; '' if unknown. */
  locale: string;
  osName: string;
  virt: string;
  /** Container types; empty in a real or virtual machine. */
  containers: string[];
  hypervisorFlag: boolean;
  hypervisorType: string;
  /** Vendor and product. */
  dmi: string;
  /** Vendors of BIOS, board and chassis, the product's family and version, and the asset tag. */
  dmiMore: string[];
  /** Buses with at least one device: virtio, vmbus, xen. */
  hypervisorBuses: string[];
  clockSources: string[];
  /** Hypervisor according to CPUID, the kernel's log or lscpu. */
  hypervisorCpu: string[];
  cpuModel: string;
  /** Features of the processor, as in /proc/cpuinfo. */
  cpuFlags: string[];
  /** Processor sockets; 0 if unknown. */
  sockets: number;
  memoryKb: number;
  firmware: 'bios' | 'uefi';
  secureBoot: boolean;
  /** none, integrity, confidentiality, or '' if the kernel has no lockdown. */
  lockdown: string;
  cmdline: string;
  rootDisks: string[];
  /** Kinds of encryption with a passphrase, such as LUKS. */
  encryption: string[];
  /** Disks under /boot and the EFI partition. */
  bootDisks: string[];
  disks: DiskFacts[];
  nic: NicFacts | null;
  route4: Route4Facts | null;
  route6: Route6Facts | null;
  addresses4: AddressFacts[];
  addresses6: AddressFacts[];
  /** Addresses of all other cards and VLANs, IPv4 and IPv6. */
  otherAddresses: (AddressFacts & { card: string })[];
  dns: string[];
  /** Resolvers reached through an interface other than the card, such as a VPN or the loopback interface. */
  dnsElsewhere: string[];
  grub: GrubFacts | null;
  /** Disks with GRUB in the first sector. */
  grubBootSectors: string[];
  /** Disks with a boot loader on a mounted EFI partition. */
  loaderDisks: string[];
  /** Whether the running kernel was started by a boot loader of this system, according to its command line. */
  startedFromDisk: boolean;
  /** Name reported by the UEFI boot loader, such as `systemd-boot 252`; '' if none. */
  loader: string;
  kexec: { built: boolean; disabled: boolean };
  /** File system of each folder that the engine needs, by path. */
  room: Record<string, RoomFacts>;
  hasFuse: boolean;
  hasVfat: boolean;
  missingTools: string[];
}

export interface DiskFacts {
  name: string;
  /** Size in bytes. */
  size: number;
  sector: number;
  bus: string;
  readOnly: boolean;
  removable: boolean;
  serial: string;
  /** sha256 of the first 34 sectors; '' if the disk could not be read. */
  head: string;
  partitions: boolean;
  /** Whether the first 440 bytes contain non-zero bytes. */
  bootCode: boolean;
  modules: string[];
}

export interface RoomFacts {
  /** Type of the file system, such as ext4, tmpfs or devtmpfs. */
  fs: string;
  freeKb: number;
  /** Files that can still be created; Infinity if unlimited or unknown. */
  freeInodes: number;
  readOnly: boolean;
  noExec: boolean;
}

export interface NicFacts {
  name: string;
  /** Kind such as vlan, bridge or bond; '' for a physical card. */
  kind: string;
  mac: string;
  mtu: number;
  driver: string;
  modules: string[];
}

interface Route4Facts {
  via: string;
  /** Source address of the route; '' if none. */
  source: string;
  dhcp: boolean;
  /** Packet size of this route in bytes; 0 if it sets none. */
  mtu?: number;
}

interface Route6Facts {
  via: string;
  /** Whether the route is announced by the router instead of static. */
  announced: boolean;
  /** See Route4Facts.mtu. */
  mtu?: number;
}

export interface AddressFacts {
  /** Address with prefix: 192.0.2.5/24. */
  address: string;
  /** Whether the address was assigned by DHCP or IPv6 autoconfiguration. */
  dynamic: boolean;
}

export interface GrubFacts {
  dir: string;
  fs: string;
  /** Whether `dir` is on a plain partition without LVM or RAID. */
  plain: boolean;
  /** Partition number; `inside` is the folder relative to the partition's root. */
  partition: number;
  inside: string;
  env: boolean;
  /** Whether grub.cfg clears next_entry. */
  nextEntry: boolean;
  /** Whether grub.cfg reads custom.cfg. */
  custom: boolean;
  /** grub-reboot or grub2-reboot. */
  reboot: string;
}

/** Returns the disk that will be replaced: the only disk under /. */
export const rootDisk = (facts: Facts): DiskFacts | undefined =>
  facts.rootDisks.length === 1
    ? facts.disks.find((disk) => disk.name === facts.rootDisks[0])
    : undefined;

/** Limit of repeated keys and list entries, higher than the number of disks, addresses or modules of any VPS. */
const MAX_ENTRIES = 256;
/** Maximum command line length of the Linux kernel. */
const MAX_CMDLINE_LENGTH = 4096;

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * Parses the KEY=VALUE lines of facts.sh.
 * @throws EngineError OS_UNREADABLE if the script did not finish
 */
export function parseFacts(output: string): Facts {
  const lines = new Lines(output);
  if (lines.first('FACTS') !== '1' || lines.first('END') !== '1') {
    throw new EngineError('OS_UNREADABLE', {}, { detail: output.slice(-500) });
  }
  const nic = lines.record('NIC');
  const route4 = lines.record('ROUTE4');
  const route6 = lines.record('ROUTE6');
  const grub = lines.record('GRUB');
  const kexec = lines.record('KEXEC');
  return {
    uid: lines.first('UID') === '' ? null : lines.number('UID'),
    arch: lines.first('ARCH'),
    kernel: lines.first('KERNEL'),
    kernelImage: lines.first('KERNEL_IMAGE') || null,
    hasModules: lines.first('MODULES') === 'yes',
    modulesRoot: lines.first('MODULES_ROOT'),
    nextKernel: lines.first('NEXT_KERNEL'),
    missingModules: lines.all('MISSING_MODULE'),
    hostname: lines.first('HOSTNAME'),
    bootId: lines.first('BOOT_ID'),
    sshLocal: toSshLocal(lines.first('SSH_CONNECTION')),
    listening: lines.all('LISTENING').map(toNumber),
    redirected: lines.all('REDIRECTED').map(toPorts),
    clock: lines.number('CLOCK'),
    rtc: lines.number('RTC'),
    timeZone: lines.first('TIME_ZONE'),
    keyboard: lines.first('KEYBOARD'),
    locale: lines.first('LOCALE'),
    osName: lines.first('OS_NAME'),
    virt: lines.first('VIRT'),
    containers: lines.all('CONTAINER').filter((kind) => kind !== '' && kind !== 'none'),
    hypervisorFlag: lines.first('HYPERVISOR_FLAG') === 'yes',
    hypervisorType: lines.first('HYPERVISOR_TYPE'),
    dmi: lines.first('DMI'),
    dmiMore: lines.all('DMI_MORE'),
    hypervisorBuses: lines.all('HYPERVISOR_BUS'),
    clockSources: lines.first('CLOCK_SOURCES').split(' ').filter(Boolean),
    hypervisorCpu: lines.all('HYPERVISOR_CPU').filter(Boolean),
    cpuModel: lines.first('CPU_MODEL'),
    cpuFlags: lines.first('CPU_FLAGS', MAX_CMDLINE_LENGTH).split(' ').filter(Boolean),
    sockets: lines.number('SOCKETS'),
    memoryKb: lines.number('MEMORY_KB'),
    firmware: lines.first('FIRMWARE') === 'uefi' ? 'uefi' : 'bios',
    secureBoot: lines.first('SECURE_BOOT') === '1',
    lockdown: lines.first('LOCKDOWN'),
    cmdline: lines.first('CMDLINE', MAX_CMDLINE_LENGTH),
    rootDisks: lines.all('ROOT_DISK'),
    encryption: lines.all('ENCRYPTED'),
    bootDisks: lines.all('BOOT_DISK'),
    disks: lines.records('DISK').map(toDisk),
    nic: nic && {
      name: nic.text('name'),
      kind: nic.text('kind'),
      mac: nic.text('mac').toLowerCase(),
      mtu: nic.number('mtu') || 1500,
      driver: nic.text('driver'),
      modules: nic.list('modules'),
    },
    route4: route4 && {
      via: route4.text('via'),
      source: route4.text('source'),
      dhcp: route4.text('proto') === 'dhcp',
      mtu: route4.number('mtu'),
    },
    route6: route6 && {
      via: route6.text('via'),
      // Depending on the system, announced routes are installed by the kernel or by a program.
      announced: ['ra', 'kernel'].includes(route6.text('proto')),
      mtu: route6.number('mtu'),
    },
    addresses4: lines.records('ADDRESS4').map(toAddress),
    addresses6: lines.records('ADDRESS6').map(toAddress),
    otherAddresses: lines
      .records('OTHER_ADDRESS')
      .map((address) => ({ card: address.text('card'), ...toAddress(address) })),
    dns: lines.all('DNS'),
    dnsElsewhere: lines.all('DNS_ELSEWHERE'),
    grub: grub && {
      dir: grub.text('dir'),
      fs: grub.text('fs'),
      plain: grub.yes('plain'),
      partition: grub.number('partition'),
      inside: grub.text('inside'),
      env: grub.yes('env'),
      nextEntry: grub.yes('next_entry'),
      custom: grub.yes('custom'),
      reboot: grub.text('reboot'),
    },
    grubBootSectors: lines.all('GRUB_BOOT_SECTOR'),
    loaderDisks: lines.all('LOADER_DISK'),
    startedFromDisk: lines.first('STARTED_FROM_DISK') === 'yes',
    loader: lines.first('LOADER'),
    kexec: { built: kexec?.yes('built') ?? false, disabled: kexec?.text('disabled') !== '0' },
    room: Object.fromEntries(
      lines.records('ROOM').map((room) => [
        room.text('dir'),
        {
          fs: room.text('fs'),
          freeKb: room.number('free_kb'),
          freeInodes: room.text('free_inodes') === '' ? Infinity : room.number('free_inodes'),
          readOnly: room.yes('ro'),
          noExec: room.yes('noexec'),
        },
      ]),
    ),
    hasFuse: lines.all('HAS_MODULE').includes('fuse'),
    hasVfat: lines.all('HAS_MODULE').includes('vfat'),
    missingTools: lines.all('MISSING_TOOL'),
  };
}

/**
 * Parses `client port server port`. Returns `null` for IPv6 and loopback addresses, which reveal no IPv4 address of
 * the machine, and for a connection of the machine to itself.
 */
function toSshLocal(connection: string): Facts['sshLocal'] {
  const [client, , server = '', port = ''] = connection.split(' ');
  const address = server.replace(/^::ffff:/i, '');
  return isIPv4(address) &&
    !address.startsWith('127.') &&
    client !== server &&
    /^\d{1,5}$/.test(port)
    ? { address, port: Number(port) }
    : null;
}

/** Parses `22` or `20-25`. */
function toPorts(text: string): Facts['redirected'][number] {
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  return from === undefined ? null : { from: Number(from), to: Number(to ?? from) };
}

const toDisk = (disk: Words): DiskFacts => ({
  name: disk.text('name'),
  size: disk.number('size'),
  sector: disk.number('sector'),
  bus: disk.text('bus'),
  readOnly: disk.text('ro') === '1',
  removable: disk.text('removable') === '1',
  serial: disk.text('serial'),
  head: disk.text('head') === EMPTY_SHA256 ? '' : disk.text('head'),
  partitions: disk.yes('partitions'),
  bootCode: disk.yes('boot_code'),
  modules: disk.list('modules'),
});

const toAddress = (address: Words): AddressFacts => ({
  address: address.text('address'),
  dynamic: address.yes('dynamic'),
});

class Lines {
  private readonly values = new Map<string, string[]>();

  constructor(text: string) {
    for (const line of text.split(/\r?\n/)) {
      const [, key, value = ''] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
      if (key === undefined) continue;
      const values = this.values.get(key) ?? [];
      if (values.length < MAX_ENTRIES) values.push(value.trim());
      this.values.set(key, values);
    }
  }

  all(key: string): string[] {
    return this.allLines(key).map((value) => shortText(value));
  }

  first(key: string, maxLength?: number): string {
    return shortText(this.allLines(key)[0] ?? '', maxLength);
  }

  number(key: string): number {
    return toNumber(this.first(key));
  }

  records(key: string): Words[] {
    return this.allLines(key).map((value) => new Words(value));
  }

  record(key: string): Words | null {
    return this.records(key)[0] ?? null;
  }

  private allLines(key: string): string[] {
    return this.values.get(key) ?? [];
  }
}

class Words {
  private readonly words: Map<string, string>;

  constructor(line: string) {
    this.words = new Map(
      line.split(' ').map((word) => {
        const at = word.indexOf('=');
        return [word.slice(0, at), word.slice(at + 1)];
      }),
    );
  }

  text(name: string): string {
    return shortText(this.words.get(name) ?? '');
  }

  number(name: string): number {
    return toNumber(this.text(name));
  }

  yes(name: string): boolean {
    return this.text(name) === 'yes';
  }

  list(name: string): string[] {
    const entries = (this.words.get(name) ?? '').split(',').filter(Boolean);
    return entries.slice(0, MAX_ENTRIES).map((entry) => shortText(entry));
  }
}

const toNumber = (text: string): number => (/^\d+$/.test(text) ? Number(text) : 0);
