import type { RowProblem } from '@casement/proto/http/install/batches.js';
import { conflict, fieldError, notFound } from '../errors.js';

export const batchErrors = {
  notFound: () => notFound('This batch does not exist. Please reload the page.'),

  rowNotFound: () => notFound('This batch has no such row. Please reload the page.'),

  tooMany: (max: number) =>
    conflict(
      'TOO_MANY_BATCHES',
      `You have ${max} batches that have not ended, which is the limit. Nothing was created. Wait for one to end, or cancel it.`,
    ),

  /** @param reason a complete sentence */
  state: (reason: string) => conflict('BATCH_STATE', `${reason} Nothing was changed.`),

  refused: ({ path, message, code }: RowProblem) => fieldError({ path, message, code }),

  credentialsNeeded: (path: 'passwd_vps' | 'passwd_rdp') =>
    fieldError({
      path,
      message: 'This password is no longer stored for the row. Please enter it again.',
    }),
};
