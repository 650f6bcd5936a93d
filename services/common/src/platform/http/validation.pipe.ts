import { StandardSchemaValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { FieldProblem } from '@casement/proto/http/envelope.js';
import { ruleCodeOf } from '@casement/proto/http/rules.js';
import { DomainError } from '../../core/errors/domain-error.js';

type Issue = {
  message: string;
  path?: ReadonlyArray<PropertyKey | { key: PropertyKey }> | undefined;
};

/** 400. The message is the first problem; the details have all of them. */
export class ValidationFailed extends DomainError {
  constructor(details: FieldProblem[]) {
    super('invalid', 'VALIDATION_FAILED', details[0]?.message ?? 'The request is invalid.', {
      details,
    });
  }
}

/** Validates `@Body({ schema })`, `@Query({ schema })`, `@Param('id', { schema })`, `@Payload({ schema })`. */
export class ValidationPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({
      exceptionFactory: (issues: readonly Issue[]) => new ValidationFailed(issues.map(toProblem)),
    });
  }

  override transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    // Treats a missing body like an empty object, so that the missing fields are reported.
    const input = metadata.type === 'body' && value === undefined ? ({} as T) : value;
    return super.transform(input, metadata);
  }
}

function toProblem(issue: Issue): FieldProblem {
  const keys = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part));
  const code = ruleCodeOf(issue.message);
  return { path: keys.map(String).join('.'), message: issue.message, ...(code && { code }) };
}
