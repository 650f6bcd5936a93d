import { StandardSchemaValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { FieldProblem } from '@casement/proto/http/envelope.js';
import { ruleCodeOf, RULES } from '@casement/proto/http/rules.js';
import { DomainError } from '../errors/domain-error.js';

type Issue = {
  message: string;
  path?: ReadonlyArray<PropertyKey | { key: PropertyKey }> | undefined;
};

/** 400: the first problem's own text is the message, all of them are the details. */
export class ValidationFailed extends DomainError {
  constructor(details: FieldProblem[]) {
    super('invalid', 'VALIDATION_FAILED', details[0]?.message ?? 'The request is not valid.', {
      details,
    });
  }
}

/**
 * Checks `@Body({ schema })`, `@Query({ schema })`, `@Param('id', { schema })`, `@Payload({ schema })`. Text with a NUL is
 * refused in any of them: PostgreSQL's text and jsonb cannot hold one.
 */
export class ValidationPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({
      exceptionFactory: (issues: readonly Issue[]) => new ValidationFailed(issues.map(toProblem)),
    });
  }

  override async transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    // No body at all: the missing fields are named, as with an empty one.
    const given = metadata.type === 'body' && value === undefined ? ({} as T) : value;
    const checked = await super.transform(given, metadata);
    // What the schema says of the field is the clearer answer, and comes first.
    if (metadata.schema && hasNul(given)) {
      throw new ValidationFailed([toProblem({ message: RULES.REQUEST_UNREADABLE })]);
    }
    return checked;
  }
}

/** Without recursion: a body may be nested deeper than the stack. */
function hasNul(root: unknown): boolean {
  const left = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (typeof value === 'object' && value !== null) {
      for (const one of Object.values(value)) left.push(one);
    }
  }
  return false;
}

function toProblem(issue: Issue): FieldProblem {
  const keys = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part));
  const code = ruleCodeOf(issue.message);
  return { path: keys.map(String).join('.'), message: issue.message, ...(code && { code }) };
}
