import type { RowProblem } from '@casement/proto/http/install/batches/batches.js';
import { conflict, fieldError, notFound, rateLimited } from '../errors.js';

export const batchErrors = {
  notFound: () => notFound('This batch does not exist. Please reload the page.'),

  rowNotFound: () => notFound('This batch has no such row. Please reload the page.'),

  tooMany: (max: number) =>
    conflict(
      'TOO_MANY_BATCHES',
      `You have reached the limit of ${max} unfinished batches. Nothing was created. Wait for one to finish, or cancel it.`,
    ),

  tooManyRows: (max: number) =>
    rateLimited(
      `You can send ${max} machines in 24 hours. Nothing was created. Please try again later.`,
      { retryAfterSeconds: 3_600 },
    ),

  /** @param reason a complete sentence */
  state: (reason: string) => conflict('BATCH_STATE', `${reason} Nothing was changed.`),

  optionsUnknown: () =>
    conflict(
      'BATCH_STATE',
      'The Windows settings of this machine are no longer stored. Nothing was changed. Send it in a new batch.',
    ),

  refused: ({ path, message, code }: RowProblem) => fieldError({ path, message, code }),

  credentialsNeeded: (path: 'passwd_vps' | 'passwd_rdp') =>
    fieldError({
      path,
      message: 'This row’s password is no longer stored. Please enter it again.',
    }),
};
