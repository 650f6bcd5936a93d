import { PNG } from 'pngjs';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import {
  BRAND_IMAGE_SIZE,
  MAX_BRAND_IMAGE_BYTES,
  type BrandImage,
} from '@casement/proto/http/auth/brand-limits.js';
import { brandErrors } from './brand.errors.js';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Offsets in the header chunk, which comes first. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const INTERLACE_AT = 28;
const HEADER_BYTES = 33;

/**
 * Decodes an uploaded PNG and re-encodes its pixels, which drops all other data of the file. The browser has
 * already converted and scaled the chosen file. Checks the size in the header before decoding, and pngjs inflates no
 * more than the pixels of that size take. It inflates interlaced images without a limit, so these are refused.
 *
 * @throws brandErrors.imageUnreadable, imageTooLarge or imageTooDetailed
 */
export function encodeBrandImage(kind: BrandImage, upload: Buffer) {
  if (upload.length < HEADER_BYTES || !upload.subarray(0, 8).equals(SIGNATURE))
    throw brandErrors.imageUnreadable();
  const limit = BRAND_IMAGE_SIZE[kind];
  const isTooLarge =
    upload.readUInt32BE(WIDTH_AT) > limit.width || upload.readUInt32BE(HEIGHT_AT) > limit.height;
  if (isTooLarge) throw brandErrors.imageTooLarge(limit.width, limit.height);
  if (upload[INTERLACE_AT] !== 0) throw brandErrors.imageUnreadable();
  // pngjs would decode by the last header.
  if (chunkTypes(upload).lastIndexOf('IHDR') !== 0) throw brandErrors.imageUnreadable();
  const { width, height, png } = reencode(upload);
  if (png.length > MAX_BRAND_IMAGE_BYTES) throw brandErrors.imageTooDetailed();
  return { hash: sha256Hex(png), png, width, height };
}

/** Each chunk has four bytes of length, four of type, the data and a checksum of four bytes. */
function chunkTypes(upload: Buffer): string[] {
  const types: string[] = [];
  for (let at = SIGNATURE.length; at + 12 <= upload.length; at += 12 + upload.readUInt32BE(at))
    types.push(upload.toString('latin1', at + 4, at + 8));
  return types;
}

function reencode(upload: Buffer) {
  try {
    const { width, height, data } = PNG.sync.read(upload);
    const image = new PNG({ width, height });
    image.data = data;
    return { width, height, png: PNG.sync.write(image, { deflateLevel: 9 }) };
  } catch (error) {
    throw brandErrors.imageUnreadable(error);
  }
}
