import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ChunkStore } from './chunk-store.js';
import { encodeManifest, imageManifest, type ImageManifest } from './manifest.js';

const HASH = /^[0-9a-f]{64}$/;

/** chunks/ab/ab….zst and manifests/….json below one folder. */
export class FolderChunkStore implements ChunkStore {
  constructor(private readonly folder: string) {}

  async putChunk(zstdSha256: string, content: Buffer): Promise<void> {
    if (!(await this.hasChunk(zstdSha256))) await this.place(this.chunkPath(zstdSha256), content);
  }

  async hasChunk(zstdSha256: string): Promise<boolean> {
    return access(this.chunkPath(zstdSha256)).then(
      () => true,
      () => false,
    );
  }

  async openChunk(zstdSha256: string): Promise<{ size: number; content: Readable } | null> {
    if (!HASH.test(zstdSha256)) return null;
    try {
      const file = await open(this.chunkPath(zstdSha256));
      const { size } = await file.stat();
      return { size, content: file.createReadStream() };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async putManifest(manifest: ImageManifest): Promise<string> {
    const { bytes, sha256 } = encodeManifest(manifest);
    await this.place(this.manifestPath(sha256), bytes);
    return sha256;
  }

  async readManifest(sha256: string): Promise<ImageManifest | null> {
    if (!HASH.test(sha256)) return null;
    const bytes = await readFile(this.manifestPath(sha256)).catch(() => null);
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256) return null;
    return imageManifest.parse(JSON.parse(bytes.toString('utf8')));
  }

  private chunkPath(hash: string): string {
    return join(this.folder, 'chunks', hash.slice(0, 2), `${hash}.zst`);
  }

  private manifestPath(hash: string): string {
    return join(this.folder, 'manifests', `${hash}.json`);
  }

  /** Whole or not at all: a reader never sees half a file, whatever dies. */
  private async place(path: string, content: Buffer): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    const part = `${path}.${randomUUID()}.part`;
    await writeFile(part, content, { flush: true });
    await rename(part, path);
  }
}
