import type { ArchiveFile } from './cpio.js';

const BLOCK = 512;

/** Builds a plain ustar archive with short ASCII names. */
export function tarArchive(files: readonly ArchiveFile[]): Buffer {
  const segments = files.flatMap(({ path, content, mode }) => {
    const padding = (BLOCK - (content.length % BLOCK)) % BLOCK;
    return [header(path, content.length, mode), content, Buffer.alloc(padding)];
  });
  return Buffer.concat([...segments, Buffer.alloc(2 * BLOCK)]);
}

function header(path: string, size: number, mode: number): Buffer {
  if (Buffer.byteLength(path) > 100) throw new Error(`name too long for the archive: ${path}`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, width: number) =>
    block.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1');
  block.write(path, 0, 'latin1');
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  block.write('        ', 148, 'latin1');
  block.write('0', 156, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}
