import { keptAddresses, networkProblem, planNetwork } from '../machine/network-plan.js';
import { chooseBootMethod } from '../machine/boot-method.js';
import { isOwnAddress, isUsedByWindows, windowsPort } from '../machine/windows-port.js';
import { lackOf, MOUNT_POINT, STAGE, TOOLS, toolsInMemory } from '../machine/room.js';
import { check, remark, type Check } from './check.js';
import { bytesText } from '@casement/windows-image/text.js';
import { rootDisk, type DiskFacts, type Facts } from '../machine/facts.js';
import { hypervisorOf } from './hypervisor.js';
import { hasCardDriver, hasDiskDriver } from './needed-drivers.js';
import type { ImageRequirements, PreflightSettings, VersionRequirements } from './requirements.js';

/** A plan sold as 1 GiB reports 60 to 120 MiB less because firmware and kernel reserve memory. */
const STAGE_MEMORY = 900 * 2 ** 20;

/** A larger offset makes valid certificates look expired or not yet valid. */
const CLOCK_TOLERANCE_S = 24 * 3600;

/** Smallest partition of the boot guard. agent/guard.sh computes the exact size, up to 320 MiB. */
const GUARD_PARTITION = 90 * 2 ** 20;

/** Plans sold as 2 or 4 GiB also report slightly less. */
const MEMORY_TOLERANCE = 0.88;

/**
 * Runs the checks that need no network, in the order in which a customer would ask. Pure function.
 * @param versions alternatives to suggest if only a driver is missing
 */
export function evaluate(
  facts: Facts,
  image: ImageRequirements,
  settings: PreflightSettings,
  now: Date,
  versions: readonly VersionRequirements[] = [],
): Check[] {
  if (facts.uid !== 0) return [check('root', `uid ${facts.uid ?? 'unknown'}`, [true, 'NOT_ROOT'])];
  const suited = versionsFor(facts, settings, versions);
  return [
    check('root', 'uid 0'),
    system(facts),
    architecture(facts),
    processor(facts, image, suited),
    virtualisation(facts),
    kernel(facts),
    memory(facts, image),
    firmware(facts, image, settings),
    // Checked before the disks: if the VPS does not boot from the disk, it does not matter which one to replace
    // (Linode's swap disk).
    ...startsFromDisk(facts),
    ...disks(facts, image, suited),
    ...bootGuard(facts, image, settings),
    ...encryption(facts),
    network(facts),
    ...entered(facts, settings),
    nicDriver(facts, image, suited),
    bootOnce(facts, settings),
    room(facts, settings),
    clock(facts, now),
  ];
}

const versionsFor = (
  facts: Facts,
  settings: PreflightSettings,
  versions: readonly VersionRequirements[],
): string =>
  versions
    .filter((version) =>
      [
        processor(facts, version, ''),
        memory(facts, version),
        firmware(facts, version, settings),
        ...disks(facts, version, ''),
        nicDriver(facts, version, ''),
      ].every(({ result }) => result === 'ok'),
    )
    .map(({ name }) => name)
    .join(', ');

const system = ({ osName, missingTools }: Facts): Check =>
  check('system', osName || 'unknown Linux', [
    missingTools.length > 0,
    'TOOLS_MISSING',
    { tools: missingTools.join(', ') },
  ]);

const architecture = ({ arch }: Facts): Check =>
  check('architecture', arch, [arch !== 'x86_64', 'ARCH_UNSUPPORTED', { arch }]);

/** Names used by providers' panels and Windows' requirements. */
const FEATURE_NAMES: Record<string, string> = { sse4_2: 'SSE4.2', popcnt: 'POPCNT' };

function processor(facts: Facts, image: ImageRequirements, versions: string): Check {
  const { cpuModel, cpuFlags, sockets } = facts;
  const { processor: needed = [], maxSockets = Infinity } = image;
  const missing = needed
    .filter((feature) => !cpuFlags.includes(feature))
    .map((feature) => FEATURE_NAMES[feature] ?? feature)
    .join(' and ');
  const unused =
    sockets > maxSockets ? `; Windows uses ${maxSockets} of its ${sockets} sockets` : '';
  // Missing data (an older facts.sh, an unreadable /proc/cpuinfo) is not a reason to reject.
  return check('processor', `${cpuModel || 'unknown'}${unused}`, [
    cpuFlags.length > 0 && missing !== '',
    versions ? 'PROCESSOR_OTHER_VERSION' : 'PROCESSOR_UNSUPPORTED',
    { model: cpuModel || 'unknown', missing, versions },
  ]);
}

function virtualisation(facts: Facts): Check {
  const container = facts.containers[0];
  const { kind, name } = hypervisorOf(facts);
  return check(
    'virtualisation',
    container ?? name,
    [container !== undefined, 'VIRT_CONTAINER', { kind: container ?? '' }],
    [kind === 'hyperv', 'VIRT_HYPERV'],
    [kind === 'xen', 'VIRT_XEN'],
    [kind === 'none', 'VIRT_UNSUPPORTED', { kind: 'no virtual machine' }],
    [kind !== 'kvm', 'VIRT_UNSUPPORTED', { kind: name }],
  );
}

function kernel(facts: Facts): Check {
  // UEFI boots Windows from a FAT partition, which the stage checks before the restart.
  const reads = facts.hasFuse && (facts.firmware === 'bios' || facts.hasVfat);
  const loads = facts.hasModules && facts.missingModules.length === 0;
  const isComplete = loads && facts.kernelImage !== null;
  const { kernel, nextKernel: next } = facts;
  const missing = facts.missingModules.join(', ');
  return check(
    'kernel',
    kernel,
    [!isComplete && next !== '', 'KERNEL_INCOMPLETE', { kernel, next }],
    [!facts.hasModules, 'KERNEL_UNUSABLE', { kernel, what: 'its drivers are not on the disk' }],
    [
      missing !== '',
      'KERNEL_UNUSABLE',
      { kernel, what: `its driver ${missing} is not on the disk` },
    ],
    [facts.kernelImage === null, 'KERNEL_UNUSABLE', { kernel, what: 'its own file was not found' }],
    [!reads, 'KERNEL_UNUSABLE', { kernel, what: 'it cannot open the disk of Windows' }],
  );
}

function memory({ memoryKb }: Facts, image: ImageRequirements): Check {
  const has = memoryKb * 1024;
  const needed = Math.max(STAGE_MEMORY, image.minMemory * MEMORY_TOLERANCE);
  return check('memory', bytesText(has), [
    has < needed,
    'MEMORY_TOO_SMALL',
    { memory: bytesText(has), needed: bytesText(Math.max(2 ** 30, image.minMemory)) },
  ]);
}

function firmware(facts: Facts, image: ImageRequirements, settings: PreflightSettings): Check {
  const name = { bios: 'BIOS', uefi: 'UEFI' };
  const found = facts.secureBoot ? 'UEFI with Secure Boot' : name[facts.firmware];
  const needed = settings.firmwares.includes(image.firmware)
    ? name[image.firmware]
    : settings.firmwares.map((firmware) => name[firmware]).join(' or ');
  return check('firmware', found, [
    facts.firmware !== image.firmware || !settings.firmwares.includes(facts.firmware),
    'FIRMWARE_MISMATCH',
    { firmware: name[facts.firmware], needed },
  ]);
}

/**
 * Whether this disk can be identified after the restart and the firmware boots from it. Other disks are left
 * untouched, so the firmware would keep booting from them.
 */
function isCertain(facts: Facts, disk: DiskFacts): boolean {
  const others = facts.disks.filter(({ name }) => name !== disk.name);
  const isTwin = ({ size, serial, head }: DiskFacts) =>
    size === disk.size && serial === disk.serial && head === disk.head;
  if (others.some(isTwin) || facts.bootDisks.some((name) => name !== disk.name)) return false;
  if (facts.firmware === 'uefi' || others.every(({ removable }) => removable)) return true;
  // An unreadable disk (empty `head`) may contain boot code.
  const canBoot = ({ removable, bootCode, head }: DiskFacts) =>
    !removable && (bootCode || head === '');
  return facts.grubBootSectors.join() === disk.name || (disk.bootCode && !others.some(canBoot));
}

function disks(facts: Facts, image: ImageRequirements, versions: string): Check[] {
  const disk = rootDisk(facts);
  const names = (disks: { name: string; size: number }[]) =>
    disks.map(({ name, size }) => `${name} ${bytesText(size)}`).join(', ');
  const one = check(
    'disk',
    names(facts.disks) || 'none',
    [facts.rootDisks.length > 1, 'DISK_SPANNED', { disks: facts.rootDisks.join(', ') }],
    [disk === undefined || disk.head === '', 'DISK_NOT_FOUND'],
    [disk !== undefined && !isCertain(facts, disk), 'DISK_SECOND', { disks: names(facts.disks) }],
  );
  if (!disk) return [one];
  return [
    one,
    check('disk bus', disk.bus, [
      !hasDiskDriver(image, disk),
      versions ? 'DISK_BUS_OTHER_VERSION' : 'DISK_BUS_UNSUPPORTED',
      { bus: disk.bus, versions },
    ]),
    check(
      'disk access',
      `${disk.sector}-byte sectors`,
      [disk.readOnly, 'DISK_READ_ONLY'],
      [disk.sector !== 512, 'DISK_SECTOR_UNSUPPORTED', { sector: disk.sector }],
    ),
    check('disk size', bytesText(disk.size), [
      disk.size < Math.max(image.rawSize, image.minDisk),
      'DISK_TOO_SMALL',
      {
        size: bytesText(disk.size),
        needed: bytesText(Math.max(image.rawSize, image.minDisk)),
      },
    ]),
  ];
}

/** Tells if the VPS prevents the boot guard. Reasons that only the stage finds are in the log of the install. */
function bootGuard(facts: Facts, image: ImageRequirements, { guard }: PreflightSettings): Check[] {
  if (!guard || image.guard === false) return [];
  if (facts.secureBoot) return [remark('boot guard', 'Secure Boot', 'GUARD_SECURE_BOOT')];
  const room = (rootDisk(facts)?.size ?? Infinity) - image.rawSize;
  return room < GUARD_PARTITION && room >= 0
    ? [remark('boot guard', `${bytesText(room)} behind Windows`, 'GUARD_NO_ROOM')]
    : [];
}

/**
 * Whether the firmware will boot from the disk. If a hypervisor supplies the kernel (QEMU's `-kernel`, a provider's
 * kernel), Windows would never start.
 */
function startsFromDisk(facts: Facts): Check[] {
  const disk = rootDisk(facts);
  if (!disk) return [];
  const isBios = facts.firmware === 'bios';
  const reasons: [applies: boolean, why: string][] = [
    [!disk.partitions, 'the disk has no partition table'],
    [isBios && !disk.bootCode, 'its first sector has no boot loader'],
    [
      !isBios && !facts.loaderDisks.includes(disk.name),
      'no EFI partition with a boot loader is mounted',
    ],
    [!facts.startedFromDisk, 'the running kernel does not come from the disk'],
  ];
  return [
    check(
      'start',
      'from its disk',
      ...reasons.map(([applies, why]): [boolean, 'BOOT_EXTERNAL', { why: string }] => [
        applies,
        'BOOT_EXTERNAL',
        { why },
      ]),
    ),
  ];
}

function network(facts: Facts): Check {
  const address = facts.addresses4[0]?.address;
  const kind = facts.nic?.kind ?? '';
  return check(
    'network',
    [address, facts.addresses6[0]?.address].filter(Boolean).join(' and ') || 'no address',
    [facts.nic === null, 'NETWORK_UNUSABLE', { what: 'no default route' }],
    [kind !== '', 'NETWORK_UNUSABLE', { what: `the default route goes over a ${kind}` }],
    [!facts.nic?.mac, 'NETWORK_UNUSABLE', { what: 'the network card has no address' }],
    [address === undefined, 'NETWORK_UNUSABLE', { what: 'no public IPv4 address' }],
    [!facts.route4?.via, 'NETWORK_UNUSABLE', { what: 'no gateway' }],
    [planProblem(facts) !== null, 'NETWORK_UNUSABLE', { what: planProblem(facts) ?? '' }],
  );
}

/** Validates the network plan before the install because an invalid plan would strand the VPS after the commit. */
function planProblem(facts: Facts): string | null {
  if (!facts.nic?.mac || !facts.addresses4[0] || !facts.route4?.via) return null;
  return networkProblem(planNetwork(facts));
}

/** An encrypted Linux may wait for its passphrase after a failed install. */
const encryption = ({ encryption: [kind] }: Facts): Check[] =>
  kind === undefined ? [] : [remark('encryption', kind, 'LINUX_ENCRYPTED', { kind })];

/** Checks that Windows will be reachable at the entered address and port. */
function entered(facts: Facts, { entered: at }: PreflightSettings): Check[] {
  if (!at || network(facts).result === 'refused') return [];
  const { address, rdpPort } = at;
  const kept = keptAddresses(facts);
  const local =
    facts.sshLocal?.address ?? (isOwnAddress(facts, address) ? address : (kept[0] ?? ''));
  const port = windowsPort(facts, at);
  const used = rdpPort === 3389 ? rdpPort : (port ?? 0);
  return [
    check('address', local === address ? address : `${address} leads to ${local}`, [
      !kept.includes(local),
      'ADDRESS_LOST',
      { address, local, other: kept[0] ?? '' },
    ]),
    check(
      'remote desktop',
      port === null || port === rdpPort ? String(rdpPort) : `${rdpPort} leads to ${port}`,
      [port === null, 'PORT_UNCLEAR', { port: rdpPort }],
      [isUsedByWindows(used), 'PORT_RESERVED', { port: used }],
    ),
  ];
}

function nicDriver({ nic }: Facts, image: ImageRequirements, versions: string): Check {
  const driver = nic?.driver || 'none';
  // A missing card is reported by the network check.
  return check('network card', nic?.kind || driver, [
    !nic?.kind && !hasCardDriver(image, driver),
    versions ? 'NIC_OTHER_VERSION' : 'NIC_UNSUPPORTED',
    { driver, versions },
  ]);
}

function bootOnce(facts: Facts, settings: PreflightSettings): Check {
  const { way, why } = chooseBootMethod(facts, settings.boot);
  return check('boot once', way ?? 'no way', [
    way === null,
    'BOOT_ONCE_IMPOSSIBLE',
    { why: why ?? '' },
  ]);
}

function room(facts: Facts, settings: PreflightSettings): Check {
  const inMemory = toolsInMemory(facts);
  const needs = [{ dir: '/var/lib', need: inMemory ? MOUNT_POINT : TOOLS }];
  if (chooseBootMethod(facts, settings.boot).way === 'grub')
    needs.push({ dir: '/boot', need: STAGE });
  const bytesIn = (dir: string) => (facts.room[dir]?.freeKb ?? 0) * 1024;
  const lacking = (lack: ReturnType<typeof lackOf>) =>
    needs.find(({ dir, need }) => lackOf(facts.room[dir], need) === lack);
  const [readOnly, short, full] = [lacking('writing'), lacking('bytes'), lacking('inodes')];
  return check(
    'room',
    [
      ...needs.map(({ dir }) => `${dir} ${bytesText(bytesIn(dir))}`),
      ...(inMemory ? ['our tools in memory'] : []),
    ].join(', '),
    [readOnly !== undefined, 'FOLDER_READ_ONLY', readOnly && { dir: readOnly.dir }],
    [
      short !== undefined,
      'ROOM_TOO_SMALL',
      short && {
        dir: short.dir,
        free: bytesText(bytesIn(short.dir)),
        needed: bytesText(short.need.bytes),
      },
    ],
    [full !== undefined, 'FILES_TOO_MANY', full && { dir: full.dir }],
  );
}

function clock({ clock: seconds }: Facts, now: Date): Check {
  const off = Math.abs(seconds - now.getTime() / 1000);
  const found = new Date(seconds * 1000);
  // A VPS may report a number that exceeds the range of a date.
  const shown = Number.isNaN(found.getTime()) ? 'no time at all' : found.toISOString().slice(0, 16);
  return check('clock', shown, [off > CLOCK_TOLERANCE_S, 'CLOCK_WRONG', { time: shown }]);
}
