import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import type { Bytes } from './byte-stream.js';
import { filterThrough } from './limited-program.js';

const MIB = 2 ** 20;
const PIECE = MIB;
/** Of zeros: as long as a chunk of an image, and up to a whole number of them, so that a chunk need not be put together. */
const ZEROS = Buffer.alloc(16 * MIB);
/** Of `stat`'s blocks, which are independent of the file system's. */
const BLOCK = 512;

/** From the first byte of it to the first behind it. */
interface Hole {
  start: number;
  end: number;
}

/**
 * A file from its beginning to its end. Its large holes are not read: they are zeros. An image is mostly holes where its
 * disk is mostly empty.
 *
 * @param path of the same file
 */
export async function* fileBytes(
  file: FileHandle,
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const found = await file.stat();
  if (!found.isFile()) {
    yield* file.createReadStream({ highWaterMark: PIECE, autoClose: false }) as Bytes;
    return;
  }
  const { size, blocks } = found;
  const holes = blocks * BLOCK < size ? await holesOf(file, path, signal) : [];
  let at = 0;
  for (const { start, end } of [...holes, { start: size, end: size }]) {
    for (; at < start;) {
      const length = Math.min(PIECE, start - at);
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
      // It was cut short meanwhile.
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
    for (; at < end;) {
      const length = Math.min(ZEROS.length - (at % ZEROS.length), end - at);
      yield ZEROS.subarray(0, length);
      at += length;
    }
  }
}

/** Those of at least a MiB, in their order. None where the file system does not tell, or qemu-img is not there to ask it. */
export async function holesOf(
  file: FileHandle,
  path: string,
  signal?: AbortSignal,
): Promise<Hole[]> {
  const { size } = await file.stat();
  const name = path.replaceAll(',', ',,');
  const image = `driver=raw,file.driver=file,file.filename=${name}`;
  const program = {
    program: 'qemu-img',
    args: ['map', '--output=json', '--image-opts', image],
    package: 'qemu-utils',
    memoryMib: 4096,
    timeoutMs: 60_000,
    signal,
  };
  const holes: Hole[] = [];
  try {
    // What was just written may have no place on the disk yet.
    await file.datasync();
    let rest = '';
    for await (const piece of filterThrough(program, null)) {
      const lines = (rest + piece.toString('latin1')).split('\n');
      rest = lines.pop()!;
      holes.push(...lines.flatMap((line) => holeOf(line, size)));
    }
    return holes;
  } catch {
    // Without them all of it is read, which takes longer and is as good.
    signal?.throwIfAborted();
    return [];
  }
}

/** Of a line of the list, each of which is an extent. */
function holeOf(line: string, size: number): Hole[] {
  const { start, length, zero, data } = extent.parse(JSON.parse(line.replace(/^\[|[,\]]$/g, '')));
  const end = Math.min(size, start + length);
  return zero && !data && end - start >= MIB ? [{ start, end }] : [];
}

const extent = z.object({
  start: z.number().int().nonnegative(),
  length: z.number().int().positive(),
  zero: z.boolean(),
  data: z.boolean(),
});
