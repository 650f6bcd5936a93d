import type { ChunkStore } from './chunk-store.js';
import { ImageRefused } from '../image-failures.js';
import { isData } from './manifest.js';

interface Collected {
  manifests: number;
  chunks: number;
}

/**
 * Deletes what no needed image has. Marks from the manifests, then sweeps over all that lies in the store, so that a
 * collection that was cut short anywhere is made whole by the next one. Manifests go first: where one lies, its
 * chunks do too.
 *
 * @param needed the images to keep
 * @param mayDelete asked before every deletion; throws where this process has lost its right to it
 * @throws ImageRefused MANIFEST_UNREADABLE, before anything is deleted: whose chunks are unknown may need any of them
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

/** The names of the chunks that any of these images has. @throws ImageRefused MANIFEST_UNREADABLE */
export async function chunksOf(store: ChunkStore, images: Iterable<string>): Promise<Set<string>> {
  const marked = new Set<string>();
  for (const image of images) {
    const manifest = await store.readManifest(image);
    if (!manifest) throw new ImageRefused('MANIFEST_UNREADABLE');
    for (const chunk of manifest.chunks.filter(isData)) marked.add(chunk.zstd);
  }
  return marked;
}
