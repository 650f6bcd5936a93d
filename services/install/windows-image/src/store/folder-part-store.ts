import { mkdir, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ImageRefused } from '../image-failures.js';
import { partFile, type PartName, type PartStore } from './part-store.js';
import { writeAtomically } from './write-atomically.js';

/** Stores `uploads/ID/NUMBER-SHA256` in the folder of the images. */
export class FolderPartStore implements PartStore {
  private readonly root: string;

  constructor(folder: string) {
    this.root = join(folder, 'uploads');
  }

  async free(): Promise<number> {
    await mkdir(this.root, { recursive: true });
    const { bavail, bsize } = await statfs(this.root);
    return bavail * bsize;
  }

  async put(upload: string, part: PartName, content: Buffer): Promise<void> {
    try {
      await writeAtomically(join(this.root, upload, partFile(part)), content);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === 'ENOSPC' || code === 'EDQUOT') {
        throw new ImageRefused('UPLOAD_SPACE', {}, { cause });
      }
      throw cause;
    }
  }

  read(upload: string, part: PartName): Promise<Buffer | null> {
    return readFile(join(this.root, upload, partFile(part))).catch(nullWhereMissing);
  }

  async remove(upload: string): Promise<void> {
    await rm(join(this.root, upload), { recursive: true, force: true });
  }

  async *uploads(): AsyncIterable<string> {
    yield* (await readdir(this.root).catch(nullWhereMissing)) ?? [];
  }
}

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
