import { HttpException } from '@nestjs/common';
import { DomainError, type ErrorCode } from './domain-error.js';
import type { ErrorKind } from './error-kind.js';

type Answer = [ErrorKind, ErrorCode, string];

const MALFORMED: Answer = ['invalid', 'MALFORMED_BODY', 'The request body could not be read.'];
const TOO_LARGE: Answer = ['too_large', 'BODY_TOO_LARGE', 'The request body is too large.'];

/** What body-parser and raw-body throw, by their `type`. */
const bodyErrors: Record<string, Answer> = {
  'entity.too.large': TOO_LARGE,
  'parameters.too.many': TOO_LARGE,
  'entity.parse.failed': ['invalid', 'MALFORMED_BODY', 'The request body is not valid JSON.'],
  'entity.verify.failed': MALFORMED,
  'request.aborted': MALFORMED,
  'request.size.invalid': MALFORMED,
  'encoding.unsupported': MALFORMED,
  'charset.unsupported': MALFORMED,
};

/** The framework's own refusals; their texts are for developers, so ours go out. */
const statuses: Record<number, Answer> = {
  400: ['invalid', 'VALIDATION_FAILED', 'The request is not valid.'],
  401: ['unauthenticated', 'UNAUTHENTICATED', 'Please sign in.'],
  403: ['forbidden', 'FORBIDDEN', 'You are not allowed to do this.'],
  404: ['not_found', 'NOT_FOUND', 'Not found'],
  405: ['not_found', 'NOT_FOUND', 'Not found'],
  409: ['conflict', 'CONFLICT', 'The request conflicts with the current state.'],
  413: TOO_LARGE,
  415: MALFORMED,
  429: ['rate_limited', 'RATE_LIMITED', 'Too many requests. Please try again later.'],
  503: ['unavailable', 'UNAVAILABLE', 'The service is not available at the moment.'],
};

/**
 * Converts any thrown value to a DomainError. An unexpected one becomes INTERNAL, with the
 * original as `cause` for the log and nothing of it for the caller.
 */
export function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  const answer = answerFor(thrown);
  if (!answer) {
    const text = 'Something went wrong. Please try again.';
    return new DomainError('internal', 'INTERNAL', text, { cause: thrown });
  }
  const [kind, code, message] = answer;
  return new DomainError(kind, code, message, { cause: thrown });
}

function answerFor(thrown: unknown): Answer | undefined {
  const cause = thrown instanceof HttpException ? (thrown.cause ?? thrown) : thrown;
  const type = (cause as { type?: unknown } | null | undefined)?.type;
  if (typeof type === 'string' && bodyErrors[type]) return bodyErrors[type];
  // A percent sign that escapes nothing: the router can't decode the path.
  if (thrown instanceof URIError) return statuses[400];
  return thrown instanceof HttpException ? statuses[thrown.getStatus()] : undefined;
}
