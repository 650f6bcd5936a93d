import { DomainError } from '@casement/common/errors/domain-error.js';

export class VpsCheckNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This check no longer exists. Please check the VPS again.');
  }
}

export class CheckUnderWay extends DomainError {
  constructor() {
    super(
      'conflict',
      'CHECK_UNDER_WAY',
      'A check of this VPS, or another one of yours, is still under way. Please wait until it has ended.',
    );
  }
}

export class TooManyChecks extends DomainError {
  constructor() {
    super(
      'rate_limited',
      'RATE_LIMITED',
      'Too many checks in the last hour. Please try again later; nothing was started.',
    );
  }
}
