import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ProgramFailed, runLimited, type LimitedProgram } from '../formats/limited-program.js';
import { BuildRefused } from './build-refused.js';
import type { FileSource } from './file-source.js';
import { fromText } from './programs.js';

export interface Edition {
  index: number;
  name: string;
  /** Microsoft's identifier, such as ServerStandard or Professional. */
  id: string;
  architecture: string;
  languages: string[];
  defaultLanguage: string;
  major: number;
  minor: number;
  build: number;
  isServer: boolean;
  bytes: number;
}

const HOUR_MS = 3_600_000;
/** The registry and the boot files of Windows have less than half of it. */
const MAX_EXTRACTED_MIB = 1024;
/** Media for both architectures, as the Media Creation Tool makes them, have the folders x64 and x86. */
const PARTS = /^(?:x64\/)?sources\/install(\d*)\.(wim|esd|swm)$/i;

/** Windows images of an installation medium, accessed with wimlib. All names refer to files in one work folder. */
export class Wim {
  private constructor(
    private readonly folder: string,
    private readonly name: string,
    private readonly parts: string[],
    private readonly signal?: AbortSignal,
    /** Number of the image in the file. */
    private readonly image = 1,
  ) {}

  /** @throws BuildRefused */
  static async copyFrom(source: FileSource, folder: string, signal?: AbortSignal): Promise<Wim> {
    const files = (await source.list()).filter(({ path }) => PARTS.test(path));
    const [first, ...rest] = files.sort((a, b) => partOf(a.path) - partOf(b.path));
    if (!first) {
      throw new BuildRefused(
        `${source.name} has no sources/install.wim, install.esd or install.swm (also not in x64), so it is no installation medium of Windows.`,
      );
    }
    const wanted = /\.swm$/i.test(first.path) ? [first, ...rest] : [first];
    const copies: string[] = [];
    for (const [index, file] of wanted.entries()) {
      const copy = `install${index || ''}.${first.path.slice(-3).toLowerCase()}`;
      await source.copy(file, join(folder, copy));
      copies.push(copy);
    }
    return new Wim(folder, copies[0]!, copies.slice(1), signal);
  }

  /** @throws BuildRefused */
  async editions(): Promise<Edition[]> {
    return readEditions(await this.run(['info', this.name]));
  }

  /**
   * Returns a writable single image. It is modified in place because copying gigabytes takes as long as applying
   * them. A split or read-only WIM is copied without recompression.
   */
  async single(edition: Edition, target: string): Promise<Wim> {
    if (this.parts.length === 0 && (await isEditable(join(this.folder, this.name)))) {
      return new Wim(this.folder, this.name, [], this.signal, edition.index);
    }
    const from = [this.name, String(edition.index), target];
    await this.run(['export', ...from, ...this.parts.map((part) => `--ref=${part}`)]);
    for (const file of [this.name, ...this.parts]) await rm(join(this.folder, file));
    return new Wim(this.folder, target, [], this.signal);
  }

  async remove(): Promise<void> {
    await rm(join(this.folder, this.name));
  }

  /**
   * Extracts regular files and folders; missing ones are skipped.
   * @throws BuildRefused for a link, which could refer to a local file, and for files of an absurd size
   */
  async extract(paths: string[], target: string): Promise<void> {
    const folder = join(this.folder, target);
    await mkdir(folder);
    const options = ['--no-acls', '--no-attributes', '--nullglob', '--preserve-dir-structure'];
    const image = [this.name, String(this.image)];
    await this.run(['extract', ...image, ...paths, `--dest-dir=${target}`, ...options], {
      onOutput: (piece) => {
        const [, total, unit] = / of (\d+) ([MG]iB)/.exec(piece) ?? [];
        if (Number(total) * (unit === 'GiB' ? 1024 : 1) > MAX_EXTRACTED_MIB) {
          throw new BuildRefused(
            `The registry and the boot files on the medium unpack to more than ${MAX_EXTRACTED_MIB} MiB, so they are not from Windows. Use an ISO from Microsoft.`,
          );
        }
      },
    });
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    const special = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
    if (special)
      throw new BuildRefused(`The image has a link in place of a file: ${special.name}.`);
  }

  /** Adds files with their parent folders, and deletes others. */
  async change(added: { file: string; path: string }[], deleted: string[]): Promise<void> {
    const commands = [
      ...deleted.map((path) => `delete --force --recursive ${quoted(path)}`),
      ...added.map(({ file, path }) => `add ${quoted(file)} ${quoted(path)}`),
    ];
    const input = commands.map((line) => `${line}\n`).join('');
    await this.run(['update', this.name, String(this.image)], { input });
  }

  /** Applies the image to an NTFS volume in a file, including owners, rights, streams and links. */
  async apply(ntfs: string, onPercent: (percent: number) => void): Promise<void> {
    await this.run(['apply', this.name, String(this.image), ntfs], {
      onOutput: (piece) => {
        const last = [...piece.matchAll(/\((\d+)%\)/g)].at(-1)?.[1];
        if (last) onPercent(Number(last));
      },
    });
  }

  private async run(
    args: string[],
    { input, onOutput }: { input?: string; onOutput?: (piece: string) => void } = {},
  ): Promise<string> {
    const program: LimitedProgram = {
      program: 'wimlib-imagex',
      args,
      package: 'wimtools',
      memoryMib: 4096,
      timeoutMs: 4 * HOUR_MS,
      signal: this.signal,
      cwd: this.folder,
      // The case of Windows' paths differs between media.
      env: { WIMLIB_IMAGEX_IGNORE_CASE: '1' },
    };
    try {
      return await runLimited(program, onOutput, input === undefined ? null : fromText(input));
    } catch (error) {
      if (!(error instanceof ProgramFailed)) throw error;
      throw new BuildRefused(sentenceFor(error), { cause: error });
    }
  }
}

/** Position of the flags in a WIM header, and the flags that prevent changes. */
const FLAGS_AT = 16;
const READ_ONLY = 0x4;
const SPANNED = 0x8;
const BEING_WRITTEN = 0x40;

async function isEditable(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, FLAGS_AT);
    return (buffer.readUInt32LE() & (READ_ONLY | SPANNED | BEING_WRITTEN)) === 0;
  } finally {
    await file.close();
  }
}

function sentenceFor({ complaint }: ProgramFailed): string {
  if (/No space left/i.test(complaint)) {
    return 'There is no space left for the image. Free some, or write it to another disk.';
  }
  const last = complaint.split('\n').findLast((line) => line.includes('[ERROR]'));
  const why = last?.replace(/^.*\[ERROR\]\s*/, '').trim() ?? 'wimlib gave up';
  return `The Windows image on the medium is damaged or of an unknown kind (${why}). Copy the ISO again.`;
}

const partOf = (path: string): number => Number(PARTS.exec(path)?.[1] || 1);

const quoted = (text: string): string => `"${text}"`;

/** Parses the output of `wimlib-imagex info`. Its texts come from the medium and are only displayed. */
function readEditions(text: string): Edition[] {
  const [, ...blocks] = text.split(/^Index:\s+/m);
  return blocks.map((block) => {
    const value = (key: string) =>
      new RegExp(`^${key}:[ \\t]*(.*?)[ \\t]*$`, 'm').exec(block)?.[1] ?? '';
    return {
      index: parseInt(block, 10),
      name: value('Name'),
      id: value('Edition ID'),
      architecture: value('Architecture'),
      languages: value('Languages').split(' ').filter(Boolean),
      defaultLanguage: value('Default Language') || 'en-US',
      major: Number(value('Major Version')),
      minor: Number(value('Minor Version')),
      build: Number(value('Build')),
      isServer: value('Installation Type').startsWith('Server'),
      bytes: Number(value('Total Bytes')),
    };
  });
}
