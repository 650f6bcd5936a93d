import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import type { Bytes } from './byte-stream.js';
import { filterThrough } from './limited-program.js';

const MIB = 2 ** 20;
const PIECE = MIB;
/** Zeros of one image chunk. Ranges end at multiples of this size, so that chunks need no assembly. */
const ZEROS = Buffer.alloc(16 * MIB);
/** Unit of `stat`'s block count on every file system. */
const BLOCK = 512;

/** Half-open byte range. */
interface Hole {
  start: number;
  end: number;
}

/**
 * Reads a file sequentially. Large holes yield zeros without being read because an image of a mostly empty disk
 * consists mostly of holes.
 * @param path path of the same file
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
      // The file was truncated concurrently.
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

/**
 * Returns holes of at least a MiB, in order. Empty if the file system does not report holes or qemu-img is missing.
 */
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
    // Recently written data may not be allocated yet.
    await file.datasync();
    let rest = '';
    for await (const piece of filterThrough(program, null)) {
      const lines = (rest + piece.toString('latin1')).split('\n');
      rest = lines.pop()!;
      holes.push(...lines.flatMap((line) => holeOf(line, size)));
    }
    return holes;
  } catch {
    // If holes cannot be detected, the entire file is read, which takes longer but gives the same result.
    signal?.throwIfAborted();
    return [];
  }
}

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
