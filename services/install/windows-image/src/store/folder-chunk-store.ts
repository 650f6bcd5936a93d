import { access, constants, mkdir, open, opendir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { isHash, type ChunkStore } from './chunk-store.js';
import { decodeManifest, encodeManifest, type ImageManifest } from './manifest.js';
import { writeAtomically } from './write-atomically.js';

/** Stores chunks/ab/ab….zst and manifests/….json in a folder. */
export class FolderChunkStore implements ChunkStore {
  constructor(private readonly folder: string) {}

  /** A folder has no outages. */
  forJob(): this {
    return this;
  }

  async check(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await access(this.folder, constants.R_OK | constants.W_OK);
  }

  async putChunk(zstdSha256: string, content: Buffer): Promise<void> {
    if (!(await this.hasChunk(zstdSha256)))
      await writeAtomically(this.chunkPath(zstdSha256), content);
  }

  async hasChunk(zstdSha256: string): Promise<boolean> {
    return access(this.chunkPath(zstdSha256)).then(
      () => true,
      () => false,
    );
  }

  async openChunk(zstdSha256: string): Promise<{ size: number; content: Readable } | null> {
    if (!isHash(zstdSha256)) return null;
    try {
      const file = await open(this.chunkPath(zstdSha256));
      const { size } = await file.stat();
      return { size, content: file.createReadStream() };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async deleteChunk(zstdSha256: string): Promise<void> {
    await rm(this.chunkPath(zstdSha256), { force: true });
  }

  async *chunks(): AsyncIterable<string> {
    for await (const shelf of namesIn(join(this.folder, 'chunks'))) {
      yield* hashesIn(join(this.folder, 'chunks', shelf), '.zst');
    }
  }

  async putManifest(manifest: ImageManifest): Promise<string> {
    const { bytes, sha256 } = encodeManifest(manifest);
    await writeAtomically(this.manifestPath(sha256), bytes);
    return sha256;
  }

  async readManifest(sha256: string): Promise<ImageManifest | null> {
    if (!isHash(sha256)) return null;
    const bytes = await readFile(this.manifestPath(sha256)).catch(() => null);
    return bytes && decodeManifest(bytes, sha256);
  }

  async deleteManifest(sha256: string): Promise<void> {
    await rm(this.manifestPath(sha256), { force: true });
  }

  manifests(): AsyncIterable<string> {
    return hashesIn(join(this.folder, 'manifests'), '.json');
  }

  private chunkPath(hash: string): string {
    return join(this.folder, 'chunks', hash.slice(0, 2), `${hash}.zst`);
  }

  private manifestPath(hash: string): string {
    return join(this.folder, 'manifests', `${hash}.json`);
  }
}

async function* hashesIn(folder: string, ending: string): AsyncGenerator<string> {
  for await (const name of namesIn(folder)) {
    const hash = name.slice(0, -ending.length);
    if (name.endsWith(ending) && isHash(hash)) yield hash;
  }
}

/** Yields no names if the folder does not exist yet. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder)) yield name;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
