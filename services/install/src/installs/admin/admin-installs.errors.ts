import { conflict, unavailable } from '../../errors.js';

export const adminInstallErrors = {
  active: (ip: string) =>
    conflict(
      'INSTALL_ACTIVE',
      `The install on ${ip} is in progress, so its record cannot be deleted. Nothing was changed; wait until it has finished, or set it to failed first.`,
    ),

  inReview: (ip: string) =>
    conflict(
      'INSTALL_ACTIVE',
      `The install on ${ip} is waiting for a decision about its quota, so its record cannot be deleted. Nothing was changed; set it to completed or failed first.`,
    ),

  /** @param reason a complete sentence */
  refused: (reason: string) => conflict('INSTALL_EDIT_REFUSED', `${reason} Nothing was changed.`),

  changed: () =>
    conflict(
      'INSTALL_CHANGED',
      'The install has just changed, so nothing was edited. Please check its new status and try again.',
    ),

  notChargeable: () =>
    conflict(
      'INSTALL_NOT_CHARGEABLE',
      'The quota of this install was returned, and the user has no quota left to charge again. Nothing was changed; add quota to the user first.',
    ),

  chargeUnknown: (cause: unknown) =>
    unavailable(
      'The quota could not be charged just now. Nothing was edited, and any quota that was charged is returned automatically. Please try again in a minute.',
      cause,
    ),
};
