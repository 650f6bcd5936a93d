import { createWriteStream } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import type { PartName, PartStore } from '@casement/windows-image/store/part-store.js';
import { ImageUploadsRepository } from './image-uploads.repository.js';
import { PART_STORE } from './uploads.tokens.js';

/** An upload whose parts are all there. */
export interface UploadedFile {
  id: string;
  name: string;
  size: number;
  parts: PartName[];
}

/** Uploads for the jobs that read them. */
@Injectable()
export class UploadedFiles {
  constructor(
    private readonly uploads: ImageUploadsRepository,
    @Inject(PART_STORE) private readonly store: PartStore,
  ) {}

  /** @throws ImageRefused UPLOAD_GONE where it was deleted, by hand or after its time */
  async find(id: string | null): Promise<UploadedFile> {
    const upload = id ? await this.uploads.find(id) : null;
    if (!upload) throw new ImageRefused('UPLOAD_GONE');
    return { ...upload, parts: await this.uploads.parts(upload.id) };
  }

  /** @throws ImageRefused UPLOAD_LOST, while they are read */
  bytes(file: UploadedFile, signal: AbortSignal): AsyncGenerator<Buffer> {
    return uploadedBytes(this.store, file, signal);
  }
}

/** Its bytes in order; each part is checked against its hash, so a store that changes one is noticed. */
async function* uploadedBytes(
  store: PartStore,
  { id, name, parts }: UploadedFile,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  for (const part of parts) {
    signal.throwIfAborted();
    const content = await store.read(id, part);
    const hash = content && sha256Hex(content);
    if (hash !== part.sha256) throw new ImageRefused('UPLOAD_LOST', { number: part.number, name });
    yield content!;
  }
}

/**
 * Writes it as one file, since the programs that read ISOs take no stream.
 *
 * @param bytes of `file`, perhaps counted on their way
 * @throws ImageRefused UPLOAD_TEMP_SPACE, UPLOAD_LOST
 */
export async function writeUploaded(
  { size }: UploadedFile,
  bytes: AsyncIterable<Buffer>,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const needed = Math.ceil(size / 2 ** 20);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize < size) throw new ImageRefused('UPLOAD_TEMP_SPACE', { needed });
  try {
    await pipeline(Readable.from(bytes), createWriteStream(path, { flags: 'wx', mode: 0o600 }), {
      signal,
    });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause;
    throw new ImageRefused('UPLOAD_TEMP_SPACE', { needed }, { cause });
  }
}
