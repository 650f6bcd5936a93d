import { DomainError } from '@casement/common/errors/domain-error.js';

/** Never a quota of 0 instead: that would hide the install form from somebody who has paid. */
export class BalanceUnavailable extends DomainError {
  constructor(cause: unknown) {
    super(
      'unavailable',
      'UNAVAILABLE',
      'Your quota cannot be read right now. Please try again in a moment.',
      { cause },
    );
  }
}

export class InstallsUnavailable extends DomainError {
  constructor(cause: unknown) {
    super(
      'unavailable',
      'UNAVAILABLE',
      'Your installations cannot be read right now. Please try again in a moment.',
      { cause },
    );
  }
}
