import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const dashboardErrors = {
  /** Falling back to a quota of 0 would hide the install form from a user who has paid. */
  balanceUnavailable: (cause: unknown) =>
    new DomainError(
      'unavailable',
      'UNAVAILABLE',
      'Your quota cannot be read right now. Please try again in a moment.',
      { cause },
    ),
  installsUnavailable: (cause: unknown) =>
    new DomainError(
      'unavailable',
      'UNAVAILABLE',
      'Your installations cannot be read right now. Please try again in a moment.',
      { cause },
    ),
};
