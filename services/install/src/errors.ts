import {
  DomainError,
  type DomainErrorOptions,
  type ErrorCode,
} from '@casement/common/core/errors/domain-error.js';
import type { ErrorKind } from '@casement/common/core/errors/error-kind.js';
import type { FieldProblem } from '@casement/proto/http/envelope.js';

export const notFound = (message: string): DomainError =>
  new DomainError('not_found', 'NOT_FOUND', message);

export const conflict = (code: ErrorCode, message: string): DomainError =>
  new DomainError('conflict', code, message);

export const rateLimited = (message: string, options?: DomainErrorOptions): DomainError =>
  new DomainError('rate_limited', 'RATE_LIMITED', message, options);

export const unavailable = (message: string, cause: unknown): DomainError =>
  new DomainError('unavailable', 'UNAVAILABLE', message, { cause });

/** An error that forms show next to its field. */
export const fieldError = (
  problem: FieldProblem,
  kind: ErrorKind = 'invalid',
  code: ErrorCode = 'VALIDATION_FAILED',
): DomainError => new DomainError(kind, code, problem.message, { details: [problem] });
