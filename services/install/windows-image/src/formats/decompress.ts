import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Bytes } from './byte-stream.js';
import type { Compression } from './disk-format.js';
import { ImageRefused } from '../image-failures.js';
import { filterThrough, ProgramFailed, type LimitedProgram } from './limited-program.js';

const HOUR_MS = 3_600_000;

/** Node has no xz and only recently added zstd, so both are external programs. */
const DECOMPRESSORS: Record<'xz' | 'zstd', Omit<LimitedProgram, 'signal'>> = {
  xz: {
    program: 'xz',
    args: ['-dc', '--memlimit-decompress=1GiB'],
    package: 'xz-utils',
    memoryMib: 1536,
    timeoutMs: 12 * HOUR_MS,
  },
  zstd: {
    program: 'zstd',
    // Memory required by `zstd --ultra --long=31`.
    args: ['-dcq', '--no-progress', '--memory=2048MB'],
    package: 'zstd',
    memoryMib: 3072,
    timeoutMs: 12 * HOUR_MS,
  },
};

/**
 * Decompresses a stream. Fails for truncated data because a partial image must never count as complete.
 * @throws ImageRefused COMPRESSION_DAMAGED, PROGRAM_MISSING, the errors of `source`
 */
export async function* decompress(
  kind: Compression,
  source: Bytes,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    if (kind === 'gzip') yield* gunzip(source);
    else yield* filterThrough({ ...DECOMPRESSORS[kind], signal }, source);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const damaged = error instanceof ProgramFailed || code.startsWith('Z_');
    throw damaged ? new ImageRefused('COMPRESSION_DAMAGED', { kind }, { cause: error }) : error;
  }
}

async function* gunzip(source: Bytes): AsyncGenerator<Buffer> {
  const input = Readable.from(source);
  const gunzip = createGunzip({ chunkSize: 2 ** 18 });
  // Propagates errors of either stream to the other.
  pipeline(input, gunzip, () => undefined);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } finally {
    gunzip.destroy();
    input.destroy();
  }
}
