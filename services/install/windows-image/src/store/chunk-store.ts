import type { Readable } from 'node:stream';
import type { ImageManifest } from './manifest.js';

/** Where images lie: a folder (folder-chunk-store.ts) or an object store (s3-chunk-store.ts). Content-addressed. */
export interface ChunkStore {
  /** The same images for work in the background, which waits out an interruption of the store or ends with `signal`. */
  forJob(signal: AbortSignal): ChunkStore;
  /** @throws where images can't be listed, read, written and deleted */
  check(): Promise<void>;
  /** Keeps a compressed chunk under its sha256; keeping it again is harmless. */
  putChunk(zstdSha256: string, content: Buffer): Promise<void>;
  hasChunk(zstdSha256: string): Promise<boolean>;
  /** Null where there is none. Not checked on the way: the VPS checks every chunk itself. */
  openChunk(zstdSha256: string): Promise<{ size: number; content: Readable } | null>;
  /** Whether it was there makes no difference. */
  deleteChunk(zstdSha256: string): Promise<void>;
  /** The names of all chunks, in no order. */
  chunks(): AsyncIterable<string>;
  /** Returns the manifest's sha256, the name of the image. */
  putManifest(manifest: ImageManifest): Promise<string>;
  /** Null where there is none, or where it is damaged. */
  readManifest(sha256: string): Promise<ImageManifest | null>;
  deleteManifest(sha256: string): Promise<void>;
  /** The names of all images, in no order. */
  manifests(): AsyncIterable<string>;
}

/** Where a chunk lies in any store, below the store's own prefix. */
export const chunkKey = (hash: string): string => `chunks/${hash.slice(0, 2)}/${hash}.zst`;

/** What a chunk or a manifest is called. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
