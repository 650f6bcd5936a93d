import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { ChunkStore } from './chunk-store.js';
import type { Chunk, ImageManifest } from './manifest.js';
import { isNtfs, readPartitions, TABLE_BYTES } from './partitions.js';
import { zstdCompress } from './zstd.js';

export const CHUNK_SIZE = 16 * 2 ** 20;

/** The file is not an image that this product can install; the message says why. */
export class ImageRefused extends Error {}

export interface ImportOptions {
  /** Smallest disk and memory in bytes; the disk is at least as large as the image. */
  minDisk?: number;
  minMemory?: number;
  chunkSize?: number;
  onProgress?: (bytesDone: number, bytesTotal: number) => void;
}

/**
 * Takes a raw disk image into the store, chunk by chunk; what is already there is kept once.
 * @returns the manifest and its sha256, the image's name
 * @throws ImageRefused where there is no partition table or no NTFS partition for C:
 */
export async function importRawImage(
  path: string,
  store: ChunkStore,
  options: ImportOptions = {},
): Promise<{ sha256: string; manifest: ImageManifest }> {
  const file = await open(path);
  try {
    const { size: rawSize } = await file.stat();
    const manifest = {
      format: 'casement-image/1' as const,
      rawSize,
      chunkSize: options.chunkSize ?? CHUNK_SIZE,
      minDisk: Math.max(rawSize, options.minDisk ?? 0),
      minMemory: options.minMemory ?? 0,
      ...(await findWindows(file, rawSize)),
      chunks: await importChunks(file, rawSize, store, options),
    };
    return { sha256: await store.putManifest(manifest), manifest };
  } finally {
    await file.close();
  }
}

/** C: is the last NTFS partition: the image contract puts it last, so that it can grow. */
async function findWindows(
  file: FileHandle,
  rawSize: number,
): Promise<Pick<ImageManifest, 'firmware' | 'windows'>> {
  if (rawSize === 0 || rawSize % 512 !== 0) throw new ImageRefused('not a whole number of sectors');
  const table = readPartitions(await readAt(file, 0, TABLE_BYTES));
  if (!table) throw new ImageRefused('no partition table');
  const byOffset = [...table.partitions].sort((a, b) => b.offset - a.offset);
  for (const { number, offset, size } of byOffset) {
    if (offset + size > rawSize) throw new ImageRefused(`partition ${number} goes past the end`);
    if (isNtfs(await readAt(file, offset, 512))) {
      return {
        firmware: table.kind === 'gpt' ? 'uefi' : 'bios',
        windows: { partition: number, offset, size },
      };
    }
  }
  throw new ImageRefused('no NTFS partition');
}

async function importChunks(
  file: FileHandle,
  rawSize: number,
  store: ChunkStore,
  { chunkSize = CHUNK_SIZE, onProgress }: ImportOptions,
): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  const zeros = Buffer.alloc(chunkSize);
  for (let offset = 0; offset < rawSize; offset += chunkSize) {
    const raw = await readAt(file, offset, Math.min(chunkSize, rawSize - offset));
    chunks.push(
      raw.equals(zeros.subarray(0, raw.length))
        ? { zero: true, rawBytes: raw.length }
        : await importChunk(raw, store),
    );
    onProgress?.(offset + raw.length, rawSize);
  }
  return chunks;
}

async function importChunk(raw: Buffer, store: ChunkStore): Promise<Chunk> {
  const compressed = await zstdCompress(raw);
  const zstd = sha256(compressed);
  await store.putChunk(zstd, compressed);
  return { raw: sha256(raw), zstd, rawBytes: raw.length, zstdBytes: compressed.length };
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(buffer, done, length - done, offset + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer.subarray(0, done);
}

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
