import { HttpException } from '@nestjs/common';
import { DomainError, type ErrorCode } from './domain-error.js';
import type { ErrorKind } from './error-kind.js';

type Answer = [ErrorKind, ErrorCode, string];

const MALFORMED: Answer = ['invalid', 'MALFORMED_BODY', 'The request body could not be read.'];
const TOO_LARGE: Answer = ['too_large', 'BODY_TOO_LARGE', 'The request body is too large.'];

/** Errors of body-parser and raw-body by their `type`. */
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

/** Responses for the framework's HTTP exceptions, whose own messages address developers. */
const statuses: Record<number, Answer> = {
  400: ['invalid', 'VALIDATION_FAILED', 'The request is invalid.'],
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
 * Temporary database errors: PostgreSQL SQLSTATEs (appendix A) after which the same request may succeed a moment
 * later. Excludes errors caused by the request itself, e.g. a constraint violation.
 */
const BUSY_DATABASE = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '53300', // too_many_connections
  '55P03', // lock_not_available: lock_timeout
  '57014', // query_canceled: statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
]);
/** Messages of pg's pool, which have no code: all connections are in use, or a new connection took too long. */
const NO_CONNECTION = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]);
const RETRY_AFTER_SECONDS = 2;

/**
 * Converts any thrown value to a DomainError. An unexpected error becomes INTERNAL with the original as `cause` for
 * the log; the caller sees no part of it.
 */
export function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  if (isBusyDatabase(thrown)) {
    const text = 'The service is busy at the moment. Please try again.';
    const options = { cause: thrown, retryAfterSeconds: RETRY_AFTER_SECONDS };
    return new DomainError('unavailable', 'UNAVAILABLE', text, options);
  }
  const answer = answerFor(thrown);
  if (!answer) {
    const text = 'Something went wrong. Please try again.';
    return new DomainError('internal', 'INTERNAL', text, { cause: thrown });
  }
  const [kind, code, message] = answer;
  return new DomainError(kind, code, message, { cause: thrown });
}

/** Returns whether the same statement may succeed a moment later. */
export function isBusyDatabase(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code } = thrown as { code?: unknown };
  return (typeof code === 'string' && BUSY_DATABASE.has(code)) || NO_CONNECTION.has(thrown.message);
}

function answerFor(thrown: unknown): Answer | undefined {
  const cause = thrown instanceof HttpException ? (thrown.cause ?? thrown) : thrown;
  const type = (cause as { type?: unknown } | null | undefined)?.type;
  if (typeof type === 'string' && bodyErrors[type]) return bodyErrors[type];
  // Invalid percent-encoding, so the router cannot decode the path.
  if (thrown instanceof URIError) return statuses[400];
  return thrown instanceof HttpException ? statuses[thrown.getStatus()] : undefined;
}
