import { DomainError } from '@casement/common/errors/domain-error.js';

export class AlertNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This alert does not exist any more.');
  }
}
