import { open, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ChunkStore } from '../store/chunk-store.js';
import { isData, type ImageManifest } from '../store/manifest.js';
import { zstdDecompress } from '../store/zstd.js';

export interface DiskReader {
  readonly size: number;
  /** Reads zeros beyond the end. */
  read(offset: number, length: number): Promise<Buffer>;
}

/** Opens a raw file. The caller closes it. */
export async function openDiskFile(path: string): Promise<DiskReader & { close(): Promise<void> }> {
  const file = await open(path);
  const { size } = await file.stat();
  return {
    size,
    read: (offset, length) => readFully(file, offset, length),
    close: () => file.close(),
  };
}

async function readFully(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(buffer, done, length - done, offset + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer;
}

/** Uncompressed chunks to cache; the tables of a file system are close together. */
const CACHED_CHUNKS = 8;

/** Opens an imported image as a disk. @throws Error if a chunk is missing or damaged */
export function chunkDisk(manifest: ImageManifest, store: ChunkStore): DiskReader {
  const { chunkSize, rawSize, chunks } = manifest;
  const cache = new Map<number, Buffer>();
  const chunkAt = async (index: number): Promise<Buffer> => {
    const known = cache.get(index);
    if (known) return known;
    const chunk = chunks[index];
    const bytes =
      chunk && isData(chunk)
        ? await unpack(await store.openChunk(chunk.zstd), chunk.zstd)
        : Buffer.alloc(chunk?.rawBytes ?? chunkSize);
    cache.set(index, bytes);
    const [oldest] = cache.keys();
    if (cache.size > CACHED_CHUNKS && oldest !== undefined) cache.delete(oldest);
    return bytes;
  };
  return {
    size: rawSize,
    read: async (offset, length) => {
      const buffer = Buffer.alloc(length);
      for (let done = 0; done < length;) {
        const at = offset + done;
        const index = Math.floor(at / chunkSize);
        const part = (await chunkAt(index)).subarray(at % chunkSize);
        part.copy(buffer, done);
        done += chunkSize - (at % chunkSize);
      }
      return buffer;
    },
  };
}

async function unpack(found: { content: Readable } | null, name: string): Promise<Buffer> {
  if (!found) throw new Error(`chunk ${name} is missing`);
  return zstdDecompress(Buffer.concat((await found.content.toArray()) as Buffer[]));
}
