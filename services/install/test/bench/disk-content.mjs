/** The image that the engine's bench writes: 4 GiB, a quarter of it data, half of that random and half text. */
import { randomBytes, randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { diskImage } from '@casement/windows-image/testing/disk-image.js';

export const MIB = 2 ** 20;
const SIZE = 4096 * MIB;
const PIECE = 64 * MIB;
const SOURCES = fileURLToPath(new URL('../../engine/src', import.meta.url));

/** Where there is data: a piece in every 256 MiB, by turns text and random. */
export const PIECES = Array.from({ length: 16 }, (_, n) => ({
  offset: n * 256 * MIB,
  bytes: PIECE,
  isText: n % 2 === 0,
}));
/** Where there is none. */
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
  // A partition table and the beginning of an NTFS partition, without which it is not taken.
  const start = diskImage(2 * MIB);
  start.writeUInt32LE(SIZE / 512 - 2048, 446 + 12);
  await file.write(start, 0, start.length, 0);
  await file.close();
}

/** A MiB each, of this service's own words in a random order. They come again too late for any packer to see. */
export function textBlocks() {
  const words = readdirSync(SOURCES, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => readFileSync(join(SOURCES, name), 'latin1').split(/(?<=\s)/))
    .filter((word) => word);
  return Array.from({ length: 31 }, () => {
    const text = Array.from({ length: MIB / 4 }, () => words[randomInt(words.length)]).join('');
    return Buffer.from(text.slice(0, MIB), 'latin1');
  });
}
