import { readPartitions, TABLE_BYTES, type Partition } from '../partitions.js';
import type { DiskReader } from './disk-reader.js';
import { fatHasFile } from './fat-volume.js';
import { finding, skipped, type Finding } from './findings.js';
import { NtfsUnreadable, NtfsVolume } from './ntfs-volume.js';

const KERNEL = 'Windows/System32/ntoskrnl.exe';
const HIVE = 'Windows/System32/config/SYSTEM';
const DRIVERS = 'Windows/System32/drivers';
/** Where the builder, like virt-v2v, puts what Windows installs at its first start (its DevicePath). */
const NEW_DRIVERS = 'Windows/Drivers/VirtIO';
const STATE = 'Windows/Setup/State/State.ini';
const LOADER = 'EFI/BOOT/BOOTX64.EFI';
/** Its presence marks the lab's stand-in, which is no Windows and has no Windows drivers. */
const STAND_IN = 'Windows/casement-lab.txt';
const LEFT_BEHIND = ['Windows/Panther/unattend.xml', 'Windows/System32/Sysprep/unattend.xml'];

const GENERALISED = 'IMAGE_STATE_GENERALIZE_RESEAL_TO_OOBE';
const CONFIGURED = 'IMAGE_STATE_COMPLETE';

/** Holds a disk against the image contract (deploy/docs/images.md), without booting it and without root. */
export async function checkContract(disk: DiskReader): Promise<Finding[]> {
  const table = readPartitions(await disk.read(0, TABLE_BYTES));
  if (!table) return [finding('TABLE', 'refused')];
  const { kind, partitions } = table;
  const findings = [finding('TABLE', 'ok', { kind: kind.toUpperCase(), count: partitions.length })];
  const beyond = partitions.find(({ offset, size }) => offset + size > disk.size);
  findings.push(
    beyond ? finding('WHOLE', 'refused', { number: beyond.number }) : finding('WHOLE', 'ok'),
  );
  const windows = await findWindows(disk, partitions);
  if (!windows) return [...findings, finding('WINDOWS', 'refused')];
  const { volume, partition } = windows;
  const last = partitions.every(({ offset }) => offset <= partition.offset);
  findings.push(
    finding('WINDOWS', 'ok', { number: partition.number }),
    await checkRegistry(volume),
    finding('C_LAST', last ? 'ok' : 'refused'),
  );
  return [
    ...findings,
    ...(await checkVolume(volume)),
    await checkState(volume),
    ...(await checkDrivers(volume)),
    await checkLoader(disk, kind, partitions),
    await checkAnswers(volume),
  ];
}

/** C: is where Windows is; a system or recovery partition is NTFS too. */
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

/** The names of files say nothing of their content. Unlike the kernel a hive is never stored compressed. */
async function checkRegistry(volume: NtfsVolume): Promise<Finding> {
  const head = await volume.readFile(HIVE, 4);
  return finding('REGISTRY', head?.toString('latin1') === 'regf' ? 'ok' : 'refused');
}

async function checkVolume(volume: NtfsVolume): Promise<Finding[]> {
  const consistent = await volume.isConsistent();
  const why = 'its table of files and the copy of it differ';
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

/** Windows writes it in UTF-16, other tools as bytes. */
const decode = (bytes: Buffer): string =>
  bytes
    .toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'latin1')
    .replace('\ufeff', '');

async function checkDrivers(volume: NtfsVolume): Promise<Finding[]> {
  if (await volume.find(STAND_IN)) {
    const why = 'The lab’s stand-in is no Windows and has no Windows drivers.';
    return [skipped('STORAGE_DRIVERS', why), skipped('NETWORK_DRIVER', why)];
  }
  const namesIn = async (folder: string) =>
    new Set((await volume.list(folder)).map(({ name }) => name.toLowerCase()));
  const there = await namesIn(DRIVERS);
  const network = [there, await namesIn(NEW_DRIVERS)].some((names) => names.has('netkvm.sys'));
  const missing = ['viostor.sys', 'vioscsi.sys'].filter((name) => !there.has(name));
  return [
    missing.length === 0
      ? finding('STORAGE_DRIVERS', 'ok')
      : finding('STORAGE_DRIVERS', 'refused', { missing: missing.join(', ') }),
    finding('NETWORK_DRIVER', network ? 'ok' : 'refused'),
  ];
}

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
  for (const path of LEFT_BEHIND) {
    if (await volume.find(path)) {
      return finding('ANSWERS', 'warning', { path: `\\${path.replaceAll('/', '\\')}` });
    }
  }
  return finding('ANSWERS', 'ok');
}
