import { MAX_UPLOADS } from '@casement/proto/http/install/windows/image-uploads.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import { conflict, fieldError, notFound } from '../errors.js';

const mib = (bytes: number): number => Math.ceil(bytes / 2 ** 20);

const invalid = (path: string, message: string) => fieldError({ path, message });

const inState = (message: string) => conflict('UPLOAD_STATE', message);

export const uploadErrors = {
  notFound: () => notFound('This upload no longer exists. Please reload the page.'),

  tooMany: () =>
    conflict(
      'TOO_MANY_UPLOADS',
      `There are already ${MAX_UPLOADS} uploads. Delete one you no longer need, then try again.`,
    ),

  tooLarge: (limitGib: number) =>
    invalid('size', `The file is larger than the limit of ${limitGib} GiB (IMAGE_MAX_GIB).`),

  /** Reported as a conflict, like the limit above, because it is not a failure of the product. */
  noSpace: (free: number, needed: number) =>
    conflict(
      'UPLOAD_NO_SPACE',
      `The image store has ${mib(free)} MiB free, and the file needs ${mib(needed)} MiB. Nothing was sent; free some space, then try again.`,
    ),

  storeFailed: (error: unknown) => {
    if (!(error instanceof ImageRefused)) return error;
    return new DomainError('unavailable', 'UPLOAD_NO_SPACE', `${error.message} ${error.cure}`, {
      cause: error,
    });
  },

  partUnknown: (count: number) => invalid('number', `The file has ${count} parts, from 0.`),

  partSize: (bytes: number) => invalid('body', `This part must have ${bytes} bytes.`),

  partTooLarge: (bytes: number) =>
    new DomainError('too_large', 'BODY_TOO_LARGE', `This part must have ${bytes} bytes.`),

  digestMissing: () =>
    invalid('Content-Digest', 'Send the SHA-256 of the part: Content-Digest: sha-256=:BASE64:'),

  digestDifferent: () =>
    invalid('body', 'The part was changed in transit: its SHA-256 does not match. Send it again.'),

  different: () =>
    conflict(
      'UPLOAD_DIFFERENT',
      'This is not the file you started uploading. Choose the same file, or delete the upload and start again.',
    ),

  closed: () => inState('This upload is complete and accepts no more parts.'),

  incomplete: (missing: number) =>
    inState(`Parts of this file are still missing. Continue the upload (${missing} to send).`),

  inUse: () =>
    inState(
      'This upload is being used by a running job. Nothing was changed; wait until the job has finished, or stop it.',
    ),

  notReady: () => inState('This upload cannot be used yet. Wait until it has been checked.'),
};
