import { conflict, rateLimited } from '../../errors.js';
import { RDP_PASSWORD_DAYS } from '../rdp-password.js';

export const rdpErrors = {
  passwordErased: () =>
    conflict(
      'RDP_PASSWORD_ERASED',
      `This password is no longer stored: you deleted it, or ${RDP_PASSWORD_DAYS} days have passed since the install ended. It still works in Windows.`,
    ),

  passwordNeeded: () =>
    conflict(
      'INSTALL_ACTIVE',
      'This install is in progress, and Windows has not received the password yet. Nothing was deleted; please wait until it has finished.',
    ),

  /** @param reason a complete sentence */
  checkRefused: (reason: string) => conflict('RDP_CHECK_REFUSED', `${reason} Nothing was tried.`),

  tooManyChecks: () =>
    rateLimited(
      'The password was checked too often in the last hour, and Windows could lock the account. Nothing was checked; please try again later.',
    ),
};
