import type { Check } from '@casement/install-engine/preflight/check.js';
import { conflict, fieldError } from '../errors.js';

export const recoveryErrors = {
  /** @param reason a complete sentence */
  notReady: (reason: string) =>
    conflict('RECOVERY_NOT_READY', `${reason} Nothing was started and no quota was used.`),

  cannotStartWindows: () =>
    conflict(
      'RECOVERY_NOT_READY',
      'The recovery system does not respond, so it cannot start Windows. Nothing was changed.',
    ),

  resetInProgress: () =>
    conflict(
      'RECOVERY_NOT_READY',
      'The password of this Windows is already being reset. Wait until that has ended, at most 30 minutes.',
    ),

  notKept: () =>
    conflict('RECOVERY_NOT_READY', 'There is no recovery system that could be removed.'),

  wrongCode: (left: number) =>
    fieldError({
      path: 'code',
      message: `This is not the code on the console. ${left} more tries are possible.`,
    }),

  tooManyCodes: () =>
    recoveryErrors.notReady(
      'Too many wrong codes were entered. Restart the VPS in your provider’s panel; its recovery system then shows a new code.',
    ),

  unsuitable: (
    { message, cure }: Pick<Check, 'message' | 'cure'>,
    path: 'win_ver' | 'version_id',
  ) =>
    fieldError(
      { path, message: `${message} ${cure}` },
      'conflict',
      path === 'win_ver' ? 'WINDOWS_VERSION_UNSUITABLE' : 'LINUX_VERSION_UNSUITABLE',
    ),
};
