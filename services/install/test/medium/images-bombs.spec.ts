import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FREE_AT, windowsDisk } from '@casement/windows-image/testing/windows-disk.js';
import {
  addEdition,
  makeIso,
  mediumIso,
  MEDIUM_PROGRAMS,
  run,
  windowsTree,
  write,
  writeMedium,
} from '@casement/windows-image/testing/windows-medium.js';
import { craftedIso, FIRST_DIRECTORY, type IsoEntry } from '../factories/crafted-iso.js';
import { uploader } from '../factories/image-upload.js';
import { imageWorld, MIB } from '../factories/image-world.js';

const GIB = 2 ** 30;
const SECTOR = 2048;
/** Far more than a refusal takes on a busy machine, and far less than unpacking would take. */
const SECONDS = 60;
const MAX_MEMORY = 512 * MIB;

const PROGRAMS = [...MEDIUM_PROGRAMS, '/usr/bin/xz', '/usr/bin/zstd', '/usr/bin/qemu-img'];
const withPrograms = PROGRAMS.every((path) => existsSync(path)) ? describe : describe.skip;

jest.setTimeout(180_000);

withPrograms('bombs in /admin/windows-images', () => {
  // Images of up to 1 GiB are accepted.
  const world = imageWorld();
  const { post, work, aVersion, image, job, asked, storedChunks } = world;
  const { send, upload } = uploader(world);
  let folder: string;
  const temp = () => join(world.folder, 'import-temp');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-bombs-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const usedBytes = () => {
    const [used = '0'] = existsSync(temp())
      ? execFileSync('du', ['-sB1', temp()], { encoding: 'utf8' }).split('\t')
      : [];
    return Number(used);
  };

  /** Runs the worker. Returns the largest use of time, memory and temporary files. */
  async function costOf(working: Promise<void>) {
    const [begin, { rss }] = [Date.now(), process.memoryUsage()];
    const most = { memory: 0, disk: 0 };
    const timer = setInterval(() => {
      most.memory = Math.max(most.memory, process.memoryUsage().rss - rss);
      most.disk = Math.max(most.disk, usedBytes());
    }, 200);
    await working.finally(() => clearInterval(timer));
    return { ...most, seconds: (Date.now() - begin) / 1000 };
  }

  async function expectBounded(working: Promise<void>, maxDisk: number) {
    const cost = await costOf(working);
    expect(cost.seconds).toBeLessThan(SECONDS);
    expect(cost.memory).toBeLessThan(MAX_MEMORY);
    expect(cost.disk).toBeLessThanOrEqual(maxDisk);
    expect(await readdir(temp()).catch(() => [])).toEqual([]);
    expect(await storedChunks()).toEqual([]);
  }

  /** Compresses the head of a disk and 64 GiB of zeros. The formats allow concatenation. */
  const expandTo64Gib = async (name: string, program: string, ...args: string[]) => {
    const pack = (bytes: Buffer) =>
      execFileSync(program, args, { input: bytes, maxBuffer: 64 * MIB });
    const zeros = pack(Buffer.alloc(64 * MIB));
    const path = join(world.folder, 'import', name);
    await writeFile(path, pack(windowsDisk(FREE_AT + 4 * MIB)));
    await appendFile(path, Buffer.concat(Array.from({ length: 1024 }, () => zeros)));
  };

  it.each([
    ['gzip', ['-c1']],
    ['xz', ['-c0']],
    ['zstd', ['-cq1']],
  ])('stops reading a %s file that expands to 64 GiB at the limit', async (program, args) => {
    await expandTo64Gib('bomb', program, ...args);
    const { id } = await asked(await aVersion(), 'bomb');
    await expectBounded(work(), 0);
    const { status, failure } = await job(id);
    expect([status, failure?.code]).toEqual(['failed', 'SOURCE_TOO_LARGE']);
    expect(failure?.message).toBe('The image is larger than the limit of 1 GiB.');
  });

  const diskOf = (format: string, size: string) => {
    const path = join(world.folder, 'import', 'bomb');
    execFileSync('qemu-img', ['create', '-q', '-f', format, path, size]);
    return path;
  };

  /** References a single table from each of the four million entries that the first level may have. */
  async function qcow2OfOneTable(): Promise<void> {
    const path = diskOf('qcow2', '1G');
    const { length } = await readFile(path);
    const [at, entries] = [Math.ceil(length / 65_536) * 65_536, 2 ** 22];
    const level1 = Buffer.alloc(entries * 8);
    for (let n = 0; n < entries; n += 1) level1.writeBigUInt64BE(BigInt(at), n * 8);
    await truncate(path, at + 65_536);
    await appendFile(path, level1);
    const bytes = await readFile(path);
    bytes.writeUInt32BE(entries, 36);
    bytes.writeBigUInt64BE(BigInt(at + 65_536), 40);
    await writeFile(path, bytes);
  }

  it.each<[string, string, () => unknown]>([
    ['a QCOW2 of 2 TiB', 'SOURCE_TOO_LARGE', () => diskOf('qcow2', '2T')],
    ['a VHD of 1 TiB', 'SOURCE_TOO_LARGE', () => diskOf('vpc', '1T')],
    [
      'a QCOW2 with four million references to one table',
      'CONVERSION_FAILED',
      () => qcow2OfOneTable(),
    ],
  ])('refuses %s before it is converted', async (_, code, make) => {
    await make();
    const { id } = await asked(await aVersion(), 'bomb');
    await expectBounded(work(), 64 * MIB);
    const { status, failure } = await job(id);
    expect([status, failure?.code]).toEqual(['failed', code]);
    expect(failure?.message).toMatch(/\.$/);
  });

  const inspected = async (iso: Buffer) => {
    const id = await send(iso, { kind: 'iso', name: 'windows.iso' });
    await expectBounded(work(), iso.length + MIB);
    return upload(id);
  };
  const folderAt = (name: string, sector: number, sectors = 1): IsoEntry => ({
    name,
    isFolder: true,
    extents: [{ sector, bytes: sectors * SECTOR }],
  });
  /** Medium with one file. The data follows the directories. */
  const isoOf = (extents: (dataAt: number) => IsoEntry['extents'], sectors = 1) => {
    const sources = FIRST_DIRECTORY + 1;
    const entries = [{ name: 'INSTALL.WIM;1', extents: extents(sources + sectors) }];
    const directories = [
      { sectors: 1, entries: [folderAt('SOURCES', sources, sectors)] },
      { sectors, entries },
    ];
    return craftedIso(directories, Buffer.alloc(MIB, 1));
  };

  it('refuses an ISO whose file of 9 GiB consists of the same megabyte', async () => {
    const parts = Array.from({ length: 9 * 1024 });
    const iso = isoOf((sector) => parts.map(() => ({ sector, bytes: MIB })), 220);
    const { status, failure } = await inspected(iso);
    expect([status, failure?.code]).toEqual(['failed', 'UPLOAD_REFUSED']);
    expect(failure?.message).toContain('is no ISO that can be read to its end');
  });

  it('refuses an ISO whose file is larger than the ISO', async () => {
    const { status, failure } = await inspected(
      isoOf((sector) => [{ sector, bytes: 4 * GIB - SECTOR }]),
    );
    expect([status, failure?.code]).toEqual(['failed', 'UPLOAD_REFUSED']);
  });

  it('refuses an ISO whose folders contain themselves', async () => {
    const [root, sources] = [FIRST_DIRECTORY, FIRST_DIRECTORY + 1];
    const data = { name: 'INSTALL.WIM;1', extents: [{ sector: sources + 1, bytes: MIB }] };
    const entries = [folderAt('SELF', sources), folderAt('UP', root), data];
    const iso = craftedIso(
      [
        { sectors: 1, entries: [folderAt('ROOT', root), folderAt('SOURCES', sources)] },
        { sectors: 1, entries },
      ],
      Buffer.alloc(MIB),
    );
    const { status, failure } = await inspected(iso);
    expect([status, failure?.code]).toEqual(['failed', 'UPLOAD_REFUSED']);
    expect(failure?.message).toContain('is no ISO that can be read to its end');
  });

  it('refuses to build from an edition whose boot files unpack to 1.25 GiB', async () => {
    writeMedium(folder);
    const tree = windowsTree(folder);
    write(join(folder, 'bomb'), tree);
    const font = join(folder, 'bomb/Windows/Boot/Fonts/0.ttf');
    await writeFile(font, '');
    await truncate(font, 256 * MIB);
    for (let n = 1; n < 5; n += 1) {
      run('cp', ['--sparse=always', font, font.replace('0.ttf', `${n}.ttf`)], folder);
    }
    const edition = { name: 'Bomb', id: 'ServerStandard', compress: ['--compress=fast'] };
    addEdition(folder, 'bomb', 'bomb.wim', edition);
    run('sh', ['-c', 'mkdir -p wim && mv bomb.wim wim/install.wim'], folder);
    const iso = await readFile(mediumIso(folder, 'medium', 'wim/install.wim'));
    const drivers = await readFile(makeIso(folder, 'drivers', 'drivers.iso', false));
    const iso_upload_id = await send(iso, { kind: 'iso', name: 'windows.iso' });
    const drivers_upload_id = await send(drivers, { kind: 'drivers', name: 'drivers.iso' });
    await work();
    const windows_version_id = await aVersion();
    const request = { iso_upload_id, drivers_upload_id, windows_version_id };
    const { body } = await post('/build', {
      ...request,
      edition: 1,
      disk_gib: 200,
      licensed: true,
    }).expect(202);
    await expectBounded(work(), GIB);
    const { status, failure } = await job(body.data.id as string);
    expect([status, failure?.code]).toEqual(['failed', 'BUILD_REFUSED']);
    expect(failure?.message).toContain('unpack to more than 1024 MiB');
    expect((await image(windows_version_id)).state).toBe('none');
  });
});
