import type { RowProblem } from '@casement/proto/http/batches.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const batchErrors = {
  notFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This batch does not exist. Please reload the page.'),

  rowNotFound: () =>
    new DomainError(
      'not_found',
      'NOT_FOUND',
      'This batch has no such row. Please reload the page.',
    ),

  tooMany: (max: number) =>
    new DomainError(
      'conflict',
      'TOO_MANY_BATCHES',
      `You have ${max} batches that have not ended, which is the limit. Nothing was created. Wait for one to end, or cancel it.`,
    ),

  /** @param reason a whole sentence */
  state: (reason: string) =>
    new DomainError('conflict', 'BATCH_STATE', `${reason} Nothing was changed.`),

  refused: ({ path, message, code }: RowProblem) =>
    new DomainError('invalid', 'VALIDATION_FAILED', message, {
      details: [{ path, message, code }],
    }),

  credentialsNeeded: (path: 'passwd_vps' | 'passwd_rdp') => {
    const message = 'This password is no longer stored for the row. Please enter it again.';
    return new DomainError('invalid', 'VALIDATION_FAILED', message, {
      details: [{ path, message }],
    });
  },
};
