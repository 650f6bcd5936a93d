import type { Bytes } from '../formats/byte-stream.js';

const BLOCK = 512;
const REGULAR_FILE = '0';
/** Maximum size of a file that is read. The manifest of a 256 GiB image takes a few MiB, a chunk 16 MiB. */
const MAX_FILE_BYTES = 256 * 2 ** 20;

export interface TarFile {
  name: string;
  content: Buffer;
}

/**
 * Writes files as a tar archive.
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html (ustar)
 */
export async function* writeTar(files: AsyncIterable<TarFile>): AsyncGenerator<Buffer> {
  for await (const { name, content } of files) {
    yield headerOf(name, content.length);
    yield content;
    yield Buffer.alloc(-content.length & (BLOCK - 1));
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Reads the regular files of a tar archive. @throws Error if it is truncated or damaged */
export async function* readTar(source: Bytes): AsyncGenerator<TarFile> {
  const reader = new ExactReader(source);
  for (;;) {
    const header = await reader.read(BLOCK);
    if (header[0] === 0) return;
    const field = (from: number, to: number) =>
      header.toString('latin1', from, to).replace(/[\0 ].*$/s, '');
    const size = parseInt(field(124, 136), 8);
    if (parseInt(field(148, 156), 8) !== checksumOf(header) || !(size <= MAX_FILE_BYTES)) {
      throw new Error('the archive is damaged');
    }
    const content = await reader.read(size);
    await reader.read(-size & (BLOCK - 1));
    if (field(156, 157) === REGULAR_FILE) yield { name: field(0, 100), content };
  }
}

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  header.write(name, 0, 100, 'latin1');
  header.write(octal(0o600, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(0, 11), 136);
  header.write(REGULAR_FILE, 156);
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${octal(checksumOf(header), 6)}\0 `, 148);
  return header;
}

/** Sum of the header's bytes, with the field of the checksum counted as spaces. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

class ExactReader {
  private readonly iterator: AsyncIterator<Buffer>;
  private rest = Buffer.alloc(0);

  constructor(source: Bytes) {
    this.iterator = source[Symbol.asyncIterator]();
  }

  async read(length: number): Promise<Buffer> {
    const parts = [this.rest];
    let size = this.rest.length;
    while (size < length) {
      const next = await this.iterator.next();
      if (next.done) throw new Error('the archive ends too early');
      parts.push(Buffer.from(next.value));
      size += next.value.length;
    }
    const all = Buffer.concat(parts);
    this.rest = all.subarray(length);
    return all.subarray(0, length);
  }
}
