import { DomainError } from '../errors/domain-error.js';

export class LetterNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This event is not in the list any more.');
  }
}

export class LetterUnderWay extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'This event is being tried at this moment. Please look again.');
  }
}

export class JobNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This job is not in the list any more.');
  }
}

export class OutsideSystemNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This service asks no such system.');
  }
}

export class TestedJustNow extends DomainError {
  constructor(seconds: number) {
    super(
      'rate_limited',
      'RATE_LIMITED',
      'It was tested a moment ago. Please wait a few seconds.',
      {
        retryAfterSeconds: seconds,
      },
    );
  }
}
