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
import { PART_STORE } from '../image-store/image-store.js';

export interface UploadedFile {
  id: string;
  name: string;
  size: number;
  parts: PartName[];
}

@Injectable()
export class UploadedFiles {
  constructor(
    private readonly uploads: ImageUploadsRepository,
    @Inject(PART_STORE) private readonly store: PartStore,
  ) {}

  /** @throws ImageRefused UPLOAD_GONE if it was deleted or has expired */
  async find(id: string | null): Promise<UploadedFile> {
    const upload = id ? await this.uploads.find(id) : null;
    if (!upload) throw new ImageRefused('UPLOAD_GONE');
    return { ...upload, parts: await this.uploads.parts(upload.id) };
  }

  /** The generator throws ImageRefused UPLOAD_LOST if a part is missing or damaged. */
  bytes(file: UploadedFile, signal: AbortSignal): AsyncGenerator<Buffer> {
    return uploadedBytes(this.store, file, signal);
  }
}

/** Yields the parts in order after checking each against its hash. */
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
 * Assembles one file because programs that read ISOs do not accept a stream.
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
