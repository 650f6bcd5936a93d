import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { diskOf, fatVolume, inMemory } from '../../../../test/fakes/contract-disk.js';
import { windowsDisk, windowsVolume } from '../../testing/windows-disk.js';
import { ImageRefused } from '../image-failures.js';
import { FolderChunkStore } from '../folder-chunk-store.js';
import { importRawImage } from '../import-raw.js';
import { checkContract } from './check-contract.js';
import { checkImageFile } from './contract-disk.js';
import { chunkDisk } from './disk-reader.js';
import type { Finding, FindingCode } from './findings.js';
import { NtfsVolume } from './ntfs-volume.js';
import { requireContract } from './require-contract.js';

const MIB = 2 ** 20;
const LOADER = 'EFI/BOOT/BOOTX64.EFI';
const uefi = (c = windowsVolume()) => diskOf('gpt', [fatVolume(LOADER), c]);
const check = (disk: Buffer) => checkContract(inMemory(disk));
const of = (findings: Finding[], code: FindingCode) =>
  findings.find((finding) => finding.code === code);
const bad = (findings: Finding[]) =>
  findings.filter(({ result }) => result !== 'ok').map(({ code, result }) => `${code} ${result}`);

/** Exchanges letters of a name or a text, wherever they stand, at the same length. */
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

describe(checkContract, () => {
  it('finds nothing wrong with an image as the recipe makes it, for UEFI', async () => {
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
      'LOADER',
      'ANSWERS',
    ]);
  });

  it('finds nothing wrong with one for a BIOS, whose bootmgr is on the active partition', async () => {
    expect(bad(await check(diskOf('mbr', [windowsVolume()])))).toEqual([]);
  });

  it('names what is wrong with a disk without a partition table', async () => {
    const [finding] = await check(Buffer.alloc(4 * MIB));
    expect(finding).toMatchObject({ code: 'TABLE', result: 'refused' });
    expect(finding.cure).toContain('whole disk');
  });

  it('sees that the image was cut short', async () => {
    const whole = uefi();
    expect(of(await check(whole.subarray(0, whole.length - 2 * MIB)), 'WHOLE')).toMatchObject({
      result: 'refused',
      message: 'Partition 2 goes past the end of the image.',
    });
  });

  it('sees that there is no Windows', async () => {
    const findings = await check(diskOf('gpt', [fatVolume(LOADER)]));
    expect(bad(findings)).toEqual(['WINDOWS refused']);
  });

  it('sees that the registry is listed, but not there', async () => {
    const volume = windowsVolume();
    for (let at = volume.indexOf('regf'); at >= 0; at = volume.indexOf('regf')) volume[at] = 0;
    expect(bad(await check(uefi(volume)))).toEqual(['REGISTRY refused']);
    const missing = exchange(windowsVolume(), 'config', 'gifnoc', 'utf16le');
    expect(bad(await check(uefi(missing)))).toEqual(['REGISTRY refused']);
  });

  it('sees a recovery partition behind C:', async () => {
    const findings = await check(
      diskOf('gpt', [fatVolume(LOADER), windowsVolume(), fatVolume('A')]),
    );
    expect(bad(findings)).toEqual(['C_LAST refused']);
  });

  it('sees that C: was not closed cleanly', async () => {
    const volume = windowsVolume();
    // The flags in $Volume's VOLUME_INFORMATION, behind the version 3.1.
    const record = volume.indexOf(Buffer.from('$Volume', 'utf16le'));
    const version = volume.indexOf(Buffer.from([3, 1, 0, 0]), record);
    volume[version + 2] = 1;
    expect(bad(await check(uefi(volume)))).toContain('CLEAN refused');
  });

  it('sees that the log was not written back', async () => {
    const volume = windowsVolume();
    // ntfs-3g leaves the log empty; this one breaks off in the middle of something.
    const log = volume.indexOf(Buffer.alloc(64 * 1024, 0xff));
    volume[log] = 0;
    expect(bad(await check(uefi(volume)))).toEqual(['CLEAN refused']);
  });

  it('sees that the table of files and its copy differ', async () => {
    const volume = windowsVolume();
    const mirror = Number(volume.readBigUInt64LE(0x38)) * 4096;
    volume[mirror + 100] = volume[mirror + 100] ^ 1;
    expect(bad(await check(uefi(volume)))).toEqual(['CONSISTENT refused']);
  });

  it('sees that it is hibernated', async () => {
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

  it.each<[string, string, FindingCode]>([
    ['viostor.sys', 'viostor.xxx', 'STORAGE_DRIVERS'],
    ['vioscsi.sys', 'vioscsi.xxx', 'STORAGE_DRIVERS'],
    ['netkvm.sys', 'netkvm.xxx', 'NETWORK_DRIVER'],
  ])('misses %s', async (from, to, code) => {
    const volume = exchange(windowsVolume(), from, to, 'utf16le');
    const findings = await check(uefi(volume));
    expect(bad(findings)).toEqual([`${code} refused`]);
    expect(of(findings, code)!.message).toContain(from);
  });

  it('misses the boot loader, for each firmware in its own words', async () => {
    const gpt = await check(diskOf('gpt', [fatVolume('EFI/BOOT/OTHER.EFI'), windowsVolume()]));
    expect(of(gpt, 'LOADER')).toMatchObject({
      result: 'refused',
      message: 'Its boot loader is not where UEFI looks: \\EFI\\BOOT\\BOOTX64.EFI is missing.',
    });
    const volume = exchange(windowsVolume(), 'bootmgr', 'bootxxx', 'utf16le');
    const mbr = await check(diskOf('mbr', [volume]));
    expect(of(mbr, 'LOADER')).toMatchObject({ result: 'refused' });
  });

  it('gives every finding that is not good a cure', async () => {
    const volume = exchange(windowsVolume(), 'netkvm.sys', 'netkvm.xxx', 'utf16le');
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

  it('takes what check-image finds nothing wrong with, warnings included', async () => {
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

  it('refuses a Windows that is only a header', async () => {
    const disk = windowsDisk().fill(0, MIB + 512);
    expect(await refusal(disk)).toMatchObject({
      code: 'NO_WINDOWS',
      message:
        'The image contains no Windows: No NTFS partition has \\Windows\\System32\\ntoskrnl.exe.',
      cure: 'Install Windows on the disk before you take its image.',
    });
  });

  it('names everything that is wrong, and what to do about each', async () => {
    const volume = exchange(windowsVolume(), 'netkvm.sys', 'netkvm.xxx', 'utf16le');
    const refused = await refusal(diskOf('gpt', [fatVolume('EFI/BOOT/OTHER.EFI'), volume]));
    expect(refused).toMatchObject({ code: 'CONTRACT_REFUSED' });
    expect(refused!.message).toContain('netkvm.sys. Its boot loader is not where UEFI looks');
    expect(refused!.cure).toContain('Install virtio-win');
    expect(refused!.cure).toContain('bcdboot');
  });

  it('refuses a damaged file system, or takes it, but never fails on it', async () => {
    const whole = windowsVolume();
    const byte = fc.record({ at: fc.nat(whole.length - 1), to: fc.integer({ min: 0, max: 255 }) });
    // The boot sector and the first records are where everything hangs.
    const early = fc.record({ at: fc.nat(511), to: fc.integer({ min: 0, max: 255 }) });
    const record = fc
      .record({ at: fc.nat(64 * 1024), to: fc.integer({ min: 0, max: 255 }) })
      .map(({ at, to }) => ({ at: at + Number(whole.readBigUInt64LE(0x30)) * 4096, to }));
    const damage = fc.array(fc.oneof(byte, early, record), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const volume = Buffer.from(whole);
        for (const { at, to } of changes) volume[at] = to;
        const refused = await refusal(diskOf('mbr', [volume]));
        expect(refused === null || refused instanceof ImageRefused).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('reads no more of a folder than Windows ever has', async () => {
    const volume = windowsVolume();
    const root = volume.indexOf(Buffer.from('$I30', 'utf16le'));
    // The size of its blocks stands in the index root, behind the name: 4096 in this volume.
    for (let at = root; at < root + 64; at += 4) {
      if (volume.readUInt32LE(at) === 4096) volume.writeUInt32LE(0xffffffff, at);
    }
    expect(await refusal(diskOf('mbr', [volume]))).toBeInstanceOf(ImageRefused);
  });
});

describe(NtfsVolume, () => {
  const open = () => NtfsVolume.open(inMemory(windowsVolume()), 0);

  it('finds every file of a folder that has blocks of its own', async () => {
    const names = (await (await open()).list('Windows/System32/drivers')).map(({ name }) => name);
    expect(names).toHaveLength(163);
    expect(names).toContain('inbox-driver-with-a-long-name-160.sys');
  });

  it('ignores the case of letters, as Windows does', async () => {
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
  it('sees the same in a file, compressed or not, and in an imported image', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'casement-contract-'));
    try {
      const file = join(folder, 'disk.raw');
      await writeFile(file, uefi());
      const wanted = await check(uefi());
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

/** Where a file's first cluster lies, found by marking it through the reader's own reads. */
async function placeOf(volume: Buffer, path: string): Promise<number> {
  const places: number[] = [];
  const disk = inMemory(volume);
  const spied = {
    size: disk.size,
    read: (offset: number, length: number) => {
      places.push(offset);
      return disk.read(offset, length);
    },
  };
  await (await NtfsVolume.open(spied, 0)).readFile(path, 4096);
  return places.at(-1)!;
}
