import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkImageFile } from '@casement/windows-image/contract/contract-disk.js';
import { FolderChunkStore } from '@casement/windows-image/store/folder-chunk-store.js';
import type { ImageRefused } from '@casement/windows-image/image-failures.js';
import {
  importImage,
  type ImportImageOptions,
} from '@casement/windows-image/import/import-image.js';
import { runLimited } from '@casement/windows-image/formats/limited-program.js';
import { isData } from '@casement/windows-image/store/manifest.js';
import { zstdDecompress } from '@casement/windows-image/store/zstd.js';
import {
  FREE_AT,
  windowsDisk,
  windowsVolume,
} from '@casement/windows-image/testing/windows-disk.js';
import { diskOf, fatVolume } from '../../src/testing/contract-disk.js';

const MIB = 2 ** 20;
const SIZE = FREE_AT + 4 * MIB;

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
const isHere = (program: string) => folders.some((folder) => existsSync(join(folder, program)));
const PROGRAMS = ['xz', 'zstd', 'qemu-img'];
const missing = PROGRAMS.filter((program) => !isHere(program));
/** `make test` installs the programs where permitted; otherwise these tests are reported as not run. */
const withPrograms = missing.length === 0 ? it : it.skip;

describe('import of every format', () => {
  let folder: string;
  let store: FolderChunkStore;
  let disk: Buffer;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-formats-'));
    store = new FolderChunkStore(join(folder, 'store'));
    // Data across the border of two chunks, a hole, and data in the last sectors.
    disk = windowsDisk(SIZE, [[FREE_AT + MIB / 2, MIB], [SIZE - 2048, 2048]]); // prettier-ignore
    await writeFile(at('disk.raw'), disk);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const at = (name: string) => join(folder, name);
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const convert = (format: string, name: string, ...options: string[]) =>
    run('qemu-img', 'convert', '-f', 'raw', '-O', format, ...options, 'disk.raw', name);
  const importing = async (name: string, over: Partial<ImportImageOptions> = {}) => {
    const bytes = createReadStream(at(name));
    try {
      return await importImage({ bytes, size: (await stat(at(name))).size }, store, {
        maxSize: 2 ** 30,
        folder: at('temp'),
        chunkSize: MIB,
        ...over,
      });
    } finally {
      bytes.destroy();
    }
  };
  const refusal = (name: string, over: Partial<ImportImageOptions> = {}) =>
    importing(name, over).then(
      () => 'imported',
      ({ code }: ImageRefused) => code,
    );
  const written = async (name: string) => {
    const { manifest } = await importing(name);
    const parts = await Promise.all(
      manifest.chunks.map(async (chunk) => {
        if (!isData(chunk)) return Buffer.alloc(chunk.rawBytes);
        const path = join('store', 'chunks', chunk.zstd.slice(0, 2), `${chunk.zstd}.zst`);
        return zstdDecompress(await readFile(at(path)));
      }),
    );
    return Buffer.concat(parts);
  };
  /** Avoids a diff of nine million bytes on failure. */
  const expectComplete = async (name: string) =>
    expect((await written(name)).equals(disk)).toBe(true);

  /** Packs the disk in each supported format. */
  const pack = {
    gz: (name: string) => run('gzip', '-k', name),
    xz: (name: string) => run('xz', '-k', '-0', name),
    zst: (name: string) => run('zstd', '-q', '-k', name),
  };
  const makeDisk = {
    raw: () => undefined,
    qcow2: () => convert('qcow2', 'disk.qcow2'),
    'vhd-fixed': () => convert('vpc', 'disk.vhd-fixed', '-o', 'subformat=fixed,force_size=on'),
    'vhd-dynamic': () =>
      convert('vpc', 'disk.vhd-dynamic', '-o', 'subformat=dynamic,force_size=on'),
  };
  const formats = Object.keys(makeDisk) as (keyof typeof makeDisk)[];

  withPrograms.each(formats)('imports a plain %s byte for byte', async (format) => {
    makeDisk[format]();
    await expectComplete(`disk.${format}`);
    expect(existsSync(at('temp'))).toBe(false);
  });

  withPrograms.each(
    formats.flatMap((format) => (['gz', 'xz', 'zst'] as const).map((by) => [format, by] as const)),
  )('imports a %s compressed as %s byte for byte', async (format, by) => {
    makeDisk[format]();
    pack[by](`disk.${format}`);
    await expectComplete(`disk.${format}.${by}`);
  });

  withPrograms('accepts a QCOW2 with compressed clusters', async () => {
    convert('qcow2', 'disk.qcow2', '-c');
    await expectComplete('disk.qcow2');
  });

  withPrograms('detects the format by content instead of the file name', async () => {
    makeDisk.qcow2();
    run('mv', 'disk.qcow2', 'disk.iso');
    await expectComplete('disk.iso');
  });

  withPrograms.each(['gz', 'xz', 'zst'] as const)(
    'rejects truncated %s data at any position',
    async (by) => {
      pack[by]('disk.raw');
      const complete = await readFile(at(`disk.raw.${by}`));
      for (const part of [0.1, 0.5, 0.9, 0.999]) {
        await writeFile(at('part'), complete.subarray(0, Math.floor(complete.length * part)));
        expect(await refusal('part')).toBe('COMPRESSION_DAMAGED');
      }
      await writeFile(at('part'), complete.subarray(0, complete.length - 1));
      expect(await refusal('part')).toBe('COMPRESSION_DAMAGED');
      expect(existsSync(join(folder, 'store', 'manifests'))).toBe(false);
    },
  );

  withPrograms.each(['gz', 'xz', 'zst'] as const)(
    'rejects %s data with a flipped bit',
    async (by) => {
      pack[by]('disk.raw');
      const bytes = await readFile(at(`disk.raw.${by}`));
      bytes[Math.floor(bytes.length * 0.6)] ^= 4;
      await writeFile(at('changed'), bytes);
      expect(await refusal('changed')).toBe('COMPRESSION_DAMAGED');
    },
  );

  withPrograms('rejects truncated QCOW2 and VHD files', async () => {
    for (const format of ['qcow2', 'vhd-dynamic'] as const) {
      makeDisk[format]();
      const complete = await readFile(at(`disk.${format}`));
      for (const part of [0.3, 0.5, 0.99, 1 - 512 / complete.length]) {
        await writeFile(at('part'), complete.subarray(0, Math.floor(complete.length * part)));
        expect(await refusal('part')).toBe('CONVERSION_FAILED');
      }
    }
  });

  withPrograms('accepts a QCOW2 whose disk ends inside the last cluster', async () => {
    const unaligned = Buffer.concat([disk, Buffer.alloc(3 * 512, 1)]);
    await writeFile(at('disk.raw'), unaligned);
    makeDisk.qcow2();
    expect((await written('disk.qcow2')).equals(unaligned)).toBe(true);
  });

  withPrograms('rejects a QCOW2 with a backing file of any kind', async () => {
    run('qemu-img', 'create', '-q', '-f', 'qcow2', '-F', 'raw', '-b', at('disk.raw'), 'top.qcow2');
    expect(await refusal('top.qcow2')).toBe('QCOW2_BACKING');
  });

  withPrograms('rejects a QCOW2 with an external data file', async () => {
    run(
      'qemu-img',
      'create',
      '-q',
      '-f',
      'qcow2',
      '-o',
      `data_file=${at('data')}`,
      'out.qcow2',
      '9M',
    );
    expect(await refusal('out.qcow2')).toBe('QCOW2_UNKNOWN');
  });

  it('stops if a file unpacks to more than the maximum size', async () => {
    await writeFile(at('bomb.gz'), gzipSync(Buffer.concat([disk, Buffer.alloc(64 * MIB)])));
    expect(await refusal('bomb.gz', { maxSize: 32 * MIB })).toBe('SOURCE_TOO_LARGE');
  });

  withPrograms('rejects a QCOW2 whose stated size exceeds the maximum', async () => {
    run('qemu-img', 'create', '-q', '-f', 'qcow2', 'huge.qcow2', '2T');
    expect(await refusal('huge.qcow2')).toBe('SOURCE_TOO_LARGE');
    expect(existsSync(at('temp'))).toBe(false);
  });

  it('rejects doubly compressed files', async () => {
    await writeFile(at('twice.gz'), gzipSync(gzipSync(disk)));
    expect(await refusal('twice.gz')).toBe('FORMAT_UNSUPPORTED');
  });

  it('rejects extra bytes after the compressed data', async () => {
    const complete = gzipSync(disk);
    await writeFile(at('more.gz'), Buffer.concat([complete, Buffer.alloc(3 * MIB, 7)]));
    expect(await refusal('more.gz')).not.toBe('imported');
  });

  it('stops on abort and leaves no temporary file', async () => {
    const signal = AbortSignal.abort(new Error('cancelled'));
    await expect(importing('disk.raw', { signal })).rejects.toThrow('cancelled');
    expect(existsSync(at('temp'))).toBe(false);
  });

  withPrograms('reports progress in each step', async () => {
    makeDisk.qcow2();
    const steps: string[] = [];
    await importing('disk.qcow2', { onProgress: ({ step }) => steps.push(step) });
    expect([...new Set(steps)]).toEqual(['copying', 'converting', 'importing']);
  });

  it.each([
    ['is missing', 'no-such-program'],
    ['cannot be started', '/etc/passwd'],
  ])('names the program that %s and its package', async (_, program) => {
    await expect(
      runLimited({
        program,
        args: [],
        package: 'some-package',
        memoryMib: 100,
        timeoutMs: 10_000,
      }),
    ).rejects.toMatchObject({
      code: 'PROGRAM_MISSING',
      cure: expect.stringContaining('some-package') as string,
    });
  });

  it('limits a program’s memory and hides our settings from it', async () => {
    const limited = { package: '-', memoryMib: 64, timeoutMs: 60_000 };
    const env = await runLimited({ ...limited, program: 'env', args: [] });
    expect(env).not.toContain('NODE');
    expect(env).toContain('LC_ALL=C');
    const limit = await runLimited({ ...limited, program: 'sh', args: ['-c', 'ulimit -v'] });
    expect(limit.trim()).toBe(String(64 * 1024));
  });

  (process.getuid?.() === 0 ? it : it.skip)('runs external programs without network', async () => {
    const limited = { package: '-', memoryMib: 64, timeoutMs: 60_000 };
    const cards = await runLimited({ ...limited, program: 'cat', args: ['/proc/net/dev'] });
    expect(cards.split('\n').filter((line) => line.includes(':'))).toHaveLength(1);
    expect(cards).toContain('lo:');
    const routes = await runLimited({ ...limited, program: 'cat', args: ['/proc/net/route'] });
    expect(routes.trim().split('\n')).toHaveLength(1);
  });

  it('kills a program that takes too long', async () => {
    const sleep = { program: 'sleep', args: ['600'], package: '-', memoryMib: 64, timeoutMs: 100 };
    await expect(runLimited(sleep)).rejects.toThrow('too slow');
  });

  withPrograms('checks the image contract of a compressed QCOW2', async () => {
    await writeFile(
      at('disk.raw'),
      diskOf('gpt', [fatVolume('EFI/BOOT/BOOTX64.EFI'), windowsVolume()]),
    );
    makeDisk.qcow2();
    pack.xz('disk.qcow2');
    const { findings } = await checkImageFile(at('disk.qcow2.xz'), 2 ** 30);
    expect(findings.filter(({ result }) => result !== 'ok')).toEqual([]);
  });
});
