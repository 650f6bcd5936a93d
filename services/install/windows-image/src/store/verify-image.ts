import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import type { ChunkStore } from './chunk-store.js';
import { isData, type DataChunk, type ImageManifest } from './manifest.js';
import { zstdDecompress } from './zstd.js';

interface VerifyOptions {
  signal?: AbortSignal;
  onProgress?: (bytesDone: number, bytesTotal: number) => void;
}

/**
 * Reads every chunk of an image as the VPS would and checks both hashes.
 * @returns names of missing or damaged chunks
 */
export async function findDamage(
  manifest: ImageManifest,
  store: Pick<ChunkStore, 'openChunk'>,
  { signal, onProgress }: VerifyOptions = {},
): Promise<Set<string>> {
  const chunks = new Map(manifest.chunks.filter(isData).map((chunk) => [chunk.zstd, chunk]));
  const total = [...chunks.values()].reduce((sum, { zstdBytes }) => sum + zstdBytes, 0);
  const damaged = new Set<string>();
  let done = 0;
  for (const chunk of chunks.values()) {
    signal?.throwIfAborted();
    if (!(await isWhole(chunk, store))) damaged.add(chunk.zstd);
    done += chunk.zstdBytes;
    onProgress?.(done, total);
  }
  return damaged;
}

async function isWhole(chunk: DataChunk, store: Pick<ChunkStore, 'openChunk'>): Promise<boolean> {
  const found = await store.openChunk(chunk.zstd);
  if (!found) return false;
  if (found.size !== chunk.zstdBytes) {
    found.content.destroy();
    return false;
  }
  const packed = Buffer.concat((await found.content.toArray()) as Buffer[]);
  if (sha256Hex(packed) !== chunk.zstd) return false;
  const raw = await zstdDecompress(packed).catch(() => null);
  return raw !== null && raw.length === chunk.rawBytes && sha256Hex(raw) === chunk.raw;
}
