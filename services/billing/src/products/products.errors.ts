import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '@casement/proto/http/billing/products.js';
import { rupiahOfSen } from '../money.js';

const NOTHING_CHANGED = 'Nothing was changed';

const ofImage = (message: string) => [{ path: 'image', message }];

const imageTooLarge = (message: string) =>
  new DomainError('too_large', 'PRODUCT_IMAGE_TOO_LARGE', message, { details: ofImage(message) });

export const productErrors = {
  noneSold: () =>
    new DomainError(
      'unavailable',
      'PRODUCT_MISSING',
      'Nothing is available to buy yet. You were not charged; please come back later or contact support.',
    ),
  notFound: () =>
    new DomainError(
      'not_found',
      'NOT_FOUND',
      'This product is no longer sold. Please reload the page.',
    ),
  lastProduct: () =>
    new DomainError(
      'conflict',
      'LAST_PRODUCT',
      'This is the only product, and customers could not top up without it. Nothing was changed; please add another product first.',
    ),
  priceChangeUnconfirmed: (oldSen: number, newSen: number) =>
    new DomainError(
      'conflict',
      'PRICE_CHANGE_UNCONFIRMED',
      `The price would change from ${rupiahOfSen(oldSen)} to ${rupiahOfSen(newSen)}, which is more than 50 %. Nothing was changed; confirm to change it anyway.`,
      {
        details: [
          { path: 'old_price', message: String(oldSen / 100) },
          { path: 'new_price', message: String(newSen / 100) },
        ],
      },
    ),
  quantityOutOfBounds: (message: string) =>
    new DomainError('invalid', 'VALIDATION_FAILED', message, {
      details: [{ path: 'quantity', message }],
    }),
  imageUnreadable: (cause: unknown) => {
    const message = `This file is not a readable image, or it is damaged. ${NOTHING_CHANGED}; please choose a JPEG, PNG, WebP, GIF or AVIF file.`;
    const details = ofImage(message);
    return new DomainError('invalid', 'PRODUCT_IMAGE_UNREADABLE', message, { details, cause });
  },
  imageHasTooManyBytes: () =>
    imageTooLarge(
      `The image file is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB. ${NOTHING_CHANGED}; please choose a smaller one.`,
    ),
  imageHasTooManyPixels: (width: number, height: number) =>
    imageTooLarge(
      `The image is ${width} × ${height} pixels large; up to ${MAX_IMAGE_PIXELS / 1_000_000} million pixels are allowed. ${NOTHING_CHANGED}; please scale it down first.`,
    ),
  /** Thrown if the multipart body is truncated or has unexpected parts. */
  formUnreadable: (cause: unknown) =>
    new DomainError(
      'invalid',
      'MALFORMED_BODY',
      `The form was not received completely (name, description, price and one image). ${NOTHING_CHANGED}; please try again.`,
      { cause },
    ),
  uploadNotFound: () => new DomainError('not_found', 'NOT_FOUND', 'This file does not exist.'),
};
