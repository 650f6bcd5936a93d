import { DomainError } from '@casement/common/errors/domain-error.js';

/** SPEC §5: the install form's own sentence. */
export class InsufficientQuota extends DomainError {
  constructor() {
    super(
      'payment_required',
      'INSUFFICIENT_QUOTA',
      'Insufficient quota: You need at least 1 quota to install Windows.',
    );
  }
}

export class QuotaTooLarge extends DomainError {
  constructor() {
    super('invalid', 'VALIDATION_FAILED', 'A balance can hold at most 1000000000 quota.');
  }
}

/** A source that already stands for something else: a defect, never an ordinary refusal. */
export class LedgerSourceTaken extends Error {
  constructor(source: string) {
    super(`ledger source ${source} stands for another entry`);
    this.name = 'LedgerSourceTaken';
  }
}
