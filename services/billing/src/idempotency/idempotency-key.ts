import { idempotencyKey } from '@casement/proto/http/billing.js';
import { DomainError } from '@casement/common/errors/domain-error.js';
import { ValidationFailed } from '@casement/common/http/validation.pipe.js';

/**
 * The Idempotency-Key header: the browser's own name of a request that must not happen twice.
 *
 * @throws VALIDATION_FAILED for one that is not 1 to 200 visible characters
 */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined || idempotencyKey.safeParse(header).success) return header;
  const message = 'The Idempotency-Key must be 1 to 200 visible characters.';
  throw new ValidationFailed([{ path: 'Idempotency-Key', message }]);
}

/** @param advice what to do, as a clause */
export const idempotencyKeyReused = (advice: string) =>
  new DomainError(
    'conflict',
    'IDEMPOTENCY_KEY_REUSED',
    `This request was sent before with other values. Nothing was changed; please ${advice}.`,
  );
