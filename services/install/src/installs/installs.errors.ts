import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { INSUFFICIENT_QUOTA } from '@casement/proto/texts/quota.js';
import { conflict, fieldError, notFound, unavailable } from '../errors.js';

export const installErrors = {
  notFound: () => notFound('This install no longer exists. Please reload the page.'),

  inProgress: (ip: string) =>
    fieldError(
      { path: 'ip', message: `An install on ${ip} is already in progress. No quota was used.` },
      'conflict',
      'INSTALL_IN_PROGRESS',
    ),

  /** @param reason a complete sentence */
  cancelTooLate: (reason: string) =>
    conflict('CANCEL_TOO_LATE', `${reason} Nothing was cancelled.`),

  /** Required by SPEC §5. */
  insufficientQuota: () =>
    new DomainError('payment_required', 'INSUFFICIENT_QUOTA', INSUFFICIENT_QUOTA),

  quotaUnavailable: (cause: unknown) =>
    unavailable(
      'Your quota could not be checked just now. Nothing was started and no quota is lost. Please try again in a minute.',
      cause,
    ),
};
