import { open } from 'node:fs/promises';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import type { ImageKind } from '@casement/proto/http/install/linux.js';
import type { Bytes } from '../formats/byte-stream.js';
import type { ChunkStore } from '../store/chunk-store.js';
import { DiskLayout } from './windows-partition.js';
import { ImageRefused } from '../image-failures.js';
import { SETTINGS_BYTES } from './linux-disk.js';
import { encodeManifest, isData, type Chunk, type ImageManifest } from '../store/manifest.js';
import { fileBytes } from '../formats/sparse-file.js';
import { withoutVhdFooter } from '../formats/vhd.js';
import { zstdCompress } from '../store/zstd.js';

const CHUNK_SIZE = 16 * 2 ** 20;
const CONCURRENCY = 8;

export interface ImportOptions {
  /** Minimum disk and memory in bytes. The disk is at least as large as the image. */
  minDisk?: number;
  minMemory?: number;
  /** Required processor features, overriding those of the image's Windows build. */
  processor?: readonly string[];
  /** Maximum accepted image size in bytes. */
  maxSize?: number;
  chunkSize?: number;
  /** Operating system of the image; Windows if absent. */
  kind?: ImageKind;
  /** Windows without NLA, so its password cannot be tested, see ImageManifest.rdpProof. */
  handshakeOnly?: boolean;
  onProgress?: (bytesDone: number, bytesTotal: number) => void;
  signal?: AbortSignal;
}

export interface ImportedImage {
  /** SHA-256 of the manifest, which is the image's name. */
  sha256: string;
  manifest: ImageManifest;
}

/**
 * Imports a raw disk image or a fixed-size VHD chunk by chunk. Existing chunks are not rewritten.
 * @throws ImageRefused if there is no partition table or no NTFS partition for C:
 */
export async function importRawImage(
  path: string,
  store: ChunkStore,
  options: ImportOptions = {},
): Promise<ImportedImage> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const source = fileBytes(file, path, options.signal);
    const image = await importRawStream(source, store, { ...options, size });
    await publishManifest(store, image.manifest);
    return image;
  } finally {
    await file.close();
  }
}

/**
 * Stores the chunks of a raw disk stream, which is read once and never buffered. The image is unknown to the store
 * until `publishManifest`.
 * @param options.size disk size, if known in advance
 */
export async function importRawStream(
  source: Bytes,
  store: ChunkStore,
  options: ImportOptions & { size?: number } = {},
): Promise<ImportedImage> {
  const { chunkSize = CHUNK_SIZE, maxSize = Infinity, signal } = options;
  const layout = new DiskLayout(options.size ?? null);
  const chunks: Chunk[] = [];
  const zeros = Buffer.alloc(chunkSize);
  let rawSize = 0;
  for await (const raw of withoutVhdFooter(chunksOf(source, chunkSize))) {
    signal?.throwIfAborted();
    if (rawSize + raw.length > maxSize) {
      throw new ImageRefused('SOURCE_TOO_LARGE', { limit: Math.floor(maxSize / 2 ** 30) });
    }
    layout.inspect(raw, rawSize);
    chunks.push(
      raw.equals(zeros.subarray(0, raw.length))
        ? { zero: true, rawBytes: raw.length }
        : await storeChunk(raw, store),
    );
    rawSize += raw.length;
    options.onProgress?.(rawSize, options.size ?? rawSize);
  }
  const needed = rawSize + (options.kind === 'linux' ? SETTINGS_BYTES : 0);
  const manifest = {
    format: 'casement-image/1' as const,
    rawSize,
    chunkSize,
    minDisk: Math.max(needed, options.minDisk ?? 0),
    minMemory: options.minMemory ?? 0,
    ...(await layout.end(rawSize, options.kind)),
    ...(options.handshakeOnly && { rdpProof: 'handshake' as const }),
    chunks,
  };
  return { sha256: encodeManifest(manifest).sha256, manifest };
}

/**
 * Publishes an image after checking that all chunks still exist, because a chunk that existed during the import may
 * have been deleted since.
 */
export async function publishManifest(store: ChunkStore, manifest: ImageManifest): Promise<string> {
  const sha256 = await store.putManifest(manifest);
  if (!(await hasAllChunks(store, manifest))) throw new ImageRefused('STORE_FAILED');
  return sha256;
}

async function hasAllChunks(store: ChunkStore, manifest: ImageManifest): Promise<boolean> {
  const names = [...new Set(manifest.chunks.filter(isData).map(({ zstd }) => zstd))];
  for (let at = 0; at < names.length; at += CONCURRENCY) {
    const there = await Promise.all(
      names.slice(at, at + CONCURRENCY).map((name) => store.hasChunk(name)),
    );
    if (there.includes(false)) return false;
  }
  return true;
}

/** Yields pieces of `size`; the last piece may be shorter. */
async function* chunksOf(source: Bytes, size: number): AsyncGenerator<Buffer> {
  let chunk = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const piece of source) {
    for (let at = 0; at < piece.length;) {
      if (filled === 0 && piece.length - at >= size) {
        yield piece.subarray(at, at + size);
        at += size;
        continue;
      }
      const copied = piece.copy(chunk, filled, at);
      at += copied;
      filled += copied;
      if (filled < size) continue;
      yield chunk;
      chunk = Buffer.allocUnsafe(size);
      filled = 0;
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}

async function storeChunk(raw: Buffer, store: ChunkStore): Promise<Chunk> {
  const compressed = await zstdCompress(raw);
  const zstd = sha256Hex(compressed);
  await store.putChunk(zstd, compressed);
  return { raw: sha256Hex(raw), zstd, rawBytes: raw.length, zstdBytes: compressed.length };
}
