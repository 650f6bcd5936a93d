import { DomainError } from '@casement/common/errors/domain-error.js';

export class InstallNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This install no longer exists. Please reload the page.');
  }
}

export class InstallActive extends DomainError {
  constructor(ip: string) {
    super(
      'conflict',
      'INSTALL_ACTIVE',
      `The install of ${ip} is under way, so its record cannot be deleted. Nothing was changed; wait for its end or set it to failed first.`,
    );
  }
}

export class InstallInReview extends DomainError {
  constructor(ip: string) {
    super(
      'conflict',
      'INSTALL_ACTIVE',
      `The install of ${ip} waits for a decision about its quota, so its record cannot be deleted. Nothing was changed; set it to completed or failed first.`,
    );
  }
}

/** @param reason a whole sentence: why this status can't be given */
export class EditRefused extends DomainError {
  constructor(reason: string) {
    super('conflict', 'INSTALL_EDIT_REFUSED', `${reason} Nothing was changed.`);
  }
}

export class InstallChanged extends DomainError {
  constructor() {
    super(
      'conflict',
      'INSTALL_CHANGED',
      'The install changed at this very moment, so nothing was edited. Please look at its new status and try again.',
    );
  }
}

export class NotChargeable extends DomainError {
  constructor() {
    super(
      'conflict',
      'INSTALL_NOT_CHARGEABLE',
      'The quota of this install was given back, and its user has none left to charge again. Nothing was changed; add quota to the user first.',
    );
  }
}

export class ChargeUnknown extends DomainError {
  constructor(cause: unknown) {
    super(
      'unavailable',
      'UNAVAILABLE',
      'The quota could not be charged just now. Nothing was edited, and a quota that was taken after all comes back by itself. Please try again in a minute.',
      { cause },
    );
  }
}
