import sharp from 'sharp';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import {
  noPictures,
  picture,
  pictureFile,
  pngWithSize,
  truncated,
} from '../../test/fakes/pictures.js';
import { encodeImage } from './image-encoder.js';

const shapeOf = async (upload: Buffer) => {
  const { format, width, height } = await sharp((await encodeImage(upload)).content).metadata();
  return { format, width, height };
};

describe(encodeImage, () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'converts a %s to WebP',
    async (format) => {
      const upload = await pictureFile('#123456', format);
      expect(await shapeOf(upload)).toEqual({ format: 'webp', width: 40, height: 20 });
    },
  );

  it('names the image by its bytes, identically for the same picture', async () => {
    const upload = await pictureFile();
    const image = await encodeImage(upload);
    expect(image.hash).toBe(sha256Hex(image.content));
    expect(await encodeImage(upload)).toEqual(image);
  });

  it('scales large images down to 800 × 800 and keeps small ones', async () => {
    const wide = await picture('#fff', 2000, 500).jpeg().toBuffer();
    expect(await shapeOf(wide)).toMatchObject({ width: 800, height: 200 });
    const high = await picture('#fff', 500, 2000).jpeg().toBuffer();
    expect(await shapeOf(high)).toMatchObject({ width: 200, height: 800 });
  });

  it('applies the EXIF orientation', async () => {
    const lying = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await shapeOf(lying)).toMatchObject({ width: 20, height: 40 });
  });

  it('removes metadata', async () => {
    const exif = { IFD0: { Copyright: 'A Name, Some Street 1' } };
    const upload = await picture().withExif(exif).jpeg().toBuffer();
    expect(upload.includes('Some Street')).toBe(true);
    const { content } = await encodeImage(upload);
    expect(content.includes('Some Street')).toBe(false);
    const { exif: left, icc, xmp } = await sharp(content).metadata();
    expect([left, icc, xmp]).toEqual([undefined, undefined, undefined]);
  });

  it.each(['jpeg', 'png', 'gif'] as const)('removes data hidden behind a %s', async (format) => {
    const script = '<script>alert(document.cookie)</script>';
    const upload = Buffer.concat([await pictureFile('#00ff00', format), Buffer.from(script)]);
    const { content } = await encodeImage(upload);
    expect(content.includes('<script>')).toBe(false);
    expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 40 });
  });

  it('uses the first frame of an animation', async () => {
    const frames = { raw: { width: 4, height: 8, channels: 3 as const, pageHeight: 4 } };
    const pixels = Buffer.concat([Buffer.alloc(48, 255), Buffer.alloc(48, 0)]);
    const upload = await sharp(pixels, frames).gif().toBuffer();
    expect((await sharp(upload, { pages: -1 }).metadata()).pages).toBe(2);
    expect(await shapeOf(upload)).toMatchObject({ width: 4, height: 4 });
  });

  it.each(noPictures)('rejects %s', async (_what, upload) => {
    await expect(encodeImage(upload)).rejects.toMatchObject({
      code: 'PRODUCT_IMAGE_UNREADABLE',
      message:
        'This file is not a readable image, or it is damaged. Nothing was changed; please choose a JPEG, PNG, WebP, GIF or AVIF file.',
    });
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'rejects a truncated %s',
    async (format) => {
      await expect(encodeImage(await truncated(format))).rejects.toMatchObject({
        code: 'PRODUCT_IMAGE_UNREADABLE',
      });
    },
  );

  it('rejects a small file that would decode to gigabytes, by its header', async () => {
    await expect(encodeImage(pngWithSize(60_000, 60_000))).rejects.toMatchObject({
      code: 'PRODUCT_IMAGE_TOO_LARGE',
      message:
        'The image is 60000 × 60000 pixels large; up to 40 million pixels are allowed. Nothing was changed; please scale it down first.',
    });
  });

  it('accepts at most 40 million pixels', async () => {
    const code = (width: number, height: number) =>
      encodeImage(pngWithSize(width, height)).catch((error: { code: string }) => error.code);
    expect(await code(8_000, 5_001)).toBe('PRODUCT_IMAGE_TOO_LARGE');
    // The declared size is allowed, but the pixel data is missing.
    expect(await code(8_000, 5_000)).toBe('PRODUCT_IMAGE_UNREADABLE');
  });
});
