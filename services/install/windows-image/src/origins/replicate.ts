import { buffer } from 'node:stream/consumers';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import type { ChunkStore } from '../store/chunk-store.js';
import { ImageRefused } from '../image-failures.js';
import { isData, type ImageManifest } from '../store/manifest.js';
import { findDamage } from '../store/verify-image.js';
import { withBucket } from './origin-bucket.js';
import { OriginReader, type ReaderOptions } from './origin-reader.js';
import { isBucket, type BucketOrigin, type ImageOrigin } from './origin-settings.js';

interface ReplicateOptions extends ReaderOptions {
  onProgress?: (step: 'copying' | 'verifying', done: number, total: number) => void;
}

/**
 * Copies the missing chunks of an image to an origin and reads everything back as a VPS would. A web server fills
 * itself and is only read. Idempotent: existing chunks are resent only if they are damaged.
 * @param store contains the image
 * @throws ImageRefused ORIGIN_INCOMPLETE if chunks are still missing or wrong, STORE_* and ORIGIN_* of the two
 * stores, CHUNK_DAMAGED if our own chunk does not match its name
 */
export async function replicate(
  manifest: ImageManifest,
  store: ChunkStore,
  origin: ImageOrigin,
  options: ReplicateOptions,
): Promise<void> {
  const chunks = [...new Set(manifest.chunks.filter(isData).map(({ zstd }) => zstd))];
  const wrong = async () =>
    findDamage(manifest, new OriginReader(origin, options), {
      signal: options.signal,
      onProgress: (done, total) => options.onProgress?.('verifying', done, total),
    });
  if (isBucket(origin)) await fill(origin, chunks, store, options);
  let damaged = await wrong();
  if (isBucket(origin) && damaged.size > 0) {
    // Wrong content existed under a chunk's name.
    await withBucket(origin, options, async (bucket) => {
      for (const name of damaged) await bucket.deleteChunk(name);
    });
    await fill(origin, [...damaged], store, options);
    damaged = await wrong();
  }
  if (damaged.size > 0) {
    const counts = { damaged: damaged.size, chunks: chunks.length };
    throw new ImageRefused('ORIGIN_INCOMPLETE', { origin: origin.name, ...counts });
  }
}

const fill = (
  origin: BucketOrigin,
  chunks: string[],
  store: ChunkStore,
  options: ReplicateOptions,
): Promise<void> =>
  withBucket(origin, options, async (bucket) => {
    for (const [done, name] of chunks.entries()) {
      options.signal.throwIfAborted();
      options.onProgress?.('copying', done, chunks.length);
      if (await bucket.hasChunk(name)) continue;
      const found = await store.openChunk(name);
      const content = found && (await buffer(found.content));
      if (!content || sha256Hex(content) !== name) {
        throw new ImageRefused('CHUNK_DAMAGED');
      }
      await bucket.putChunk(name, content);
    }
  });
