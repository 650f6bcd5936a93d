import { status, type ServiceError } from '@grpc/grpc-js';
import type { FieldProblem } from '@casement/proto/http/envelope.js';
import { DomainError, type ErrorCode } from '../../core/errors/domain-error.js';
import { isErrorKind } from '../../core/errors/error-kind.js';
import { ERROR_CODE, ERROR_DETAILS, ERROR_KIND } from '../http/error.filter.js';

const notReached = new Set([status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED]);

/** Rebuilds what the server threw; everything else is "not available" or an internal error of ours. */
export function fromServiceError(error: ServiceError): DomainError {
  const [kind] = error.metadata?.get(ERROR_KIND) ?? [];
  const [code] = error.metadata?.get(ERROR_CODE) ?? [];
  if (isErrorKind(kind) && typeof code === 'string') {
    const details = detailsOf(error);
    const options = details ? { details, cause: error } : { cause: error };
    return new DomainError(kind, code as ErrorCode, error.details, options);
  }
  if (notReached.has(error.code)) {
    const text = 'A part of the service is not available at the moment. Please try again.';
    return new DomainError('unavailable', 'UNAVAILABLE', text, { cause: error });
  }
  const text = 'Something went wrong. Please try again.';
  return new DomainError('internal', 'INTERNAL', text, { cause: error });
}

function detailsOf(error: ServiceError): FieldProblem[] | undefined {
  const [details] = error.metadata.get(ERROR_DETAILS);
  return details ? (JSON.parse(details.toString()) as FieldProblem[]) : undefined;
}
