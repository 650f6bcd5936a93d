import { DomainError } from '@casement/common/core/errors/domain-error.js';

export const ruleErrors = {
  notFound: () => new DomainError('not_found', 'NOT_FOUND', 'This rule does not exist.'),
};
