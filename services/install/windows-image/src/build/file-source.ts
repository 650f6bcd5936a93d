import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { filterThrough, ProgramFailed, type LimitedProgram } from '../formats/limited-program.js';
import { BuildRefused } from './build-refused.js';

export interface SourceFile {
  /** Path in the source, separated by `/`. Never used as a local path. */
  path: string;
  size: number;
}

export interface FileSource {
  readonly name: string;
  list(): Promise<SourceFile[]>;
  copy(file: SourceFile, target: string): Promise<void>;
  read(file: SourceFile): Promise<Buffer>;
}

/** The virtio-win ISO has about three thousand files. */
const MAX_FILES = 50_000;
/** 7-Zip lists a file in about 400 characters. */
const MAX_LIST_CHARACTERS = 2 ** 26;
const HOUR_MS = 3_600_000;

/** @throws BuildRefused */
export async function openSource(path: string, signal?: AbortSignal): Promise<FileSource> {
  const full = resolve(path);
  const found = await stat(full).catch(() => null);
  if (!found) throw new BuildRefused(`There is no ${path}.`);
  if (found.isDirectory()) return new FolderSource(full);
  if (found.isFile()) return new IsoSource(full, found.size, signal);
  throw new BuildRefused(`${path} is neither a file nor a folder.`);
}

/** Reads UDF and ISO 9660 with 7-Zip, so it needs neither mount nor root. */
class IsoSource implements FileSource {
  private copied = 0;

  constructor(
    readonly name: string,
    private readonly size: number,
    private readonly signal?: AbortSignal,
  ) {}

  async list(): Promise<SourceFile[]> {
    let text = '';
    try {
      for await (const piece of filterThrough(this.sevenZip(['l', '-slt', '-ba']), null)) {
        text += piece.toString('utf8');
        if (text.length > MAX_LIST_CHARACTERS) throw this.tooManyFiles();
      }
    } catch (error) {
      throw this.unreadable(error);
    }
    const files = text.split('\n\n').flatMap((entry) => {
      const value = (key: string) => new RegExp(`^${key} = (.*)$`, 'm').exec(entry)?.[1];
      const [path, size] = [value('Path'), Number(value('Size'))];
      return path && value('Folder') === '-' ? [{ path, size }] : [];
    });
    if (files.length > MAX_FILES) throw this.tooManyFiles();
    return files;
  }

  async copy(file: SourceFile, target: string): Promise<void> {
    // Files whose extents overlap can be larger than the ISO, and would fill the disk.
    this.copied += file.size;
    if (!(this.copied <= this.size)) throw this.unreadable(null);
    try {
      await pipeline(this.content(file), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
    } catch (error) {
      throw this.unreadable(error);
    }
    if ((await stat(target)).size !== file.size) throw this.unreadable(null);
  }

  async read(file: SourceFile): Promise<Buffer> {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of this.content(file)) pieces.push(piece);
    } catch (error) {
      throw this.unreadable(error);
    }
    return Buffer.concat(pieces);
  }

  /** Wildcards are disabled because a name may contain any character. */
  private content({ path }: SourceFile): AsyncGenerator<Buffer> {
    return filterThrough(this.sevenZip(['e', '-so', '-spd'], path), null);
  }

  private sevenZip(command: string[], ...files: string[]): LimitedProgram {
    return {
      program: '7zz',
      args: [...command, '-sccUTF-8', '--', this.name, ...files],
      package: '7zip',
      memoryMib: 4096,
      timeoutMs: 2 * HOUR_MS,
      signal: this.signal,
    };
  }

  private tooManyFiles(): Error {
    return new BuildRefused(`${this.name} has too many files.`);
  }

  private unreadable(cause: unknown): Error {
    if (cause !== null && !(cause instanceof ProgramFailed)) return cause as Error;
    return new BuildRefused(
      `${this.name} is no ISO that can be read to its end. Copy it again, and compare its SHA-256 with its publisher's.`,
      { cause },
    );
  }
}

class FolderSource implements FileSource {
  constructor(readonly name: string) {}

  async list(): Promise<SourceFile[]> {
    const files: SourceFile[] = [];
    const folders = [''];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      const entries = await readdir(join(this.name, folder), { withFileTypes: true });
      for (const entry of entries) {
        const path = folder ? `${folder}/${entry.name}` : entry.name;
        // Links are not followed because they could lead anywhere.
        if (entry.isDirectory()) folders.push(path);
        else if (entry.isFile())
          files.push({ path, size: (await lstat(join(this.name, path))).size });
      }
      if (files.length > MAX_FILES || folders.length > MAX_FILES) {
        throw new BuildRefused(`${this.name} has too many files.`);
      }
    }
    return files;
  }

  copy(file: SourceFile, target: string): Promise<void> {
    return pipeline(this.content(file), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  }

  async read(file: SourceFile): Promise<Buffer> {
    return Buffer.concat((await this.content(file).toArray()) as Buffer[]);
  }

  private content({ path, size }: SourceFile): Readable {
    return createReadStream(join(this.name, path), { end: Math.max(0, size - 1) });
  }
}
