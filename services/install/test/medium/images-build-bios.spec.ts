import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage, type BuildOptions } from '@casement/windows-image/build/build-image.js';
import { openDiskFile } from '@casement/windows-image/volumes/disk-reader.js';
import { NtfsVolume } from '@casement/windows-image/volumes/ntfs-volume.js';
import {
  addEdition,
  makeIso,
  mediumIso,
  MEDIUM_PROGRAMS,
  run,
  write,
  writeMedium,
} from '@casement/windows-image/testing/windows-medium.js';

const GRUB = '/usr/lib/grub/i386-pc/boot.img';
const needed = [...MEDIUM_PROGRAMS, '/usr/bin/grub-mkimage', GRUB];
const withPrograms = needed.every((path) => existsSync(path)) ? describe : describe.skip;
const SIZE_MIB = 160;
const MIB = 2 ** 20;

withPrograms('buildImage for a BIOS', () => {
  let folder: string;
  let built: Awaited<ReturnType<typeof buildImage>>;
  let output: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-bios-'));
    writeMedium(
      folder,
      { name: 'Core', id: 'ServerStandardCore' },
      { name: 'Desktop', id: 'ServerStandard' },
    );
    output = join(folder, 'udf.raw');
    built = await build({ iso: mediumIso(folder, 'udf'), output });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const build = (options: Pick<BuildOptions, 'iso' | 'output'> & Partial<BuildOptions>) =>
    buildImage({
      drivers: join(folder, 'drivers'),
      edition: 'Desktop',
      sizeMib: SIZE_MIB,
      firmware: 'bios',
      ...options,
    });

  async function onDisk<T>(poll: (volume: NtfsVolume) => Promise<T>): Promise<T> {
    const disk = await openDiskFile(output);
    try {
      return await poll(await NtfsVolume.open(disk, MIB));
    } finally {
      await disk.close();
    }
  }

  const hivexget = (file: string, ...path: string[]) =>
    execFileSync('hivexget', [join(folder, file), ...path]);

  it('passes check-image for UDF media and for a split image on ISO 9660', async () => {
    expect(built.findings.filter(({ result }) => result !== 'ok')).toEqual([]);
    expect(built.findings).toHaveLength(16);
    run('wimlib-imagex', ['split', 'install.wim', 'install.swm', '0.5'], folder);
    const split = {
      iso: mediumIso(folder, 'split', '*.swm', false),
      output: join(folder, 'split.raw'),
    };
    const { findings } = await build(split);
    expect(findings.filter(({ result }) => result !== 'ok')).toEqual([]);
  });

  it('creates one active MBR partition for C: with its position in the boot sector', async () => {
    const { partitiontable: table } = JSON.parse(run('sfdisk', ['-J', output], folder)) as {
      partitiontable: { label: string; partitions: object[] };
    };
    expect(table.label).toBe('dos');
    expect(table.partitions).toMatchObject([
      { start: 2048, size: (SIZE_MIB - 1) * 2048, type: '7', bootable: true },
    ]);
    const record = (await readFile(output)).subarray(MIB, MIB + 512);
    // Geometry by which bootmgr finds its partition: sectors per track and heads. Hidden sectors follow.
    expect([0x18, 0x1a].map((at) => record.readUInt16LE(at))).toEqual([63, 255]);
    expect(record.readUInt32LE(0x1c)).toBe(2048);
  });

  it('writes a BCD store in which hivexget reads the disk, the partition and the BIOS loader', async () => {
    const store = await onDisk((volume) => volume.readFile('Boot/BCD'));
    await writeFile(join(folder, 'BCD'), store!);
    const manager = '\\Objects\\{9dea862c-5cdd-4e70-acc1-f32b344d4795}\\Elements';
    const text = (key: string) => hivexget('BCD', key, 'Element').toString().trim();
    const loader = `\\Objects\\${text(`${manager}\\23000003`)}\\Elements`;
    const resume = `\\Objects\\${text(`${manager}\\23000006`)}\\Elements`;
    expect(text(`${loader}\\12000002`)).toBe('\\Windows\\system32\\winload.exe');
    expect(text(`${resume}\\12000002`)).toBe('\\Windows\\system32\\winresume.exe');
    expect(text(`${loader}\\22000002`)).toBe('\\Windows');
    // Loader settings of the image's own template for a BIOS.
    expect(text(`${loader}\\15000066`)).toBe('bios');
    const { partitiontable: table } = JSON.parse(run('sfdisk', ['-J', output], folder)) as {
      partitiontable: { id: string };
    };
    const devices = [`${manager}\\11000001`, `${loader}\\11000001`, `${loader}\\21000001`];
    for (const ddOptions of devices) {
      const device = hivexget('BCD', ddOptions, 'Element');
      expect(device).toHaveLength(88);
      expect([device.readUInt32LE(16), device.readUInt32LE(24)]).toEqual([6, 0x48]);
      expect(device.readBigUInt64LE(32)).toBe(BigInt(MIB));
      expect(device.readUInt32LE(52)).toBe(1);
      expect(device.readUInt32LE(56)).toBe(Number(table.id));
    }
  });

  it('puts the boot files in the root of C:, writable only by Windows', async () => {
    const names = await onDisk(async (volume) => ({
      top: (await volume.list('')).map(({ name }) => name),
      boot: (await volume.list('Boot')).map(({ name }) => name),
      manager: (await volume.readFile('bootmgr'))!.toString(),
    }));
    expect(names.top).toEqual(expect.arrayContaining(['bootmgr', 'BOOTNXT', 'Boot', 'Windows']));
    expect(names.boot.sort()).toEqual(['BCD', 'Fonts', 'en-US', 'memtest.exe']);
    expect(names.manager).toBe('not a boot manager');
    const ddOptions = ['bs=1M', 'skip=1', `count=${SIZE_MIB - 1}`];
    run('dd', [`if=${output}`, 'of=c.ntfs', ...ddOptions], folder);
    for (const path of ['/bootmgr', '/Boot', '/Boot/BCD', '/Boot/Fonts', '/Boot/en-US']) {
      const rights = run('ntfsinfo', ['-f', '-F', path, 'c.ntfs'], folder);
      expect(rights).toContain('Owner SID:\t\t S-1-5-18');
      expect(rights).not.toContain('S-1-1-0');
    }
  });

  it("starts the disk with GRUB's boot.img up to the signature and the partition table", async () => {
    const [disk, boot] = [await readFile(output), await readFile(GRUB)];
    const differing = [...boot.subarray(0, 440).entries()].filter(
      ([at, byte]) => disk[at] !== byte,
    );
    // The two bytes of the jump that grub-bios-setup overwrites as well.
    expect(differing.map(([at]) => at)).toEqual([0x66, 0x67]);
    expect(disk.subarray(512, 1024).equals(Buffer.alloc(512))).toBe(false);
    expect(disk.subarray(MIB - 512, MIB).equals(Buffer.alloc(512))).toBe(true);
  });

  it('rejects an edition without BIOS support or with unexpected boot file names', async () => {
    const spoiled = async (name: string, files: Record<string, string>, missing?: string) => {
      run('cp', ['-a', 'tree', name], folder);
      write(join(folder, name), files);
      if (missing) await rm(join(folder, name, missing));
      addEdition(folder, name, `${name}.wim`, { name, id: 'ServerStandard' });
      run('sh', ['-c', `mkdir -p ${name}-medium/sources`], folder);
      run('cp', [`${name}.wim`, `${name}-medium/sources/install.wim`], folder);
      const iso = makeIso(folder, `${name}-medium`, `${name}.iso`, true);
      return build({ iso, output: join(folder, 'none.raw'), edition: undefined });
    };
    await expect(spoiled('bare', {}, 'Windows/Boot/PCAT/bootmgr')).rejects.toThrow(
      'bare has no \\Windows\\Boot\\PCAT\\bootmgr, so no BIOS can start it.',
    );
    await expect(spoiled('odd', { 'Windows/Boot/PCAT/a"b': '' })).rejects.toThrow(
      'odd has a boot file of an odd name.',
    );
    expect(existsSync(join(folder, 'none.raw'))).toBe(false);
  });
});
