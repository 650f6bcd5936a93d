import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { diskOf, fatVolume, inMemory } from '../testing/contract-disk.js';
import { emptyHive } from '../testing/empty-hive.js';
import { windowsDisk, windowsHive, windowsVolume } from '../testing/windows-disk.js';
import { ImageRefused } from '../image-failures.js';
import { FolderChunkStore } from '../store/folder-chunk-store.js';
import { importRawImage } from '../import/import-raw.js';
import { checkContract, requireContract } from './check-contract.js';
import { checkImageFile } from './contract-disk.js';
import { chunkDisk } from '../volumes/disk-reader.js';
import type { Finding, FindingCode } from './findings.js';
import { NtfsVolume } from '../volumes/ntfs-volume.js';

const MIB = 2 ** 20;
const LOADER = 'EFI/BOOT/BOOTX64.EFI';
const uefi = (c = windowsVolume()) => diskOf('gpt', [fatVolume(LOADER), c]);
const check = async (disk: Buffer) => (await checkContract(inMemory(disk))).findings;
const of = (findings: Finding[], code: FindingCode) =>
  findings.find((finding) => finding.code === code);
const bad = (findings: Finding[]) =>
  findings.filter(({ result }) => result !== 'ok').map(({ code, result }) => `${code} ${result}`);

/** Replaces all occurrences of a name or text with another of the same length. */
function exchange(volume: Buffer, from: string, to: string, encoding: BufferEncoding): Buffer {
  const wanted = Buffer.from(from, encoding);
  let found = 0;
  for (let at = volume.indexOf(wanted); at >= 0; at = volume.indexOf(wanted, at + 1)) {
    volume.write(to, at, encoding);
    found += 1;
  }
  if (found === 0) throw new Error(`${from} is not in the volume`);
  return volume;
}

const HIBERNATION = 'hiberfil.sys';

/** Replaces the SYSTEM hive with a hive that is not longer, padded with zeros. */
function withHive(hive: Buffer): Buffer {
  const volume = windowsVolume();
  const at = volume.indexOf('regf');
  volume.fill(0, at, at + windowsHive().length);
  hive.copy(volume, at);
  return volume;
}

function withByte(hive: Buffer, at: number): Buffer {
  hive[at] = hive[at] ^ 1;
  return hive;
}

/** Builds a hive as Windows leaves it between a change and its log: the second sequence number is behind. */
function asHive(sequence: number): Buffer {
  const hive = windowsHive();
  hive.writeUInt32LE(sequence, 4);
  hive.writeUInt32LE(sequence - 1, 8);
  let sum = 0;
  for (let at = 0; at < 508; at += 4) sum ^= hive.readUInt32LE(at);
  hive.writeUInt32LE(sum >>> 0, 508);
  return withHive(hive);
}

/** Renames a service in the volume's registry. File names are not affected because they are UTF-16. */
const without = (service: string): Buffer =>
  exchange(windowsVolume(), service, service.replace(/^./, 'x'), 'latin1');

describe(checkContract, () => {
  it('accepts a UEFI image built with the recipe', async () => {
    const findings = await check(uefi());
    expect(bad(findings)).toEqual([]);
    expect(findings.map(({ code }) => code)).toEqual([
      'TABLE',
      'WHOLE',
      'WINDOWS',
      'REGISTRY',
      'C_LAST',
      'CONSISTENT',
      'CLEAN',
      'AWAKE',
      'STATE',
      'STORAGE_DRIVERS',
      'NETWORK_DRIVER',
      'DRIVERS',
      'LOADER',
      'ANSWERS',
    ]);
  });

  it('accepts a BIOS image with bootmgr on the active partition', async () => {
    expect(bad(await check(diskOf('mbr', [windowsVolume()])))).toEqual([]);
  });

  it('reports a disk without a partition table', async () => {
    const [finding] = await check(Buffer.alloc(4 * MIB));
    expect(finding).toMatchObject({ code: 'TABLE', result: 'refused' });
    expect(finding.cure).toContain('whole disk');
  });

  it('detects a truncated image', async () => {
    const complete = uefi();
    expect(of(await check(complete.subarray(0, complete.length - 2 * MIB)), 'WHOLE')).toMatchObject(
      {
        result: 'refused',
        message: 'Partition 2 extends beyond the end of the image.',
      },
    );
  });

  it('detects a missing Windows', async () => {
    const findings = await check(diskOf('gpt', [fatVolume(LOADER)]));
    expect(bad(findings)).toEqual(['WINDOWS refused']);
  });

  it('detects a registry that is listed but missing', async () => {
    const volume = windowsVolume();
    for (let at = volume.indexOf('regf'); at >= 0; at = volume.indexOf('regf')) volume[at] = 0;
    const refused = ['REGISTRY refused', 'DRIVERS warning'];
    expect(bad(await check(uefi(volume)))).toEqual(refused);
    const missing = exchange(windowsVolume(), 'config', 'gifnoc', 'utf16le');
    expect(bad(await check(uefi(missing)))).toEqual(refused);
  });

  it('detects a recovery partition behind C:', async () => {
    const findings = await check(
      diskOf('gpt', [fatVolume(LOADER), windowsVolume(), fatVolume('A')]),
    );
    expect(bad(findings)).toEqual(['C_LAST refused']);
  });

  it('detects a C: with the NTFS dirty flag', async () => {
    const volume = windowsVolume();
    // Flags in $Volume's VOLUME_INFORMATION, after the version 3.1.
    const record = volume.indexOf(Buffer.from('$Volume', 'utf16le'));
    const version = volume.indexOf(Buffer.from([3, 1, 0, 0]), record);
    volume[version + 2] = 1;
    expect(bad(await check(uefi(volume)))).toContain('CLEAN refused');
  });

  it('detects a log that was not written back', async () => {
    const volume = windowsVolume();
    // ntfs-3g leaves the log empty; this log ends in the middle of an entry.
    const log = volume.indexOf(Buffer.alloc(64 * 1024, 0xff));
    volume[log] = 0;
    expect(bad(await check(uefi(volume)))).toEqual(['CLEAN refused']);
  });

  it('detects a file table that differs from its copy', async () => {
    const volume = windowsVolume();
    const mirror = Number(volume.readBigUInt64LE(0x38)) * 4096;
    volume[mirror + 100] = volume[mirror + 100] ^ 1;
    expect(bad(await check(uefi(volume)))).toEqual(['CONSISTENT refused']);
  });

  it('detects hibernation', async () => {
    const volume = windowsVolume();
    const file = await NtfsVolume.open(inMemory(volume), 0);
    expect((await file.find(HIBERNATION))?.size).toBe(16 * 1024);
    const asleep = await placeOf(volume, HIBERNATION);
    volume.write('hibr', asleep, 'latin1');
    expect(bad(await check(uefi(volume)))).toEqual(['AWAKE refused']);
  });

  it.each([
    ['IMAGE_STATE_COMPLETE', 'warning'],
    ['IMAGE_STATE_UNDEPLOYABLE', 'refused'],
    ['IMAGE_STATE_SPECIALIZE_RESEAL_TO_OOBE', 'refused'],
  ])('evaluates the image state %s', async (state, result) => {
    const before = 'IMAGE_STATE_GENERALIZE_RESEAL_TO_OOBE';
    const volume = exchange(windowsVolume(), before, state.padEnd(before.length), 'utf16le');
    const finding = of(await check(uefi(volume)), 'STATE')!;
    expect(finding).toMatchObject({ result });
    expect(finding.message).toContain(state);
  });

  it.each(['viostor.sys', 'vioscsi.sys'])('reports missing %s', async (name) => {
    const volume = exchange(windowsVolume(), name, name.replace('.sys', '.xxx'), 'utf16le');
    const findings = await check(uefi(volume));
    expect(bad(findings)).toEqual(['STORAGE_DRIVERS refused']);
    expect(of(findings, 'STORAGE_DRIVERS')!.message).toContain(name);
  });

  it('reads the usable drivers from the registry instead of the files', async () => {
    expect((await checkContract(inMemory(uefi()))).drivers).toEqual([
      'viostor',
      'vioscsi',
      'storahci',
      'stornvme',
      'netkvm',
    ]);
    // The service is renamed, so the existing driver file is never started.
    const idle = await checkContract(inMemory(uefi(without('vioscsi'))));
    expect(idle.drivers).toEqual(['viostor', 'storahci', 'stornvme', 'netkvm']);
    expect(bad(idle.findings)).toEqual(['STORAGE_DRIVERS warning']);
    expect(of(idle.findings, 'STORAGE_DRIVERS')!.message).toContain('vioscsi.');
    expect(bad(await check(uefi(without('netkvm'))))).toEqual(['NETWORK_DRIVER refused']);
  });

  it('returns unknown drivers if the registry’s last changes are in its log', async () => {
    const { findings, drivers } = await checkContract(inMemory(uefi(asHive(2))));
    expect(drivers).toBeNull();
    expect(bad(findings)).toEqual(['DRIVERS warning']);
  });

  it.each<[string, Buffer, string]>([
    ['is truncated', windowsHive().subarray(0, 8192), 'it is damaged'],
    ['is not a hive', Buffer.from('MZ'.padEnd(12_288)), 'it is not a registry hive'],
    ['has a damaged header', withByte(windowsHive(), 100), 'its header is damaged'],
    ['is a hive without services', emptyHive(), 'it lists no services'],
  ])('rejects an image whose registry %s, with a complete sentence', async (_, hive, why) => {
    const findings = await check(uefi(withHive(hive)));
    expect(bad(findings)).toContain('REGISTRY refused');
    expect(of(findings, 'REGISTRY')!.message).toBe(
      `\\Windows\\System32\\config\\SYSTEM cannot be used: ${why}.`,
    );
  });

  it('reports a missing boot loader with a text per firmware', async () => {
    const gpt = await check(diskOf('gpt', [fatVolume('EFI/BOOT/OTHER.EFI'), windowsVolume()]));
    expect(of(gpt, 'LOADER')).toMatchObject({
      result: 'refused',
      message: 'Its boot loader is not where UEFI expects it: \\EFI\\BOOT\\BOOTX64.EFI is missing.',
    });
    const volume = exchange(windowsVolume(), 'bootmgr', 'bootxxx', 'utf16le');
    const mbr = await check(diskOf('mbr', [volume]));
    expect(of(mbr, 'LOADER')).toMatchObject({ result: 'refused' });
  });

  it('has a remedy for every finding that is not ok', async () => {
    const volume = exchange(windowsVolume(), 'viostor.sys', 'viostor.xxx', 'utf16le');
    for (const { result, cure } of await check(uefi(volume))) {
      expect(cure === null).toBe(result === 'ok');
    }
  });
});

describe(requireContract, () => {
  const refusal = (disk: Buffer) =>
    requireContract(inMemory(disk)).then(
      () => null,
      (error: ImageRefused) => error,
    );

  it('accepts images that check-image accepts, including those with warnings', async () => {
    const before = 'IMAGE_STATE_GENERALIZE_RESEAL_TO_OOBE';
    const configured = 'IMAGE_STATE_COMPLETE'.padEnd(before.length);
    for (const volume of [
      windowsVolume(),
      exchange(windowsVolume(), before, configured, 'utf16le'),
    ]) {
      expect(await refusal(uefi(volume))).toBeNull();
    }
    expect(await refusal(windowsDisk())).toBeNull();
  });

  it('rejects a Windows that consists only of a header', async () => {
    const disk = windowsDisk().fill(0, MIB + 512);
    expect(await refusal(disk)).toMatchObject({
      code: 'NO_WINDOWS',
      message:
        'The image does not contain Windows: No NTFS partition has \\Windows\\System32\\ntoskrnl.exe.',
      cure: 'Install Windows on the disk before you capture the image.',
    });
  });

  it('lists all problems with their remedies', async () => {
    const volume = without('netkvm');
    const refused = await refusal(diskOf('gpt', [fatVolume('EFI/BOOT/OTHER.EFI'), volume]));
    expect(refused).toMatchObject({ code: 'CONTRACT_REFUSED' });
    expect(refused!.message).toContain('netkvm.sys. Its boot loader is not where UEFI expects it');
    expect(refused!.cure).toContain('Install virtio-win');
    expect(refused!.cure).toContain('bcdboot');
  });

  it('never crashes on a damaged file system', async () => {
    const complete = windowsVolume();
    const byte = fc.record({
      at: fc.nat(complete.length - 1),
      to: fc.integer({ min: 0, max: 255 }),
    });
    // The boot sector and the first records affect all other structures.
    const early = fc.record({ at: fc.nat(511), to: fc.integer({ min: 0, max: 255 }) });
    const record = fc
      .record({ at: fc.nat(64 * 1024), to: fc.integer({ min: 0, max: 255 }) })
      .map(({ at, to }) => ({ at: at + Number(complete.readBigUInt64LE(0x30)) * 4096, to }));
    const damage = fc.array(fc.oneof(byte, early, record), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const volume = Buffer.from(complete);
        for (const { at, to } of changes) volume[at] = to;
        const refused = await refusal(diskOf('mbr', [volume]));
        expect(refused === null || refused instanceof ImageRefused).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('limits the entries read from a folder to Windows’ maximum', async () => {
    const volume = windowsVolume();
    const root = volume.indexOf(Buffer.from('$I30', 'utf16le'));
    // Block size in the index root, after the name: 4096 in this volume.
    for (let at = root; at < root + 64; at += 4) {
      if (volume.readUInt32LE(at) === 4096) volume.writeUInt32LE(0xffffffff, at);
    }
    expect(await refusal(diskOf('mbr', [volume]))).toBeInstanceOf(ImageRefused);
  });
});

describe(NtfsVolume, () => {
  const open = () => NtfsVolume.open(inMemory(windowsVolume()), 0);

  it('finds every file of a folder with separate index blocks', async () => {
    const names = (await (await open()).list('Windows/System32/drivers')).map(({ name }) => name);
    expect(names).toHaveLength(163);
    expect(names).toContain('inbox-driver-with-a-long-name-160.sys');
  });

  it('ignores letter case, as Windows does', async () => {
    const volume = await open();
    expect(await volume.find('WINDOWS/system32/NTOSKRNL.exe')).toMatchObject({ isFolder: false });
    expect(await volume.find('Windows/System33')).toBeNull();
    expect(await volume.find('Windows/System32/ntoskrnl.exe/more')).toBeNull();
  });

  it('reads a file', async () => {
    const content = await (await open()).readFile('Windows/System32/ntoskrnl.exe');
    expect(content?.toString()).toBe('not a kernel\n');
  });
});

describe(checkImageFile, () => {
  it('returns the same result for plain, compressed and imported images', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'casement-contract-'));
    try {
      const file = join(folder, 'disk.raw');
      await writeFile(file, uefi());
      const wanted = await checkContract(inMemory(uefi()));
      expect(await checkImageFile(file, 2 ** 30)).toEqual(wanted);
      const store = new FolderChunkStore(join(folder, 'store'));
      const { manifest } = await importRawImage(file, store, { chunkSize: MIB });
      expect(manifest.firmware).toBe('uefi');
      expect(await checkContract(chunkDisk(manifest, store))).toEqual(wanted);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** Returns the location of a file's first cluster, found by marking it through the reader's own reads. */
async function placeOf(volume: Buffer, path: string): Promise<number> {
  const offsets: number[] = [];
  const disk = inMemory(volume);
  const spied = {
    size: disk.size,
    read: (offset: number, length: number) => {
      offsets.push(offset);
      return disk.read(offset, length);
    },
  };
  await (await NtfsVolume.open(spied, 0)).readFile(path, 4096);
  return offsets.at(-1)!;
}
