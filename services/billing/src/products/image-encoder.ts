import sharp from 'sharp';
import { MAX_IMAGE_PIXELS } from '@casement/proto/http/billing.js';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import type { ProductImageEntity } from './product-image.entity.js';
import { productErrors } from './products.errors.js';

/** Twice the maximum size at which it is shown, for dense screens. */
const MAX_SIDE = 800;
const QUALITY = 82;
/** Less than the browser's own 10 s. */
const TIMEOUT_SECONDS = 6;

// For the whole process: no other reader ever sees a byte of an upload. SVG (scripts, references to other files),
// PDF, TIFF and the rest are not pictures here.
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
// Uploads are rare and hostile ones must not stay in memory.
sharp.cache(false);

/**
 * Decodes an uploaded picture (JPEG, PNG, WebP, GIF, AVIF; of a moving one the first frame) and writes it anew:
 * upright, at most 800 × 800, sRGB, as WebP, without any metadata. Nothing of the file itself is kept, so that
 * anything hidden beside or behind the picture is removed.
 *
 * @throws PRODUCT_IMAGE_UNREADABLE for anything else or a damaged file, PRODUCT_IMAGE_TOO_LARGE above
 *   `MAX_IMAGE_PIXELS`, which is decided by the header before anything is decoded
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
    // The library's reason does not help the sender, who can only choose another file.
    throw error instanceof DomainError ? error : productErrors.imageUnreadable(error);
  }
}

async function checkSize(upload: Buffer): Promise<void> {
  const { width, height } = await sharp(upload, { limitInputPixels: false }).metadata();
  if (width * height > MAX_IMAGE_PIXELS) throw productErrors.imageHasTooManyPixels(width, height);
}
