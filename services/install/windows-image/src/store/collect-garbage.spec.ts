import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskImage } from '../testing/disk-image.js';
import { collectGarbage } from './collect-garbage.js';
import { FolderChunkStore } from './folder-chunk-store.js';
import { ImageRefused } from '../image-failures.js';
import { importRawImage } from '../import/import-raw.js';
import { isData, type ImageManifest } from './manifest.js';
import { findDamage } from './verify-image.js';

const MIB = 2 ** 20;
const always = () => undefined;

describe(collectGarbage, () => {
  let folder: string;
  let store: FolderChunkStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-garbage-'));
    store = new FolderChunkStore(join(folder, 'store'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const imported = async (disk: Buffer) => {
    const path = join(folder, 'disk.raw');
    await writeFile(path, disk);
    return importRawImage(path, store, { chunkSize: MIB });
  };
  /** Imports two images that differ in one chunk. */
  const two = async () => {
    const disk = diskImage(6 * MIB, [[2 * MIB, 2 * MIB], [5 * MIB, 1000]]); // prettier-ignore
    const first = await imported(disk);
    disk[5 * MIB] = disk[5 * MIB] ^ 1;
    return [first, await imported(disk)] as const;
  };
  const chunksOf = ({ chunks }: ImageManifest) => chunks.filter(isData).map(({ zstd }) => zstd);
  const stored = async () => {
    const names: string[] = [];
    for await (const name of store.chunks()) names.push(name);
    return names.sort();
  };

  it('deletes chunks used only by an unneeded image and keeps shared chunks', async () => {
    const [first, second] = await two();
    const collected = await collectGarbage(store, [second.sha256], always);
    expect(collected).toEqual({ manifests: 1, chunks: 1 });
    expect(await stored()).toEqual(chunksOf(second.manifest).sort());
    expect(await findDamage(second.manifest, store)).toEqual(new Set());
    expect(await store.readManifest(first.sha256)).toBeNull();
  });

  it('deletes nothing while all images are needed', async () => {
    const [first, second] = await two();
    const before = await stored();
    await collectGarbage(store, [first.sha256, second.sha256], always);
    expect(await stored()).toEqual(before);
  });

  it('deletes chunks left by an import that produced no image', async () => {
    const { sha256 } = await imported(diskImage(4 * MIB));
    await store.deleteManifest(sha256);
    await collectGarbage(store, [], always);
    expect(await stored()).toEqual([]);
  });

  it('deletes nothing while the chunks of a needed image are unknown', async () => {
    const [first, second] = await two();
    const before = await stored();
    const path = join(folder, 'store', 'manifests', `${second.sha256}.json`);
    await writeFile(path, '{}');
    await expect(collectGarbage(store, [second.sha256], always)).rejects.toThrow(ImageRefused);
    expect(await stored()).toEqual(before);
    expect(await store.readManifest(first.sha256)).not.toBeNull();
  });

  it('can be interrupted after any deletion and resumed without losing a needed chunk', async () => {
    const [, second] = await two();
    await imported(diskImage(8 * MIB, [[3 * MIB, 4 * MIB]]));
    const needed = chunksOf(second.manifest).sort();
    for (let allowed = 0; ; allowed++) {
      let deletions = 0;
      const dies = () => {
        deletions += 1;
        if (deletions > allowed) throw new Error('killed');
      };
      const ended = await collectGarbage(store, [second.sha256], dies).then(
        () => true,
        () => false,
      );
      expect(await findDamage(second.manifest, store)).toEqual(new Set());
      // Every remaining manifest still has its chunks.
      for await (const name of store.manifests()) {
        expect(await findDamage((await store.readManifest(name))!, store)).toEqual(new Set());
      }
      if (ended) break;
      expect(allowed).toBeLessThan(100);
    }
    expect(await stored()).toEqual(needed);
  });
});

describe(findDamage, () => {
  let folder: string;
  let store: FolderChunkStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-damage-'));
    store = new FolderChunkStore(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const image = async () => {
    const path = join(folder, 'disk.raw');
    await writeFile(path, diskImage(4 * MIB, [[2 * MIB, 2 * MIB]]));
    const { manifest } = await importRawImage(path, store, { chunkSize: MIB });
    const [chunk] = manifest.chunks.filter(isData).slice(-1);
    const file = join(folder, 'chunks', chunk.zstd.slice(0, 2), `${chunk.zstd}.zst`);
    return { manifest, chunk: chunk, file };
  };

  it('finds no damage in an intact image and reports its progress', async () => {
    const { manifest } = await image();
    const seen: number[] = [];
    const onProgress = (done: number, total: number) => seen.push(done / total);
    expect(await findDamage(manifest, store, { onProgress })).toEqual(new Set());
    expect(seen.at(-1)).toBe(1);
  });

  it.each<[string, (file: string, size: number) => Promise<unknown>]>([
    ['is missing', (file) => rm(file)],
    [
      'was changed without changing its length',
      (file, size) => writeFile(file, Buffer.alloc(size, 7)),
    ],
    ['was truncated', (file) => writeFile(file, 'short')],
  ])('finds a chunk that %s', async (_, damage) => {
    const { manifest, chunk, file } = await image();
    await damage(file, chunk.zstdBytes);
    expect(await findDamage(manifest, store)).toEqual(new Set([chunk.zstd]));
  });

  it('stops when it is aborted', async () => {
    const { manifest } = await image();
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(findDamage(manifest, store, { signal })).rejects.toThrow('stop');
  });
});
