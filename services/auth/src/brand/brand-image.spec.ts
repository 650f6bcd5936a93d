import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { encodeBrandImage } from './brand-image.js';

const BLACK = new PNG({ width: 96, height: 96, fill: true });

/** Returns a PNG with changed bytes and the right checksum in the header. */
function withHeader(file: Buffer, change: (header: Buffer) => void): Buffer {
  const copy = Buffer.from(file);
  change(copy.subarray(16, 29));
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
  return copy;
}

describe(encodeBrandImage.name, () => {
  it('keeps the pixels and drops other data, such as text', () => {
    const file = PNG.sync.write(BLACK);
    const comment = Buffer.from('000000067445587473656372657400000000', 'hex');
    comment.writeUInt32BE(crc32(comment.subarray(4, 14)), 14);
    const upload = Buffer.concat([file.subarray(0, 33), comment, file.subarray(33)]);
    const { png, width, height } = encodeBrandImage('favicon', upload);
    expect([width, height]).toEqual([96, 96]);
    expect(upload.includes('secret')).toBe(true);
    expect(png.includes('secret')).toBe(false);
    expect(PNG.sync.read(png).data.equals(BLACK.data)).toBe(true);
  });

  it('gives the same file for the same pixels', () => {
    const { hash } = encodeBrandImage('favicon', PNG.sync.write(BLACK, { deflateLevel: 0 }));
    expect(hash).toBe(encodeBrandImage('favicon', PNG.sync.write(BLACK)).hash);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>')],
    ['a truncated file', PNG.sync.write(BLACK).subarray(0, 60)],
    ['an interlaced image', withHeader(PNG.sync.write(BLACK), (header) => (header[12] = 1))],
    ['an empty file', Buffer.alloc(0)],
  ])('refuses %s as unreadable', (_name, upload) => {
    expect(() => encodeBrandImage('favicon', upload)).toThrow('not a readable PNG');
  });

  it('refuses a second header, which pngjs would decode instead of the first', () => {
    const large = PNG.sync.write(new PNG({ width: 2_000, height: 2_000 }));
    const small = PNG.sync.write(BLACK).subarray(0, 33);
    const upload = Buffer.concat([small, large.subarray(8)]);
    expect(() => encodeBrandImage('favicon', upload)).toThrow('not a readable PNG');
  });

  it('accepts pixels that spell the name of the header chunk', () => {
    const image = new PNG({ width: 96, height: 96 });
    image.data.fill('IHDR');
    const upload = PNG.sync.write(image, { deflateLevel: 0, filterType: 0 });
    expect(upload.includes('IHDRIHDR')).toBe(true);
    expect(PNG.sync.read(encodeBrandImage('favicon', upload).png).data).toEqual(image.data);
  });

  it('refuses a huge image by its header, before decoding', () => {
    const bomb = withHeader(PNG.sync.write(BLACK), (header) => header.writeUInt32BE(60_000, 0));
    expect(() => encodeBrandImage('logo_light', bomb)).toThrow('at most 480 × 96 pixels');
  });

  it('refuses data that inflates to more than the pixels of the header', () => {
    const file = PNG.sync.write(new PNG({ width: 1, height: 1 }));
    const start = file.indexOf('IDAT');
    const data = deflateSync(Buffer.alloc(60_000_000));
    const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('IDAT'), data, Buffer.alloc(4)]);
    chunk.writeUInt32BE(data.length, 0);
    const bomb = Buffer.concat([file.subarray(0, start - 4), chunk, file.subarray(-12)]);
    const before = process.memoryUsage().arrayBuffers;
    expect(() => encodeBrandImage('favicon', bomb)).toThrow('not a readable PNG');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  it('refuses an image that takes too much space', () => {
    const noise = new PNG({ width: 480, height: 96 });
    for (let at = 0; at < noise.data.length; at += 32)
      createHash('sha256').update(String(at)).digest().copy(noise.data, at);
    expect(() => encodeBrandImage('logo_light', PNG.sync.write(noise))).toThrow('more than 64 kB');
  });
});
