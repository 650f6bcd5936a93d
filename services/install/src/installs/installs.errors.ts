import { DomainError } from '@casement/common/errors/domain-error.js';

export class AddressRefused extends DomainError {
  constructor(ip: string) {
    super(
      'invalid',
      'ADDRESS_REFUSED',
      `The address ${ip} is private or reserved, so it cannot be a VPS on the internet. Enter the public IPv4 address of your VPS.`,
    );
  }
}

export class OwnAddress extends DomainError {
  constructor(ip: string) {
    super(
      'invalid',
      'ADDRESS_REFUSED',
      `The address ${ip} is one of this service's own, so it cannot be your VPS. Enter the public IPv4 address of your VPS.`,
    );
  }
}

export class WindowsVersionUnknown extends DomainError {
  constructor() {
    super(
      'invalid',
      'WINDOWS_VERSION_UNKNOWN',
      'This Windows version does not exist. Choose another one.',
    );
  }
}

export class WindowsVersionUnavailable extends DomainError {
  constructor(name: string) {
    super(
      'conflict',
      'WINDOWS_VERSION_UNAVAILABLE',
      `${name} is not available yet. Choose another Windows version.`,
    );
  }
}

export class InstallInProgress extends DomainError {
  constructor(ip: string) {
    super(
      'conflict',
      'INSTALL_IN_PROGRESS',
      `An install on ${ip} is already under way. No quota was used.`,
    );
  }
}

export class OwnInstallNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This install no longer exists. Please reload the page.');
  }
}

export class CancelTooLate extends DomainError {
  /** @param reason a whole sentence */
  constructor(reason: string) {
    super('conflict', 'CANCEL_TOO_LATE', `${reason} Nothing was cancelled.`);
  }
}

export class TooManyStreams extends DomainError {
  constructor() {
    super(
      'rate_limited',
      'RATE_LIMITED',
      'Too many live views are open at once. Close some of them; the page refreshes by itself meanwhile.',
    );
  }
}

export class TooManyWrongPasswords extends DomainError {
  constructor() {
    super(
      'rate_limited',
      'RATE_LIMITED',
      'Too many wrong root passwords in the last hour. Check the password with your provider and try again in an hour. Nothing was started and no quota was used.',
    );
  }
}

/** SPEC §5. */
export class InsufficientQuota extends DomainError {
  constructor() {
    super(
      'payment_required',
      'INSUFFICIENT_QUOTA',
      'Insufficient quota: You need at least 1 quota to install Windows.',
    );
  }
}

export class QuotaUnavailable extends DomainError {
  constructor(cause: unknown) {
    super(
      'unavailable',
      'UNAVAILABLE',
      'Your quota could not be checked just now. Nothing was started and no quota is lost. Please try again in a minute.',
      { cause },
    );
  }
}
