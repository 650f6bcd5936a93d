import { DomainError } from '@casement/common/errors/domain-error.js';

const NO_ADDRESS = 'Please enter a valid IP address.';

export class NoAddress extends DomainError {
  constructor() {
    super('invalid', 'VALIDATION_FAILED', NO_ADDRESS, {
      details: [{ path: 'ip', message: NO_ADDRESS }],
    });
  }
}

export class NetworkTooWide extends DomainError {
  constructor() {
    const message = 'A network can be no wider than /8 (IPv4) or /16 (IPv6).';
    super('invalid', 'VALIDATION_FAILED', message, { details: [{ path: 'ip', message }] });
  }
}

export class OwnAddress extends DomainError {
  constructor() {
    super(
      'conflict',
      'OWN_ADDRESS',
      'This is the address that you come from: you would lock yourself out. Confirm to block it all the same.',
    );
  }
}

export class NotBlocked extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This IP address is not blocked.');
  }
}
