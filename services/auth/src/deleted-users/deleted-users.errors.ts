import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const deletionErrors = {
  hasActiveInstalls: (active: number, cause?: unknown) => {
    const installs = active === 1 ? '1 installation' : `${active} installations`;
    return new DomainError(
      'conflict',
      'ACCOUNT_HAS_ACTIVE_INSTALLS',
      `The account was not deleted: ${installs} of it ${active === 1 ? 'is' : 'are'} still under way or under review. Try again once they have ended.`,
      { cause },
    );
  },
  /** Install did not answer whether installs are in progress. */
  unavailable: (cause?: unknown) =>
    new DomainError(
      'unavailable',
      'UNAVAILABLE',
      'The account cannot be deleted right now, since its installations cannot be checked. Nothing was deleted. Please try again in a few minutes.',
      { cause },
    ),
};
