import type { Readable } from 'node:stream';
import type { ImageManifest } from './manifest.js';

/** Content-addressed image storage: a folder (folder-chunk-store.ts) or an object store (s3-chunk-store.ts). */
export interface ChunkStore {
  /** The same store for a background job, which retries through an outage until `signal`. */
  forJob(signal: AbortSignal): ChunkStore;
  /**
   * Checks that the store is readable and writable.
   * @throws if listing, reading, writing or deleting is refused (the folder store checks only its permissions)
   */
  check(): Promise<void>;
  /** Idempotent. */
  putChunk(zstdSha256: string, content: Buffer): Promise<void>;
  hasChunk(zstdSha256: string): Promise<boolean>;
  /** Returns `null` if the chunk is missing. Not verified here because the VPS checks every chunk itself. */
  openChunk(zstdSha256: string): Promise<{ size: number; content: Readable } | null>;
  /** Idempotent. */
  deleteChunk(zstdSha256: string): Promise<void>;
  /** Yields the names of all chunks, unordered. */
  chunks(): AsyncIterable<string>;
  /** Stores a manifest and returns its sha256, which is the image's name. */
  putManifest(manifest: ImageManifest): Promise<string>;
  /** Returns `null` if the manifest is missing or damaged. */
  readManifest(sha256: string): Promise<ImageManifest | null>;
  deleteManifest(sha256: string): Promise<void>;
  /** Yields the names of all images, unordered. */
  manifests(): AsyncIterable<string>;
}

/** Returns the key of a chunk below the store's prefix. */
export const chunkKey = (hash: string): string => `chunks/${hash.slice(0, 2)}/${hash}.zst`;

/** Returns whether the text is a valid name of a chunk or manifest. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
