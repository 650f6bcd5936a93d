import { conflict, rateLimited } from '../../errors.js';
import { RDP_PASSWORD_DAYS } from '../rdp-password.js';

export const rdpErrors = {
  passwordErased: () =>
    conflict(
      'RDP_PASSWORD_ERASED',
      `This password is no longer stored: it was erased by you, or ${RDP_PASSWORD_DAYS} days after the end of the install. It still works in Windows.`,
    ),

  passwordNeeded: () =>
    conflict(
      'INSTALL_ACTIVE',
      'This install is under way, and Windows has not received the password yet. Nothing was erased; please wait until it has ended.',
    ),

  /** @param reason a complete sentence */
  checkRefused: (reason: string) => conflict('RDP_CHECK_REFUSED', `${reason} Nothing was tried.`),

  tooManyChecks: () =>
    rateLimited(
      'The password was checked too often in the last hour, and Windows would lock the account. Please try again later; nothing was tried.',
    ),
};
