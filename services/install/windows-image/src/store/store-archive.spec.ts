import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { importRawImage } from '../import/import-raw.js';
import { diskImage } from '../testing/disk-image.js';
import { chunkKey } from './chunk-store.js';
import { FolderChunkStore } from './folder-chunk-store.js';
import { isData } from './manifest.js';
import { exportStore, importStore } from './store-archive.js';
import { readTar } from './tar.js';
import { findDamage } from './verify-image.js';

const MIB = 2 ** 20;

describe('image store archive', () => {
  let folder: string;
  let store: FolderChunkStore;
  let other: FolderChunkStore;
  let image: Awaited<ReturnType<typeof importRawImage>>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-archive-'));
    store = new FolderChunkStore(join(folder, 'store'));
    other = new FolderChunkStore(join(folder, 'other'));
    await writeFile(join(folder, 'disk.raw'), diskImage(3 * MIB, [[MIB, 2 * MIB]]));
    image = await importRawImage(join(folder, 'disk.raw'), store, { chunkSize: MIB });
  });
  afterEach(() => rm(folder, { recursive: true }));

  const chunks = () => image.manifest.chunks.filter(isData).map(({ zstd }) => zstd);
  const damaged: string[] = [];
  const pack = (known: string[] = []) => {
    damaged.splice(0);
    return exportStore(store, known, (name) => damaged.push(name));
  };
  const namesIn = async (archive: AsyncIterable<Buffer>) => {
    const names: string[] = [];
    for await (const { name } of readTar(archive)) names.push(name);
    return names;
  };

  it('restores every image into an empty store', async () => {
    expect(await importStore(other, pack())).toEqual({ images: 1, chunks: chunks().length });
    expect(await other.readManifest(image.sha256)).toEqual(image.manifest);
    expect(await findDamage(image.manifest, other)).toEqual(new Set());
  });

  it('exchanges archives with tar in both directions', async () => {
    const extracted = join(folder, 'extracted');
    await mkdir(extracted);
    const input = await buffer(Readable.from(pack()));
    expect(spawnSync('tar', ['-x', '-C', extracted], { input }).status).toBe(0);
    expect((await readdir(extracted)).sort()).toEqual(['chunks', 'manifests']);

    const names = ['chunks', 'manifests'];
    const packed = spawnSync('tar', ['-c', '--format=ustar', '-C', extracted, ...names], {
      maxBuffer: 16 * MIB,
    });
    await importStore(other, Readable.from([packed.stdout]));
    expect(await findDamage(image.manifest, other)).toEqual(new Set());
  });

  it('keeps the name of an image whose manifest has another order or new fields', async () => {
    const { format, ...rest } = image.manifest;
    const reordered = { ...rest, futureField: 1, format } as typeof image.manifest;
    const name = await store.putManifest(reordered);
    await importStore(other, pack());
    expect(JSON.stringify(await other.readManifest(name))).toBe(JSON.stringify(reordered));
  });

  it('leaves out known files and packs a manifest after its chunks', async () => {
    const [first, ...rest] = [...new Set(chunks())].map(chunkKey);
    expect(await namesIn(pack([first]))).toEqual([...rest, `manifests/${image.sha256}.json`]);
    expect(await namesIn(pack([...rest, first, `manifests/${image.sha256}.json`]))).toEqual([]);
  });

  it('reports an image with a damaged chunk and leaves its manifest out', async () => {
    await writeFile(join(folder, 'store', chunkKey(chunks()[0])), 'damaged');
    expect(await namesIn(pack())).toEqual([]);
    expect(damaged).toEqual([image.sha256]);
  });

  it('rejects archives that are truncated, damaged, or contain foreign files', async () => {
    const whole = await buffer(Readable.from(pack()));
    const restore = (bytes: Buffer) => importStore(other, Readable.from([bytes]));
    await expect(restore(whole.subarray(0, 700))).rejects.toThrow('the archive ends too early');
    const flipped = Buffer.from(whole);
    flipped[512] ^= 1;
    await expect(restore(flipped)).rejects.toThrow(/^chunks\/.*is damaged$/);
    const renamed = Buffer.from(whole);
    renamed[0] ^= 1;
    await expect(restore(renamed)).rejects.toThrow('the archive is damaged');
    await writeFile(join(folder, 'passwd'), 'x');
    const foreign = spawnSync('tar', ['-c', '-C', folder, 'passwd']);
    await expect(restore(foreign.stdout)).rejects.toThrow('passwd is damaged');
  });
});
