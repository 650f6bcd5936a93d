import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildImage,
  chooseEdition,
  type BuildOptions,
} from '@casement/windows-image/build/build-image.js';
import { guidBytes } from '@casement/windows-image/build/bcd.js';
import { checkContract } from '@casement/windows-image/contract/check-contract.js';
import { openDiskFile } from '@casement/windows-image/volumes/disk-reader.js';
import { NtfsVolume } from '@casement/windows-image/volumes/ntfs-volume.js';
import { readPartitions, TABLE_BYTES } from '@casement/windows-image/volumes/partitions.js';
import { Hive } from '@casement/windows-image/registry/hive.js';
import { readImageDrivers } from '@casement/windows-image/registry/image-drivers.js';
import { emptyHive } from '@casement/windows-image/testing/empty-hive.js';
import {
  addEdition,
  driverFolder,
  makeIso,
  mediumIso,
  MEDIUM_PROGRAMS,
  run,
  storageInf,
  windowsTree,
  write,
  writeMedium,
} from '@casement/windows-image/testing/windows-medium.js';

const withPrograms = MEDIUM_PROGRAMS.every((path) => existsSync(path)) ? describe : describe.skip;
const SIZE_MIB = 400;
const MIB = 2 ** 20;

withPrograms(buildImage, () => {
  let folder: string;
  let iso: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-build-'));
    writeMedium(
      folder,
      { name: 'Core', id: 'ServerStandardCore' },
      { name: 'Desktop', id: 'ServerStandard' },
    );
    iso = mediumIso(folder, 'medium');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  let builds = 0;
  const build = (options: Partial<BuildOptions> = {}) =>
    buildImage({
      iso,
      drivers: join(folder, 'drivers'),
      output: join(folder, 'out', `disk-${++builds}.raw`),
      edition: 'Desktop',
      sizeMib: SIZE_MIB,
      ...options,
    });

  beforeEach(() => mkdir(join(folder, 'out'), { recursive: true }));
  afterEach(() => rm(join(folder, 'out'), { recursive: true, force: true }));

  /** Returns the message of the refusal and checks that no files are left. */
  async function refusal(options: Partial<BuildOptions>): Promise<string> {
    const error = await build(options).then(
      () => null,
      (caught: unknown) => caught as Error,
    );
    expect(error?.name).toBe('BuildRefused');
    expect(readdirSync(join(folder, 'out'))).toEqual([]);
    return error!.message;
  }

  async function open(output: string) {
    const disk = await openDiskFile(output);
    const { partitions } = readPartitions(await disk.read(0, TABLE_BYTES))!;
    const volume = await NtfsVolume.open(disk, partitions[2].offset);
    return { disk, partitions, volume };
  }

  const hivexget = (file: string, ...path: string[]) =>
    execFileSync('hivexget', [join(folder, file), ...path]);

  const numberAt = (...path: string[]) => Number(hivexget('SYSTEM', ...path).toString());

  describe('UDF medium with two editions', () => {
    let output: string;
    let built: Awaited<ReturnType<typeof build>>;
    beforeEach(async () => {
      output = join(folder, 'built.raw');
      // Built once for all these tests.
      built ??= await build({ output });
    });

    it('produces a disk that passes check-image', () => {
      expect(built.findings.filter(({ result }) => result !== 'ok')).toEqual([]);
      expect(built.findings).toHaveLength(16);
      expect(built.edition).toMatchObject({ id: 'ServerStandard', languages: ['de-DE'] });
      expect(built.recipe.name).toBe('windows-server-2022');
      expect(built.drivers.map(({ inf }) => inf)).toEqual([
        'viostor.inf',
        'vioscsi.inf',
        'netkvm.inf',
      ]);
    });

    it('has a BCD store in which hivexget reads the partitions and the loader', async () => {
      const { disk, partitions } = await open(output);
      await disk.close();
      run('mcopy', ['-i', `${output}@@1M`, '-n', '-s', '::EFI', 'esp'], await fresh('esp'));
      const store = 'esp/EFI/Microsoft/Boot/BCD';
      const manager = '\\Objects\\{9dea862c-5cdd-4e70-acc1-f32b344d4795}\\Elements';
      const loader = hivexget(store, `${manager}\\23000003`, 'Element').toString().trim();
      const elements = `\\Objects\\${loader}\\Elements`;
      const path = hivexget(store, `${elements}\\12000002`, 'Element').toString().trim();
      expect(path).toBe('\\Windows\\system32\\winload.efi');
      expect(hivexget(store, `${elements}\\12000005`, 'Element').toString().trim()).toBe('de-DE');
      // Loader settings of the image's own template.
      expect(hivexget(store, `${elements}\\15000066`, 'Element').toString().trim()).toBe('uefi');
      const { partitiontable: table } = JSON.parse(run('sfdisk', ['-J', output], folder)) as {
        partitiontable: { id: string; partitions: { uuid: string }[] };
      };
      const [efi, , windows] = table.partitions.map(({ uuid }) => uuid);
      for (const [location, uuid] of [
        [`${manager}\\11000001`, efi],
        [`${elements}\\11000001`, windows],
        [`${elements}\\21000001`, windows],
      ]) {
        const device = hivexget(store, location, 'Element');
        expect(device).toHaveLength(88);
        expect(device.subarray(32, 48)).toEqual(guidBytes(uuid));
        expect(device.subarray(56, 72)).toEqual(guidBytes(table.id));
      }
      expect(partitions.map(({ size }) => size / MIB)).toEqual([260, 16, SIZE_MIB - 278]);
      expect(await readFile(join(folder, 'esp/EFI/BOOT/BOOTX64.EFI'), 'utf8')).toBe('not a loader');
      expect(readdirSync(join(folder, 'esp/EFI/Microsoft/Boot')).sort()).toEqual([
        'BCD',
        'Fonts',
        'bootmgfw.efi',
        'en-US',
      ]);
    });

    it('has boot-start drivers according to hivexget and our own reader', async () => {
      const { disk, volume } = await open(output);
      await writeFile(
        join(folder, 'SYSTEM'),
        (await volume.readFile('Windows/System32/config/SYSTEM', 2 ** 26))!,
      );
      for (const [name, device] of [
        ['viostor', '1001'],
        ['vioscsi', '1004'],
      ]) {
        const service = `\\ControlSet001\\Services\\${name}`;
        expect(numberAt(service, 'Start')).toBe(0);
        expect(hivexget('SYSTEM', service, 'ImagePath').toString().trim()).toBe(
          `System32\\drivers\\${name}.sys`,
        );
        expect(numberAt(`${service}\\Parameters`, 'BusType')).toBe(10);
        const id = `\\DriverDatabase\\DeviceIds\\PCI\\VEN_1AF4&DEV_${device}`;
        expect(hivexget('SYSTEM', id, `oem-${name}.inf`)).toEqual(Buffer.from([2, 0xff, 0, 0]));
        const inf = `\\DriverDatabase\\DriverInfFiles\\oem-${name}.inf`;
        const store = hivexget('SYSTEM', inf, 'Active').toString().trim();
        expect(store).toMatch(new RegExp(`^${name}\\.inf_amd64_[\\da-f]{16}$`));
        const files = await volume.list(`Windows/System32/DriverStore/FileRepository/${store}`);
        expect(files.map((file) => file.name).sort()).toEqual(
          ['cat', 'inf', 'sys'].map((ending) => `${name}.${ending}`),
        );
        const version = hivexget('SYSTEM', `\\DriverDatabase\\DriverPackages\\${store}`, 'Version');
        expect(version.subarray(8, 24)).toEqual(guidBytes('4d36e97b-e325-11ce-bfc1-08002be10318'));
        expect([38, 36, 34, 32].map((at) => version.readUInt16LE(at))).toEqual([
          100, 95, 104, 26600,
        ]);
      }
      const hive = Hive.open(await readFile(join(folder, 'SYSTEM')));
      const locations = { system: hive, drivers: null, staged: new Set<string>() };
      expect(readImageDrivers(locations)).toEqual(['viostor', 'vioscsi']);
      // Includes the folder named by the image's DevicePath.
      expect((await checkContract(disk)).drivers).toEqual(['viostor', 'vioscsi', 'netkvm']);
      expect(hive.key('ControlSet001\\Control\\Power')!.number('HibernateEnabled')).toBe(0);
      expect(hive.key('ControlSet001\\Services\\disk')!.number('Start')).toBe(0);
      await disk.close();
    });

    it('has the other drivers where Windows searches for them, and no recovery image', async () => {
      const { disk, volume } = await open(output);
      const names = (await volume.list('Windows/Drivers/VirtIO')).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['netkvm.cat', 'netkvm.inf', 'netkvm.sys']));
      const software = Hive.open((await volume.readFile('Windows/System32/config/SOFTWARE'))!);
      expect(software.key('Microsoft\\Windows\\CurrentVersion')!.text('DevicePath')).toBe(
        '%SystemRoot%\\inf;%SystemRoot%\\Drivers\\VirtIO',
      );
      expect(await volume.find('Windows/System32/Recovery/Winre.wim')).toBeNull();
      await disk.close();
    });

    it('allows only Windows to change a driver', () => {
      const location = ['bs=1M', 'skip=277', `count=${SIZE_MIB - 278}`];
      run('dd', [`if=${output}`, 'of=c.ntfs', ...location], folder);
      for (const path of ['/Windows/System32/drivers/viostor.sys', '/Windows/Drivers/VirtIO']) {
        const rights = run('ntfsinfo', ['-f', '-F', path, 'c.ntfs'], folder);
        expect(rights).toContain('Owner SID:\t\t S-1-5-18');
        expect(rights).toMatch(
          /access:0x1f01ff\s+SID: S-1-5-18\s+ACE:.*0x1200a9\s+SID: S-1-5-11\s/,
        );
        expect(rights).not.toContain('S-1-1-0');
      }
      expect(run('ntfsfix', ['-n', 'c.ntfs'], folder)).toContain('processed successfully');
    });
  });

  it('accepts a split image on ISO 9660, a solid image and a read-only image', async () => {
    run('wimlib-imagex', ['split', 'install.wim', 'install.swm', '0.5'], folder);
    expect(readdirSync(folder).filter((name) => name.endsWith('.swm')).length).toBeGreaterThan(1);
    const split = await build({ iso: mediumIso(folder, 'split', '*.swm', false) });
    expect(split.findings.filter(({ result }) => result !== 'ok')).toEqual([]);
    run('wimlib-imagex', ['export', 'install.wim', '2', 'install.esd', '--solid'], folder);
    const solid = await build({
      iso: mediumIso(folder, 'solid', 'install.esd'),
      edition: undefined,
    });
    expect(solid.findings.filter(({ result }) => result !== 'ok')).toEqual([]);
    const bytes = await readFile(join(folder, 'install.wim'));
    // Sets the read-only flag in the header.
    bytes.writeUInt32LE(bytes.readUInt32LE(16) | 4, 16);
    write(folder, { 'locked/sources/install.wim': bytes });
    const locked = await build({ iso: makeIso(folder, 'locked', 'locked.iso', true) });
    expect(locked.findings.filter(({ result }) => result !== 'ok')).toEqual([]);
  });

  it('reads the x64 part of a medium for both architectures', async () => {
    run('sh', ['-c', 'mkdir -p both/x64/sources && cp install.wim both/x64/sources/'], folder);
    write(folder, { 'both/x86/sources/install.wim': 'for another architecture' });
    const { edition } = await build({ iso: makeIso(folder, 'both', 'both.iso', false) });
    expect(edition.id).toBe('ServerStandard');
  });

  it('warns about disk drivers that hang and an OEM product key', async () => {
    write(join(folder, 'oem'), windowsTree(folder, '00330-80000-00000-AAOEM'));
    addEdition(folder, 'oem', 'oem.wim', { name: 'OEM', id: 'Professional' });
    write(folder, { 'oem-medium/sources/install.wim': await readFile(join(folder, 'oem.wim')) });
    for (const [path, content] of Object.entries(driverFolder())) {
      const old = String(content).replace('100.95.104.26600', '100.95.104.26200');
      write(join(folder, 'hanging'), { [path]: old });
    }
    const { findings } = await build({
      iso: makeIso(folder, 'oem-medium', 'oem.iso', false),
      drivers: join(folder, 'hanging'),
      edition: undefined,
    });
    expect(findings.filter(({ result }) => result !== 'ok').map(({ code }) => code)).toEqual([
      'DRIVER_RELEASE',
      'PRODUCT_KEY',
    ]);
  });

  it('lists the editions if none is selected or the name is unknown', async () => {
    expect(await refusal({ edition: undefined })).toBe(
      'The medium has several editions; choose one with --edition: 1 Core (ServerStandardCore); 2 Desktop (ServerStandard).',
    );
    expect(await refusal({ edition: 'Home' })).toContain('No edition is called Home.');
    expect(() => chooseEdition([])).toThrow('no edition of Windows');
  });

  it('rejects a file that is not a medium, and a truncated medium', async () => {
    write(folder, { 'no.iso': Buffer.alloc(MIB), 'empty/readme.txt': 'nothing' });
    expect(await refusal({ iso: join(folder, 'no.iso') })).toContain('is no ISO that can be read');
    expect(await refusal({ iso: join(folder, 'none.iso') })).toContain('There is no');
    const empty = makeIso(folder, 'empty', 'empty.iso', false);
    expect(await refusal({ iso: empty })).toContain('is no installation medium of Windows');
    for (const udf of [true, false]) {
      const cut = mediumIso(folder, 'cut', 'install.wim', udf);
      await truncate(cut, (await readFile(cut)).length / 2);
      expect(await refusal({ iso: cut })).toContain('is no ISO that can be read to its end');
    }
  });

  it('rejects an image whose files do not match their hash', async () => {
    addEdition(folder, 'tree', 'plain.wim', {
      name: 'Plain',
      id: 'ServerStandard',
      compress: ['--compress=none'],
    });
    const bytes = await readFile(join(folder, 'plain.wim'));
    bytes.write('NOT A KERNEL', bytes.indexOf('not a kernel'));
    write(folder, { 'wrong/sources/install.wim': bytes });
    const wrong = makeIso(folder, 'wrong', 'wrong.iso', true);
    expect(await refusal({ iso: wrong, edition: undefined })).toContain(
      'The Windows image on the medium is damaged',
    );
    write(folder, { 'odd/sources/install.wim': 'MSWIM\0\0\0 and nothing else' });
    const oddIso = makeIso(folder, 'odd', 'odd.iso', true);
    expect(await refusal({ iso: oddIso, edition: undefined })).toContain('of an unknown kind');
  });

  it('rejects an edition with a link, an invalid hive or no loader', async () => {
    const spoiled = async (name: string, spoil: (tree: string) => Promise<void>) => {
      run('cp', ['-a', 'tree', name], folder);
      await spoil(join(folder, name));
      addEdition(folder, name, `${name}.wim`, { name, id: 'ServerStandard' });
      run('mkdir', ['-p', `${name}-medium/sources`], folder);
      run('cp', [`${name}.wim`, `${name}-medium/sources/install.wim`], folder);
      return makeIso(folder, `${name}-medium`, `${name}.iso`, true);
    };
    const link = await spoiled('link', (tree) =>
      symlink('/etc/passwd', join(tree, 'Windows/Boot/EFI/passwd')),
    );
    expect(await refusal({ iso: link, edition: undefined })).toContain(
      'a link in place of a file: passwd',
    );
    const hive = await spoiled('hive', (tree) =>
      writeFile(join(tree, 'Windows/System32/config/SYSTEM'), 'MZ'.padEnd(9000)),
    );
    expect(await refusal({ iso: hive, edition: undefined })).toBe(
      "The edition's registry hive SYSTEM cannot be used: it is not a registry hive.",
    );
    const store = await spoiled('store', (tree) =>
      writeFile(join(tree, 'Windows/System32/config/BCD-Template'), emptyHive()),
    );
    expect(await refusal({ iso: store, edition: undefined })).toContain('is no boot store');
    const loader = await spoiled('loader', (tree) =>
      rm(join(tree, 'Windows/Boot/EFI/bootmgfw.efi')),
    );
    expect(await refusal({ iso: loader, edition: undefined })).toContain('no UEFI can start it');
  });

  it('rejects drivers for another Windows and links out of their folder', async () => {
    const withInf = (name: string, inf: string) => {
      const drivers = join(folder, name);
      write(drivers, { ...driverFolder(), 'viostor/2k22/amd64/viostor.inf': inf });
      return refusal({ drivers });
    };
    expect(await withInf('x86', storageInf('viostor', '1001', 'NTx86'))).toBe(
      'viostor.inf is a driver for x86; this image needs one for x64.',
    );
    expect(await withInf('new', storageInf('viostor', '1001', 'NTamd64.10.0...26100'))).toContain(
      'viostor.inf needs Windows 10.0.26100',
    );
    const good = storageInf('viostor', '1001');
    expect(await withInf('path', good.replace('viostor.sys = 1', '..\\..\\passwd = 1'))).toContain(
      'which is no plain name',
    );
    expect(await withInf('key', good.replace('"Parameters"', '"a]"'))).toContain(
      'is no name for a registry key',
    );
    expect(await withInf('missing', good.replace('viostor.sys =', 'other.sys ='))).toContain(
      'needs the file other.sys',
    );
    await mkdir(join(folder, 'none'), { recursive: true });
    expect(await refusal({ drivers: join(folder, 'none') })).toContain('has no viostor.inf');
  });

  it('selects the drivers for this Windows from an ISO with drivers for every version', async () => {
    const viostor = (decoration: string, version: string) =>
      storageInf('viostor', '1001', decoration).replace('100.95.104.26600', version);
    const files = { 'viostor.cat': 'catalogue', 'viostor.sys': 'driver' };
    for (const [location, inf] of Object.entries({
      'viostor/2k19/amd64': viostor('NTamd64', '1.1.1.1'),
      'viostor/2k22/x86': viostor('NTx86', '2.2.2.2'),
      'viostor/2k22/amd64': viostor('NTamd64', '3.3.3.3'),
      'amd64/2k22': viostor('NTamd64', '3.3.3.3'),
    })) {
      write(join(folder, 'every', location), { ...files, 'viostor.inf': inf });
    }
    write(join(folder, 'every'), driverFolder());
    write(join(folder, 'every', 'viostor/2k22/amd64'), {
      'viostor.inf': viostor('NTamd64', '3.3.3.3'),
    });
    // The memory balloon driver is not needed.
    write(join(folder, 'every'), {
      'Balloon/2k22/x86/balloon.inf': storageInf('balloon', '1002', 'NTx86'),
    });
    const another = join(folder, 'every', 'amd64/2k22');
    write(another, { 'viostor.inf': viostor('NTamd64', '4.4.4.4') });
    expect(await refusal({ drivers: join(folder, 'every') })).toContain('both fit');
    write(another, { 'viostor.inf': viostor('NTamd64', '3.3.3.3') });
    const drivers = makeIso(folder, 'every', 'every.iso', false);
    const built = await build({ drivers });
    expect(built.drivers.map(({ inf, version }) => `${inf} ${version}`)).toEqual([
      'viostor.inf 3.3.3.3',
      'vioscsi.inf 100.95.104.26600',
      'netkvm.inf 100.95.104.26600',
    ]);
  });

  it('does not overwrite a file, and requires a recipe and an existing folder', async () => {
    const output = join(folder, 'tree');
    await expect(build({ output })).rejects.toThrow('is there already');
    const nowhere = join(folder, 'nowhere');
    expect(await refusal({ output: join(nowhere, 'disk.raw') })).toContain(
      `there is no ${nowhere}`,
    );
    expect(await refusal({ recipe: 'windows-95' })).toContain('There is no recipe windows-95.');
  });

  it('reports a disk that is too small, and leaves no files when aborted', async () => {
    const stop = new AbortController();
    const stopped = build({
      signal: stop.signal,
      onStep: (step) => step.startsWith('Applying') && stop.abort(),
    });
    await expect(stopped).rejects.toThrow(/abort/i);
    expect(readdirSync(join(folder, 'out'))).toEqual([]);
    expect(await refusal({ sizeMib: 278 })).toContain('give that as --size');
  });

  it('builds from the command line after the licence statement', () => {
    const output = join(folder, 'out', 'command.raw');
    const command = (...args: string[]) => {
      const program = join(__dirname, '../../dist/cli/build-image.js');
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, iso, ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
      return { status, text: stdout + stderr };
    };
    const listed = command('--list');
    expect(listed.status).toBe(0);
    expect(listed.text).toBe(
      '  1  Core (ServerStandardCore), x86_64, build 20348, de-DE\n' +
        '  2  Desktop (ServerStandard), x86_64, build 20348, de-DE\n',
    );
    // `make windows-image iso=FILE` passes the other options empty.
    expect(command('--drivers', '', '--output', '')).toEqual(listed);
    expect(command('--output', output).text).toContain('Name the virtio-win ISO');
    expect(command('--drivers', 'drivers').text).toContain('--output FILE.raw');
    const efi = command('--drivers', 'drivers', '--output', output, '--firmware', 'efi');
    expect(efi).toEqual({ status: 2, text: '--firmware efi: one of uefi, bios\n' });
    const options = ['--drivers', 'drivers', '--output', output, '--edition', '2'];
    const unstated = command(...options, '--size', `${SIZE_MIB}M`);
    expect(unstated).toMatchObject({ status: 2 });
    expect(unstated.text).toContain('State that your licence allows it with --i-am-licensed.');
    expect(existsSync(output)).toBe(false);
    const made = command(...options, '--size', `${SIZE_MIB}M`, '--i-am-licensed');
    expect(made.status).toBe(0);
    expect(made.text).toContain('viostor.inf 100.95.104.26600 (viostor/2k22/amd64)');
    expect(made.text).toContain('Applying the edition 100 %');
    expect(made.text).not.toContain('REFUSED');
    expect(readdirSync(join(folder, 'out'))).toEqual(['command.raw']);
  });

  it('removes files of a killed build, but not of a running one', async () => {
    const output = join(folder, 'out', 'disk.raw');
    const left = `${output}.building`;
    write(left, { 'install.wim': 'half', pid: String(process.pid) });
    await expect(build({ output })).rejects.toThrow('is being built already, by process');
    const { pid } = spawnSync('true');
    write(left, { pid: String(pid) });
    await build({ output });
    expect(readdirSync(join(folder, 'out'))).toEqual(['disk.raw']);
  });

  (process.getuid?.() === 0 ? it : it.skip)(
    'fails with a sentence when the disk is full',
    async () => {
      const small = join(folder, 'out');
      run('mount', ['-t', 'tmpfs', '-o', 'size=1M', 'casement-test', small], folder);
      try {
        expect(await refusal({})).toContain('There is no space left beside');
        run('mount', ['-o', 'remount,size=4M', small], folder);
        expect(await refusal({})).toMatch(/^The image needs \d+ MiB beside .*; \d MiB are free\.$/);
      } finally {
        run('umount', [small], folder);
      }
    },
  );

  async function fresh(name: string): Promise<string> {
    await rm(join(folder, name), { recursive: true, force: true });
    await mkdir(join(folder, name));
    return folder;
  }
});
