import { buffer } from 'node:stream/consumers';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import type { Bytes } from '../formats/byte-stream.js';
import { chunkKey, type ChunkStore } from './chunk-store.js';
import { decodeManifest, encodeManifest, isData, type ImageManifest } from './manifest.js';
import { readTar, writeTar, type TarFile } from './tar.js';

const manifestKey = (sha256: string): string => `manifests/${sha256}.json`;

/**
 * Yields a tar archive of all images, each after its chunks, so that an interrupted copy has no manifest without
 * chunks. Verifies every chunk that it packs.
 * @param known names of files to leave out because the backup already has them
 * @param onDamage called for each image that is left out because a chunk is missing or damaged
 */
export function exportStore(
  store: ChunkStore,
  known: Iterable<string>,
  onDamage: (image: string) => void,
): AsyncGenerator<Buffer> {
  return writeTar(filesOf(store, new Set(known), onDamage));
}

async function* filesOf(
  store: ChunkStore,
  packed: Set<string>,
  onDamage: (image: string) => void,
): AsyncGenerator<TarFile> {
  for await (const image of store.manifests()) {
    const manifest = await store.readManifest(image);
    if (!manifest || !(yield* chunkFiles(store, manifest, packed))) {
      onDamage(image);
    } else if (!packed.has(manifestKey(image))) {
      yield { name: manifestKey(image), content: encodeManifest(manifest).bytes };
    }
  }
}

/** @returns whether all chunks are intact */
async function* chunkFiles(
  store: ChunkStore,
  manifest: ImageManifest,
  packed: Set<string>,
): AsyncGenerator<TarFile, boolean> {
  for (const { zstd } of manifest.chunks.filter(isData)) {
    const name = chunkKey(zstd);
    if (packed.has(name)) continue;
    const found = await store.openChunk(zstd);
    const content = found && (await buffer(found.content));
    if (!content || sha256Hex(content) !== zstd) return false;
    packed.add(name);
    yield { name, content };
  }
  return true;
}

/**
 * Adds the images of an archive to a store. Idempotent.
 * @throws Error for the first file that does not match its name
 */
export async function importStore(
  store: ChunkStore,
  archive: Bytes,
): Promise<{ chunks: number; images: number }> {
  const counts = { chunks: 0, images: 0 };
  for await (const { name, content } of readTar(archive)) {
    const [, folder, hash] =
      /^(?:\.\/)?(chunks\/..|manifests)\/([0-9a-f]{64})\.\w+$/.exec(name) ?? [];
    if (!hash || sha256Hex(content) !== hash) throw new Error(`${name} is damaged`);
    if (folder === 'manifests') {
      await store.putManifest(decodeManifest(content, hash)!);
      counts.images += 1;
    } else {
      await store.putChunk(hash, content);
      counts.chunks += 1;
    }
  }
  return counts;
}
