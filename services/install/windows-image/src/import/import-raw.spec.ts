import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { diskImage } from '../testing/disk-image.js';
import { FolderChunkStore } from '../store/folder-chunk-store.js';
import { ImageRefused } from '../image-failures.js';
import { importRawImage, publishManifest } from './import-raw.js';
import { imageTotals, isData } from '../store/manifest.js';
import { zstdDecompress } from '../store/zstd.js';

const MIB = 2 ** 20;
const CHUNK = 2 * MIB;

describe(importRawImage.name, () => {
  let folder: string;
  let store: FolderChunkStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-image-'));
    store = new FolderChunkStore(join(folder, 'store'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const importing = async (disk: Buffer, options = {}) => {
    const path = join(folder, 'image.raw');
    await writeFile(path, disk);
    return importRawImage(path, store, { chunkSize: CHUNK, ...options });
  };

  const stored = async (hash: string) => buffer((await store.openChunk(hash))!.content);

  it('stores chunks that reassemble to the original byte for byte', async () => {
    // Data across the border of two chunks, a hole, and an incomplete last chunk.
    const disk = diskImage(9 * MIB, [[3 * MIB, 2 * MIB], [8 * MIB + 512, 1024]]); // prettier-ignore
    const { manifest } = await importing(disk);
    const parts = await Promise.all(
      manifest.chunks.map(async (chunk) =>
        isData(chunk) ? zstdDecompress(await stored(chunk.zstd)) : Buffer.alloc(chunk.rawBytes),
      ),
    );
    expect(Buffer.concat(parts).equals(disk)).toBe(true);
    expect(manifest.chunks.map(isData)).toEqual([true, true, true, false, true]);
  });

  it('names every chunk and the manifest by its sha256', async () => {
    const { manifest, sha256 } = await importing(diskImage(4 * MIB));
    for (const chunk of manifest.chunks.filter(isData)) {
      const bytes = await stored(chunk.zstd);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(chunk.zstd);
      expect(bytes).toHaveLength(chunk.zstdBytes);
    }
    expect(await store.readManifest(sha256)).toEqual(manifest);
  });

  it('finds C: and the firmware and uses the image’s size as the smallest disk', async () => {
    const { manifest } = await importing(diskImage(4 * MIB), { minMemory: 2 ** 31 });
    expect(manifest).toMatchObject({
      firmware: 'bios',
      windows: { partition: 1, offset: MIB, size: 3 * MIB },
      rawSize: 4 * MIB,
      minDisk: 4 * MIB,
      minMemory: 2 ** 31,
    });
    expect(imageTotals(manifest).dataBytes).toBe(CHUNK);
  });

  it('stores chunks shared by two images only once', async () => {
    const disk = diskImage(8 * MIB, [[4 * MIB, 2 * MIB]]);
    await importing(disk);
    const before = await readdir(join(folder, 'store', 'chunks'), { recursive: true });
    disk[7 * MIB] = 1;
    await importing(disk);
    const after = await readdir(join(folder, 'store', 'chunks'), { recursive: true });
    expect(after.filter((name) => name.endsWith('.zst'))).toHaveLength(
      before.filter((name) => name.endsWith('.zst')).length + 1,
    );
  });

  it('reports its progress', async () => {
    const seen: number[] = [];
    await importing(diskImage(5 * MIB), { onProgress: (done: number) => seen.push(done / MIB) });
    expect(seen).toEqual([2, 4, 5]);
  });

  it.each([4, 5])('strips only the footer of a VHD of %i MiB', async (mib) => {
    const disk = diskImage(mib * MIB, [[3 * MIB, MIB]]);
    const footer = Buffer.alloc(512);
    footer.write('conectix', 0, 'latin1');
    footer.writeBigUInt64BE(BigInt(disk.length), 48);
    footer.writeUInt32BE(2, 60);
    const plain = await importing(disk);
    expect((await importing(Buffer.concat([disk, footer]))).sha256).toBe(plain.sha256);
    // If the size differs, these bytes are the disk's own last bytes.
    footer.writeBigUInt64BE(1n, 48);
    const complete = await importing(Buffer.concat([disk, footer]));
    expect(complete.manifest.rawSize).toBe(disk.length + 512);
  });

  it('stores no manifest if one of its chunks was deleted meanwhile', async () => {
    const { manifest } = await importing(diskImage(4 * MIB));
    const [chunk] = manifest.chunks.filter(isData);
    await store.deleteChunk(chunk.zstd);
    await expect(publishManifest(store, manifest)).rejects.toThrow(ImageRefused);
  });

  it.each<[string, () => Buffer, string]>([
    ['an empty file', () => Buffer.alloc(0), 'whole number of sectors'],
    ['no partition table', () => Buffer.alloc(4 * MIB), 'no partition table'],
    ['no NTFS', () => diskImage(4 * MIB).fill(0, MIB, MIB + 512), 'no NTFS'],
    ['a truncated file', () => diskImage(4 * MIB).subarray(0, 2 * MIB), 'beyond the end'],
  ])('rejects %s', async (_, disk, message) => {
    await expect(importing(disk())).rejects.toThrow(ImageRefused);
    await expect(importing(disk())).rejects.toThrow(message);
  });

  it('rejects a modified manifest', async () => {
    const { sha256 } = await importing(diskImage(4 * MIB));
    const path = join(folder, 'store', 'manifests', `${sha256}.json`);
    await writeFile(path, (await readFile(path, 'utf8')).replace('bios', 'uefi'));
    expect(await store.readManifest(sha256)).toBeNull();
  });

  it('opens no path outside of the store', async () => {
    expect(await store.openChunk('../../etc/passwd')).toBeNull();
    expect(await store.readManifest('../')).toBeNull();
    expect(await store.openChunk('0'.repeat(64))).toBeNull();
  });
});
