import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const apiKeyErrors = {
  notFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This key does not exist, or was revoked already.'),
  tooMany: (max: number) =>
    new DomainError(
      'conflict',
      'TOO_MANY_API_KEYS',
      `You have ${max} API keys, which is the limit. Nothing was created. Please revoke one that is no longer used.`,
    ),
};
