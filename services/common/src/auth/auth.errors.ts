import { DomainError } from '../errors/domain-error.js';

export class Unauthenticated extends DomainError {
  constructor(cause?: unknown) {
    super('unauthenticated', 'UNAUTHENTICATED', 'Please log in.', { cause });
  }
}

export class TokenExpired extends DomainError {
  constructor() {
    super('unauthenticated', 'TOKEN_EXPIRED', 'Your session has expired. Please log in again.');
  }
}

export class SessionRevoked extends DomainError {
  constructor() {
    super('unauthenticated', 'SESSION_REVOKED', 'Your session has ended. Please log in again.');
  }
}

export class AdminsOnly extends DomainError {
  constructor() {
    super('forbidden', 'FORBIDDEN', 'You are not allowed to do this.');
  }
}

/** Not a 401: the token may be good, so the client must not sign the user out. */
export class KeysUnavailable extends DomainError {
  constructor(cause?: unknown) {
    super('unavailable', 'UNAVAILABLE', 'Signing in can’t be checked at the moment.', { cause });
  }
}
