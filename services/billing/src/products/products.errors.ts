import { DomainError } from '@casement/common/errors/domain-error.js';
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '@casement/proto/http/billing.js';

export class ProductMissing extends DomainError {
  constructor() {
    super(
      'unavailable',
      'PRODUCT_MISSING',
      'There is nothing to buy yet. You were not charged; please come back later or ask the support.',
    );
  }
}

export class ProductNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This product is no longer sold. Please reload the page.');
  }
}

export class LastProduct extends DomainError {
  constructor() {
    super(
      'conflict',
      'LAST_PRODUCT',
      'This is the only product, and without one nobody could top up. Nothing was changed; please add another product first.',
    );
  }
}

/** The words of the field's own rules, with the bounds of today. */
export class QuantityOutOfBounds extends DomainError {
  constructor(message: string) {
    super('invalid', 'VALIDATION_FAILED', message, { details: [{ path: 'quantity', message }] });
  }
}

const NOTHING_CHANGED = 'Nothing was changed';

const aboutImage = (message: string) => [{ path: 'image', message }];

export class ImageUnreadable extends DomainError {
  constructor({ cause }: { cause: unknown }) {
    const message = `This file is no picture that can be read, or it is damaged. ${NOTHING_CHANGED}; please choose a JPEG, PNG, WebP, GIF or AVIF file.`;
    super('invalid', 'PRODUCT_IMAGE_UNREADABLE', message, { details: aboutImage(message), cause });
  }
}

class ImageTooLarge extends DomainError {
  constructor(message: string) {
    super('too_large', 'PRODUCT_IMAGE_TOO_LARGE', message, { details: aboutImage(message) });
  }
}

export class ImageHasTooManyBytes extends ImageTooLarge {
  constructor() {
    super(
      `The image file is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB. ${NOTHING_CHANGED}; please choose a smaller one.`,
    );
  }
}

export class ImageHasTooManyPixels extends ImageTooLarge {
  constructor(width: number, height: number) {
    super(
      `The image is ${width} × ${height} pixels large; up to ${MAX_IMAGE_PIXELS / 1_000_000} million pixels can be taken. ${NOTHING_CHANGED}; please scale it down first.`,
    );
  }
}

/** The multipart body broke off, or holds more or other parts than the form has. */
export class ProductFormUnreadable extends DomainError {
  constructor(cause: unknown) {
    super(
      'invalid',
      'MALFORMED_BODY',
      `The form did not arrive as it should: name, description, price and one image. ${NOTHING_CHANGED}; please try again.`,
      { cause },
    );
  }
}

export class UploadNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'There is no such file.');
  }
}
