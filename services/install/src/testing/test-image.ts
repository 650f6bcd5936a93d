import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { FolderChunkStore } from '@casement/windows-image/store/folder-chunk-store.js';
import { importRawImage } from '@casement/windows-image/import/import-raw.js';

const CHUNK = 1 << 20;
export const TEST_IMAGE_BYTES = 6 * CHUNK;

/**
 * Creates a raw disk with a partition table, an NTFS boot sector and some data. It suffices for the store, but cannot
 * boot.
 */
export async function makeTestImage(folder: string): Promise<{ sha256: string }> {
  const disk = Buffer.alloc(TEST_IMAGE_BYTES);
  const partition = { offset: 2048 * 512, sectors: TEST_IMAGE_BYTES / 512 - 2048 };
  disk[446 + 4] = 7;
  disk.writeUInt32LE(2048, 446 + 8);
  disk.writeUInt32LE(partition.sectors, 446 + 12);
  disk.writeUInt16LE(0xaa55, 510);
  disk.write('NTFS    ', partition.offset + 3, 'latin1');
  randomBytes(CHUNK).copy(disk, 2 * CHUNK);
  randomBytes(CHUNK / 2).copy(disk, 4 * CHUNK);
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'disk.raw');
  await writeFile(file, disk);
  return importRawImage(file, new FolderChunkStore(join(folder, 'images')), { chunkSize: CHUNK });
}

/** Creates a dummy toolkit. The simulated VPS receives it and checks its hashes, but never runs it. */
export async function makeTestToolkit(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files: Record<string, { sha256: string; size: number }> = {};
  for (const name of ['busybox', 'toolkit.cpio.gz']) {
    const content = randomBytes(100_000);
    await writeFile(join(folder, name), content);
    files[name] = {
      sha256: createHash('sha256').update(content).digest('hex'),
      size: content.length,
    };
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ files }));
}
