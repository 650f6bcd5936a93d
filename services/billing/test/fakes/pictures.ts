import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** Returns an image of a single colour. Different colours give different images. */
export const picture = (colour = '#123456', width = 40, height = 20): Sharp =>
  sharp({ create: { width, height, channels: 3, background: colour } });

export const pictureFile = (colour?: string, format: Format = 'png'): Promise<Buffer> =>
  picture(colour).toFormat(format).toBuffer();

/** Returns a PNG of a few hundred bytes whose header claims `width` × `height` pixels. */
export function pngWithSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const NOISE = 200;

/** Uses incompressible noise so that truncation removes part of the pixels. */
export async function truncated(format: Format): Promise<Buffer> {
  const pixels = Buffer.from(
    Array.from({ length: NOISE * NOISE * 3 }, (_, at) => (at * 7919) % 251),
  );
  const raw = { width: NOISE, height: NOISE, channels: 3 as const };
  const complete = await sharp(pixels, { raw }).toFormat(format).toBuffer();
  return complete.subarray(0, Math.floor(complete.length / 2));
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">';

/** Files that are rejected as pictures, regardless of their names. */
export const noPictures: [what: string, content: Buffer][] = [
  ['an empty file', Buffer.alloc(0)],
  ['text', Buffer.from('I am not a picture')],
  ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a web page that begins like a GIF', Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;')],
  ['an SVG with a script', Buffer.from(`${SVG}<script>alert(1)</script></svg>`)],
  [
    'an SVG that includes a file of the server',
    Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}<text>&x;</text></svg>`,
    ),
  ],
  ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
  ['a ZIP', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
  ['the start of a PNG', Buffer.from('89504e470d0a1a0a', 'hex')],
];
