import type { ChunkStore } from './chunk-store.js';
import { ImageRefused } from '../image-failures.js';
import { isData } from './manifest.js';

interface Collected {
  manifests: number;
  chunks: number;
}

/**
 * Deletes all chunks and manifests that no needed image uses. It marks from the manifests, then sweeps the entire
 * store, so the next run completes an interrupted run. Manifests are deleted first, so an existing manifest always
 * has its chunks.
 * @param needed images to keep
 * @param mayDelete called before every deletion; throws if this process lost its lease
 * @throws ImageRefused MANIFEST_UNREADABLE before any deletion because an unreadable image may need any chunk
 */
export async function collectGarbage(
  store: ChunkStore,
  needed: Iterable<string>,
  mayDelete: () => void,
): Promise<Collected> {
  const keep = new Set(needed);
  const marked = await chunksOf(store, keep);
  const collected = { manifests: 0, chunks: 0 };
  for await (const name of store.manifests()) {
    if (keep.has(name)) continue;
    mayDelete();
    await store.deleteManifest(name);
    collected.manifests += 1;
  }
  for await (const name of store.chunks()) {
    if (marked.has(name)) continue;
    mayDelete();
    await store.deleteChunk(name);
    collected.chunks += 1;
  }
  return collected;
}

/** Returns the names of the chunks of these images. @throws ImageRefused MANIFEST_UNREADABLE */
export async function chunksOf(store: ChunkStore, images: Iterable<string>): Promise<Set<string>> {
  const marked = new Set<string>();
  for (const image of images) {
    const manifest = await store.readManifest(image);
    if (!manifest) throw new ImageRefused('MANIFEST_UNREADABLE');
    for (const chunk of manifest.chunks.filter(isData)) marked.add(chunk.zstd);
  }
  return marked;
}
