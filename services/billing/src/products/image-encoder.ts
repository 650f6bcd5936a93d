import sharp from 'sharp';
import { MAX_IMAGE_PIXELS } from '@casement/proto/http/billing/products.js';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import type { ProductImageEntity } from './product-image.entity.js';
import { productErrors } from './products.errors.js';

/** Twice the maximum display size, for high-density screens. */
const MAX_SIDE = 800;
const QUALITY = 82;
/** Below the browser's timeout of 10 s. */
const TIMEOUT_SECONDS = 6;

// Allows only these decoders in the entire process, so that no other decoder ever reads an upload. SVG (scripts,
// references to other files), PDF, TIFF and all other formats are rejected.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
// Uploads are too rare for a cache, and hostile files should not stay in memory.
sharp.cache(false);

/**
 * Decodes an uploaded image (JPEG, PNG, WebP, GIF, AVIF; the first frame of an animation) and re-encodes it: upright,
 * at most 800 × 800, sRGB, WebP, without metadata. The file itself is not stored, so hidden data is removed.
 *
 * @throws PRODUCT_IMAGE_UNREADABLE for other formats and damaged files, PRODUCT_IMAGE_TOO_LARGE above
 * `MAX_IMAGE_PIXELS`, which is checked in the header before decoding
 */
export async function encodeImage(upload: Buffer): Promise<ProductImageEntity> {
  try {
    await checkSize(upload);
    const content = await sharp(upload, { failOn: 'error', limitInputPixels: MAX_IMAGE_PIXELS })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
    return { hash: sha256Hex(content), content };
  } catch (error) {
    // The response omits the library's reason, because the sender can only choose another file.
    throw error instanceof DomainError ? error : productErrors.imageUnreadable(error);
  }
}

async function checkSize(upload: Buffer): Promise<void> {
  const { width, height } = await sharp(upload, { limitInputPixels: false }).metadata();
  if (width * height > MAX_IMAGE_PIXELS) throw productErrors.imageHasTooManyPixels(width, height);
}
