import { DomainError } from '@casement/common/errors/domain-error.js';

/** Missing, unknown, spent, expired or of another origin: all alike to whoever holds it. */
export class RefreshRefused extends DomainError {
  constructor() {
    super('unauthenticated', 'REFRESH_INVALID', 'Your session has ended. Please sign in again.');
  }
}

export class SessionUnknown extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This session does not exist, or has ended already.');
  }
}

export class ForeignOrigin extends DomainError {
  constructor() {
    super('forbidden', 'FORBIDDEN', 'This call is only for our own pages.');
  }
}
