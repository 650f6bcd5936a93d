import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const deletionErrors = {
  hasActiveInstalls: (active: number, cause?: unknown) => {
    const installs = active === 1 ? '1 installation' : `${active} installations`;
    return new DomainError(
      'conflict',
      'ACCOUNT_HAS_ACTIVE_INSTALLS',
      `The account was not deleted because ${installs} ${active === 1 ? 'is' : 'are'} still in progress or under review. Try again later.`,
      { cause },
    );
  },
  /** Thrown if install did not answer whether installs are in progress. */
  unavailable: (cause?: unknown) =>
    new DomainError(
      'unavailable',
      'UNAVAILABLE',
      'The account cannot be deleted right now, since its installations cannot be checked. Nothing was deleted. Please try again in a few minutes.',
      { cause },
    ),
};
