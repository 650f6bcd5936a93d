import type { ApiKeyScope } from '@casement/proto/http/auth/api-keys.js';
import { DomainError } from '../../core/errors/domain-error.js';

export const apiKeyErrors = {
  /** Single message for all cases, so that a guess reveals nothing. */
  invalid: () =>
    new DomainError(
      'unauthenticated',
      'API_KEY_INVALID',
      'This API key is unknown, was revoked, or has expired. Nothing was changed.',
    ),
  /** Thrown for routes that accept no API keys, before the key is looked up. */
  closed: () =>
    new DomainError(
      'forbidden',
      'API_KEY_NOT_ALLOWED',
      'This request cannot be made with an API key. Nothing was changed. Please sign in on our website instead.',
    ),
  lacksScope: (scope: ApiKeyScope) =>
    new DomainError(
      'forbidden',
      'API_KEY_NOT_ALLOWED',
      `This API key lacks the permission ${scope}. Nothing was changed. Please create a key with this permission.`,
    ),
  wrongNetwork: (address: string) =>
    new DomainError(
      'forbidden',
      'API_KEY_NETWORK',
      `This API key cannot be used from ${address}. Nothing was changed.`,
    ),
  tooManyCalls: (retryAfterSeconds: number) =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      `This API key has made too many requests. Nothing was changed. Please try again in ${retryAfterSeconds} s.`,
      { retryAfterSeconds },
    ),
  tooManyGuesses: (retryAfterSeconds: number) =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      `Too many requests with unknown API keys from this address. Please try again in ${retryAfterSeconds} s.`,
      { retryAfterSeconds },
    ),
};
