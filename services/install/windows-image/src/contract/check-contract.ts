import { ImageRefused } from '../image-failures.js';
import type { DriverName } from '../registry/image-drivers.js';
import { diskDriverRelease, HANGS } from '../registry/disk-driver.js';
import type { WindowsRelease } from '../registry/windows-release.js';
import { readPartitions, TABLE_BYTES, type Partition } from '../volumes/partitions.js';
import type { DiskReader } from '../volumes/disk-reader.js';
import { hiddenVolume, oddTable, type OddDisk } from '../volumes/odd-disk.js';
import { fatHasFile } from '../volumes/fat-volume.js';
import { finding, skipped, type Finding } from './findings.js';
import { NtfsUnreadable, NtfsVolume } from '../volumes/ntfs-volume.js';
import { languagesOf, registryOf, releaseOf, type Registry } from './registry-of.js';

const KERNEL = 'Windows/System32/ntoskrnl.exe';
const DRIVERS = 'Windows/System32/drivers';
/** Folder of drivers for Windows' first start (its DevicePath), filled by our builder or virt-v2v. */
const NEW_DRIVERS = 'Windows/Drivers/VirtIO';
const STATE = 'Windows/Setup/State/State.ini';
const LOADER = 'EFI/BOOT/BOOTX64.EFI';
/** File name that marks the lab's stand-in, which is not a real Windows and has no drivers. */
const STAND_IN = 'Windows/casement-lab.txt';
const NO_WINDOWS = 'The lab’s stand-in is no Windows: it has no registry and no Windows drivers.';
const SETUP_LEFTOVERS = ['Windows/Panther/unattend.xml', 'Windows/System32/Sysprep/unattend.xml'];

const GENERALISED = 'IMAGE_STATE_GENERALIZE_RESEAL_TO_OOBE';
const CONFIGURED = 'IMAGE_STATE_COMPLETE';

export interface ContractCheck {
  findings: Finding[];
  /** Usable drivers; `null` if they cannot be determined from the image. */
  drivers: DriverName[] | null;
}

/** Checks a disk against the image contract (docs/images/contract.md), without booting and without root. */
export async function checkContract(disk: DiskReader): Promise<ContractCheck> {
  try {
    return await checkDisk(disk);
  } catch (error) {
    // A RangeError means an offset or length beyond the data, which indicates a damaged file system.
    const { name } = error as Error;
    if (!(error instanceof NtfsUnreadable) && name !== 'RangeError') throw error;
    const why = 'it cannot be read';
    return { findings: [finding('CONSISTENT', 'refused', { why })], drivers: null };
  }
}

async function checkDisk(disk: DiskReader): Promise<ContractCheck> {
  const head = await disk.read(0, TABLE_BYTES);
  const table = readPartitions(head);
  const odd = oddTable(head, table);
  if (odd) return refusedAs(odd);
  if (!table) return { findings: [finding('TABLE', 'refused')], drivers: null };
  const { kind, partitions } = table;
  const findings = [finding('TABLE', 'ok', { kind: kind.toUpperCase(), count: partitions.length })];
  const pastEnd = partitions.find(({ offset, size }) => offset + size > disk.size);
  findings.push(
    pastEnd ? finding('WHOLE', 'refused', { number: pastEnd.number }) : finding('WHOLE', 'ok'),
  );
  const windows = await findWindows(disk, partitions);
  if (!windows) {
    const hidden = await hiddenVolume(disk, table);
    if (hidden) return refusedAs(hidden);
    return { findings: [...findings, finding('WINDOWS', 'refused')], drivers: null };
  }
  const { volume, partition } = windows;
  const last = partitions.every(({ offset }) => offset <= partition.offset);
  const registry = (await volume.find(STAND_IN)) ? null : await readRegistry(volume);
  findings.push(
    finding('WINDOWS', 'ok', { number: partition.number }),
    checkRegistry(registry),
    finding('C_LAST', last ? 'ok' : 'refused'),
    ...(await checkVolume(volume)),
    await checkState(volume),
    ...(await checkDrivers(volume, registry)),
    ...(await checkRelease(volume)),
    await checkLoader(disk, kind, partitions),
    await checkAnswers(volume),
  );
  return { findings, drivers: registry?.state === 'read' ? registry.drivers : null };
}

const refusedAs = ({ why, cure }: OddDisk): ContractCheck => ({
  findings: [{ code: 'TABLE', result: 'refused', message: why, cure }],
  drivers: null,
});

/** Searches all partitions because system and recovery partitions may be NTFS as well. */
async function findWindows(disk: DiskReader, partitions: Partition[]) {
  for (const partition of [...partitions].sort((a, b) => b.offset - a.offset)) {
    const volume = await NtfsVolume.open(disk, partition.offset).catch((error: unknown) => {
      if (error instanceof NtfsUnreadable) return null;
      throw error;
    });
    if (volume && (await volume.find(KERNEL).catch(() => null))) return { volume, partition };
  }
  return null;
}

const readRegistry = async (volume: NtfsVolume): Promise<Registry> =>
  registryOf(volume, await namesIn(volume, NEW_DRIVERS));

/** Reads the content because file names prove nothing about it. */
function checkRegistry(registry: Registry | null): Finding {
  if (!registry) return skipped('REGISTRY', NO_WINDOWS);
  return registry.state === 'damaged'
    ? finding('REGISTRY', 'refused', { why: registry.why })
    : finding('REGISTRY', 'ok');
}

async function checkVolume(volume: NtfsVolume): Promise<Finding[]> {
  const consistent = await volume.isConsistent();
  const why = 'its file table and the copy differ';
  return [
    consistent ? finding('CONSISTENT', 'ok') : finding('CONSISTENT', 'refused', { why }),
    finding('CLEAN', (await volume.isDirty()) ? 'refused' : 'ok'),
    finding('AWAKE', (await volume.isHibernated()) ? 'refused' : 'ok'),
  ];
}

async function checkState(volume: NtfsVolume): Promise<Finding> {
  const bytes = await volume.readFile(STATE);
  const text = bytes ? decode(bytes) : '';
  const state = /^\s*ImageState\s*=\s*(\w+)/im.exec(text)?.[1] ?? 'an unknown state';
  const result =
    state === GENERALISED ? 'ok' : state === CONFIGURED ? 'warning' : ('refused' as const);
  return finding('STATE', result, { state });
}

/** Windows writes UTF-16, other tools write bytes. */
const decode = (bytes: Buffer): string =>
  bytes
    .toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'latin1')
    .replace('\ufeff', '');

async function checkDrivers(volume: NtfsVolume, registry: Registry | null): Promise<Finding[]> {
  if (!registry) {
    return (['STORAGE_DRIVERS', 'NETWORK_DRIVER', 'DRIVERS'] as const).map((code) =>
      skipped(code, NO_WINDOWS),
    );
  }
  const known = registry.state === 'read' ? registry.drivers : null;
  const there = await namesIn(volume, DRIVERS);
  const missing = ['viostor.sys', 'vioscsi.sys'].filter((name) => !there.has(name));
  const idle = (['viostor', 'vioscsi'] as const).filter((name) => known?.includes(name) === false);
  const network = known ? known.includes('netkvm') : await hasNetworkFile(volume, there);
  return [
    missing.length > 0
      ? finding('STORAGE_DRIVERS', 'refused', { missing: missing.join(', ') })
      : idle.length > 0
        ? finding('STORAGE_DRIVERS', 'warning', { idle: idle.join(', ') })
        : finding('STORAGE_DRIVERS', 'ok'),
    finding('NETWORK_DRIVER', network ? 'ok' : 'refused'),
    registry.state === 'read'
      ? finding('DRIVERS', 'ok', { drivers: registry.drivers.join(', ') || 'none' })
      : finding('DRIVERS', 'warning', { why: registry.why }),
  ];
}

/** Returns no finding for unknown releases. */
async function checkRelease(volume: NtfsVolume): Promise<Finding[]> {
  const release = await diskDriverRelease(volume, NEW_DRIVERS);
  const windows = await releaseOf(volume);
  const hangs = release !== null && release >= HANGS.first && release < HANGS.fixed;
  return [
    ...(release ? [finding('DRIVER_RELEASE', hangs ? 'warning' : 'ok', { release })] : []),
    ...(windows ? [finding('PRODUCT_KEY', windows.ignoresSetupScripts ? 'warning' : 'ok')] : []),
  ];
}

const hasNetworkFile = async (volume: NtfsVolume, there: Set<string>): Promise<boolean> =>
  [there, await namesIn(volume, NEW_DRIVERS)].some((names) => names.has('netkvm.sys'));

const namesIn = async (volume: NtfsVolume, folder: string): Promise<Set<string>> =>
  new Set((await volume.list(folder)).map(({ name }) => name.toLowerCase()));

async function checkLoader(
  disk: DiskReader,
  kind: 'mbr' | 'gpt',
  partitions: Partition[],
): Promise<Finding> {
  if (kind === 'gpt') {
    const path = `\\${LOADER.replaceAll('/', '\\')}`;
    for (const { offset } of partitions) {
      if (await fatHasFile(disk, offset, LOADER)) return finding('LOADER', 'ok', { path });
    }
    return finding('LOADER', 'refused', { path, firmware: 'UEFI' });
  }
  const path = 'bootmgr on the active partition';
  const table = await disk.read(0, 512);
  const active = partitions.find(({ number }) => table[446 + (number - 1) * 16] === 0x80);
  const volume = active && (await NtfsVolume.open(disk, active.offset).catch(() => null));
  const found = await volume?.find('bootmgr').catch(() => null);
  return found
    ? finding('LOADER', 'ok', { path })
    : finding('LOADER', 'refused', { path, firmware: 'the BIOS' });
}

async function checkAnswers(volume: NtfsVolume): Promise<Finding> {
  for (const path of SETUP_LEFTOVERS) {
    if (await volume.find(path)) {
      return finding('ANSWERS', 'warning', { path: `\\${path.replaceAll('/', '\\')}` });
    }
  }
  return finding('ANSWERS', 'ok');
}

/** Returns the releases on a disk that satisfies the contract, `null` for unknown ones, and its display languages. */
export async function readReleases(
  disk: DiskReader,
): Promise<{ windows: WindowsRelease | null; virtioWin: number | null; languages: string[] }> {
  const table = readPartitions(await disk.read(0, TABLE_BYTES));
  const { volume } = (table && (await findWindows(disk, table.partitions))) ?? {};
  if (!volume) return { windows: null, virtioWin: null, languages: [] };
  const virtioWin = await diskDriverRelease(volume, NEW_DRIVERS);
  return { windows: await releaseOf(volume), virtioWin, languages: await languagesOf(volume) };
}

/**
 * Checks the requirements for offering an image; rejects every image that check-image rejects.
 * @returns usable drivers; `null` if they cannot be determined
 * @throws ImageRefused NO_WINDOWS, or CONTRACT_REFUSED with all findings
 */
export async function requireContract(disk: DiskReader): Promise<DriverName[] | null> {
  const { findings, drivers } = await checkContract(disk);
  const refused = findings.filter(({ result }) => result === 'refused');
  if (refused.length === 0) return drivers;
  const missing = refused.find(({ code }) => code === 'WINDOWS' || code === 'REGISTRY');
  const named = missing ? [missing] : refused;
  throw new ImageRefused(missing ? 'NO_WINDOWS' : 'CONTRACT_REFUSED', {
    why: named.map(({ message }) => message).join(' '),
    cure: named.map(({ cure }) => cure).join(' '),
  });
}
