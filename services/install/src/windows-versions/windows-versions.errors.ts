import type { ImageKind } from '@casement/proto/http/install/linux.js';
import { conflict, fieldError, notFound } from '../errors.js';

const NAMES: Record<ImageKind, string> = { windows: 'Windows', linux: 'Linux' };

export const windowsVersionErrors = {
  notFound: (kind: ImageKind = 'windows') =>
    notFound(`This ${NAMES[kind]} version no longer exists. Please reload the page.`),

  slugTaken: (slug: string, kind: ImageKind) =>
    fieldError(
      {
        path: 'slug',
        message: `The slug ${slug} belongs to another ${kind === 'linux' ? '' : 'Windows '}version. Nothing was changed; please choose another one.`,
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

  linuxUnknown: () =>
    fieldError(
      { path: 'version_id', message: 'This Linux version is not available. Choose another one.' },
      'invalid',
      'LINUX_VERSION_UNKNOWN',
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
