import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { MAX_BRAND_IMAGE_BYTES } from '@casement/proto/http/auth/brand-limits.js';

const invalid = (message: string, path: string, cause?: unknown) =>
  new DomainError('invalid', 'VALIDATION_FAILED', message, { details: [{ path, message }], cause });

export const brandErrors = {
  imageNotFound: () => new DomainError('not_found', 'NOT_FOUND', 'This image does not exist.'),
  imageUnreadable: (cause?: unknown) =>
    invalid('This file is not a readable PNG image. Please choose another one.', 'png', cause),
  imageTooLarge: (width: number, height: number) =>
    invalid(`The image can be at most ${width} × ${height} pixels large.`, 'png'),
  imageTooDetailed: () =>
    invalid(
      `The image takes more than ${MAX_BRAND_IMAGE_BYTES / 1000} kB. Please choose one with fewer details.`,
      'png',
    ),
  /** Thrown if the image was removed because it had not been used for a day. */
  imageUnknown: (kind: string) =>
    invalid('This image is no longer stored. Please choose it again.', kind),
};
