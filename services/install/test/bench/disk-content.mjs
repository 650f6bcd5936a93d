/** Image written by the engine's bench: 4 GiB, a quarter of it data, half random and half text. */
import { randomBytes, randomInt } from 'node:crypto';
import { open } from 'node:fs/promises';
import { diskImage } from '@casement/windows-image/testing/disk-image.js';

export const MIB = 2 ** 20;
const SIZE = 4096 * MIB;
const PIECE = 64 * MIB;

/** Areas with data: one per 256 MiB, alternately text and random. */
export const PIECES = Array.from({ length: 16 }, (_, n) => ({
  offset: n * 256 * MIB,
  bytes: PIECE,
  isText: n % 2 === 0,
}));
/** Offset of an area without data. */
export const ZEROS_AT = 128 * MIB;

export async function makeImage(path) {
  const blocks = textBlocks();
  const file = await open(path, 'w');
  await file.truncate(SIZE);
  for (const [n, { offset, bytes, isText }] of PIECES.entries()) {
    for (let done = 0; done < bytes / MIB; done += 1) {
      const block = isText ? blocks[(n + done) % blocks.length] : randomBytes(MIB);
      await file.write(block, 0, MIB, offset + done * MIB);
    }
  }
  // Partition table and start of an NTFS partition; an image without them is rejected.
  const start = diskImage(2 * MIB);
  start.writeUInt32LE(SIZE / 512 - 2048, 446 + 12);
  await file.write(start, 0, start.length, 0);
  await file.close();
}

/** Blocks of a MiB, compressible to about 41 % like source code; their words repeat at random. */
export function textBlocks() {
  const words = Array.from(
    { length: 4096 },
    () => `${randomBytes(5).toString('hex').slice(0, randomInt(2, 11))} `,
  );
  return Array.from({ length: 31 }, () => {
    const text = Array.from({ length: MIB / 3 }, () => words[randomInt(words.length)]).join('');
    return Buffer.from(text.slice(0, MIB), 'latin1');
  });
}
