import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  mkdtemp,
  open,
  readFile,
  rm,
  truncate,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { fileBytes, holesOf } from './sparse-file.js';

const MIB = 2 ** 20;
const withQemu = existsSync('/usr/bin/qemu-img') ? it : it.skip;

describe(fileBytes.name, () => {
  let folder: string;
  let path: string;
  let file: FileHandle;
  const programs = process.env['PATH'];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-sparse-'));
    path = join(folder, 'a, b.raw');
    await writeFile(path, '');
    file = await open(path, 'r+');
  });
  afterEach(async () => {
    process.env['PATH'] = programs;
    await file.close();
    await rm(folder, { recursive: true });
  });

  /** Creates a file with this data and holes between and after it. */
  async function sparse(size: number, data: [at: number, length: number][]): Promise<void> {
    for (const [at, length] of data) await file.write(Buffer.alloc(length, 0xa5), 0, length, at);
    await truncate(path, size);
  }

  const read = () => buffer(Readable.from(fileBytes(file, path)));

  it.each<[string, number, [number, number][]]>([
    ['no hole', 3 * MIB + 7, [[0, 3 * MIB + 7]]],
    ['only a hole', 40 * MIB + 7, []],
    ['holes of many lengths between data', 60 * MIB + 700, [[0, 8192], [MIB, 4096], [4 * MIB, 3 * MIB], [39 * MIB + 4096, 9000]]], // prettier-ignore
    ['data at its end', 20 * MIB, [[20 * MIB - 5000, 5000]]],
    ['no content', 0, []],
  ])('yields every byte of a file with %s', async (_, size, data) => {
    await sparse(size, data);
    expect((await read()).equals(await readFile(path))).toBe(true);
  });

  withQemu('detects holes of at least a MiB and does not read them', async () => {
    await sparse(40 * MIB, [[0, 4096], [9 * MIB, MIB], [10 * MIB + 65536, 4096]]); // prettier-ignore
    expect(await holesOf(file, path)).toEqual([
      { start: 4096, end: 9 * MIB },
      { start: 10 * MIB + 65536 + 4096, end: 40 * MIB },
    ]);
    const reads = jest.spyOn(file, 'read');
    expect(await read()).toHaveLength(40 * MIB);
    // Only the data between the two holes is read.
    expect(reads).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['is missing', 'exit 127'],
    ['fails', `echo '[{ "start": 0, "length": 41943040, "zero": true, "data": false},'; exit 1`],
    ['prints unexpected output', 'echo no'],
  ])('reads the entire file if qemu-img %s', async (_, script) => {
    await sparse(40 * MIB, [[8 * MIB, MIB]]);
    await writeFile(join(folder, 'qemu-img'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    process.env['PATH'] = `${folder}:${programs}`;
    expect((await read()).equals(await readFile(path))).toBe(true);
  });

  it('stops on an abort while holes are queried', async () => {
    await sparse(40 * MIB, []);
    const stopped = AbortSignal.abort(new Error('stopped'));
    const stream = fileBytes(file, path, stopped);
    await expect(stream.next()).rejects.toThrow('stopped');
  });

  it('reads a non-regular file such as a pipe to its end', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const written = writeFile(pipe, Buffer.alloc(3 * MIB, 7));
    const reader = await open(pipe);
    expect(await buffer(Readable.from(fileBytes(reader, pipe)))).toHaveLength(3 * MIB);
    await written;
    await reader.close();
  });
});
