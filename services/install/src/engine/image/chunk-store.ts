import type { Readable } from 'node:stream';
import type { ImageManifest } from './manifest.js';

/** Where images lie: a folder (folder-chunk-store.ts), later also an object store. Content-addressed. */
export interface ChunkStore {
  /** Keeps a compressed chunk under its sha256; keeping it again is harmless. */
  putChunk(zstdSha256: string, content: Buffer): Promise<void>;
  hasChunk(zstdSha256: string): Promise<boolean>;
  /** Null where there is none. Not checked on the way: the VPS checks every chunk itself. */
  openChunk(zstdSha256: string): Promise<{ size: number; content: Readable } | null>;
  /** Returns the manifest's sha256, the name of the image. */
  putManifest(manifest: ImageManifest): Promise<string>;
  /** Null where there is none, or where it is damaged. */
  readManifest(sha256: string): Promise<ImageManifest | null>;
}
