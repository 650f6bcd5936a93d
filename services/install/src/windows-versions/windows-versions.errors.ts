import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const windowsVersionErrors = {
  notFound: () =>
    new DomainError(
      'not_found',
      'NOT_FOUND',
      'This Windows version no longer exists. Please reload the page.',
    ),

  slugTaken: (slug: string) => {
    const message = `The slug ${slug} belongs to another Windows version. Nothing was changed; please choose another one.`;
    return new DomainError('conflict', 'SLUG_TAKEN', message, {
      details: [{ path: 'slug', message }],
    });
  },

  /** Under way: its record names the version by its slug. */
  inUse: (name: string, what: 'delete' | 'rename') =>
    new DomainError(
      'conflict',
      'WINDOWS_VERSION_IN_USE',
      what === 'delete'
        ? `${name} has an active install, so it cannot be deleted. Nothing was changed; try again when the install has ended.`
        : `${name} has an active install, so its slug cannot change. Nothing was changed; try again when the install has ended.`,
    ),
};
