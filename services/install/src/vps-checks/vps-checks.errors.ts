import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const vpsCheckErrors = {
  notFound: () =>
    new DomainError(
      'not_found',
      'NOT_FOUND',
      'This check no longer exists. Please check the VPS again.',
    ),

  underWay: () =>
    new DomainError(
      'conflict',
      'CHECK_UNDER_WAY',
      'A check of this VPS, or another one of yours, is still under way. Please wait until it has ended.',
    ),

  tooMany: (limit: typeof DomainError) =>
    new limit(
      'rate_limited',
      'RATE_LIMITED',
      'Too many checks in the last hour. Please try again later; nothing was started.',
    ),
};
