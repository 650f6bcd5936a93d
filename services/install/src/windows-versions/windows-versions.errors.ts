import { conflict, fieldError, notFound } from '../errors.js';

export const windowsVersionErrors = {
  notFound: () => notFound('This Windows version no longer exists. Please reload the page.'),

  slugTaken: (slug: string) =>
    fieldError(
      {
        path: 'slug',
        message: `The slug ${slug} belongs to another Windows version. Nothing was changed; please choose another one.`,
      },
      'conflict',
      'SLUG_TAKEN',
    ),

  /** The install's record refers to the version by its slug. */
  inUse: (name: string, action: 'delete' | 'rename') =>
    conflict(
      'WINDOWS_VERSION_IN_USE',
      action === 'delete'
        ? `${name} has an active install, so it cannot be deleted. Nothing was changed; try again when the install has finished.`
        : `${name} has an active install, so its slug cannot change. Nothing was changed; try again when the install has finished.`,
    ),

  unknown: () =>
    fieldError(
      { path: 'win_ver', message: 'This Windows version does not exist. Choose another one.' },
      'invalid',
      'WINDOWS_VERSION_UNKNOWN',
    ),

  unavailable: (name: string) =>
    versionUnavailable(`${name} is not available yet. Choose another Windows version.`),

  /** Used with IMAGE_REQUIRE_CERTIFIED. */
  uncertified: (name: string) =>
    versionUnavailable(
      `${name} has not been certified yet, so it cannot be installed. Choose another Windows version.`,
    ),
};

const versionUnavailable = (message: string) =>
  fieldError({ path: 'win_ver', message }, 'conflict', 'WINDOWS_VERSION_UNAVAILABLE');
