import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const apiKeyErrors = {
  notFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This key does not exist or was already revoked.'),
  tooMany: (max: number) =>
    new DomainError(
      'conflict',
      'TOO_MANY_API_KEYS',
      `You have reached the limit of ${max} API keys. Nothing was created. Please revoke a key you no longer use.`,
    ),
};
