import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import type { FieldProblem } from '@casement/proto/http/envelope.js';
import { DomainError, type ErrorCode } from '../../core/errors/domain-error.js';
import { errorKinds, isErrorKind } from '../../core/errors/error-kind.js';

/** Metadata from which a client rebuilds the server's DomainError. */
export const ERROR_KIND = 'casement-error-kind';
export const ERROR_CODE = 'casement-error-code';
const ERROR_DETAILS = 'casement-error-details-bin';

const UNREACHABLE = new Set([status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED]);

export function toServiceError(error: DomainError): Partial<ServiceError> {
  const metadata = new Metadata();
  metadata.set(ERROR_KIND, error.kind);
  metadata.set(ERROR_CODE, error.code);
  if (error.details) metadata.set(ERROR_DETAILS, Buffer.from(JSON.stringify(error.details)));
  return { code: errorKinds[error.kind].grpc, details: error.message, metadata };
}

/** Rebuilds the server's DomainError; any other gRPC error becomes UNAVAILABLE or INTERNAL. */
export function fromServiceError(error: ServiceError): DomainError {
  const [kind] = error.metadata?.get(ERROR_KIND) ?? [];
  const [code] = error.metadata?.get(ERROR_CODE) ?? [];
  if (isErrorKind(kind) && typeof code === 'string') {
    const details = detailsOf(error);
    const options = details ? { details, cause: error } : { cause: error };
    return new DomainError(kind, code as ErrorCode, error.details, options);
  }
  if (UNREACHABLE.has(error.code)) {
    const text = 'Part of the service is not available at the moment. Please try again.';
    return new DomainError('unavailable', 'UNAVAILABLE', text, { cause: error });
  }
  const text = 'Something went wrong. Please try again.';
  return new DomainError('internal', 'INTERNAL', text, { cause: error });
}

function detailsOf(error: ServiceError): FieldProblem[] | undefined {
  const [details] = error.metadata.get(ERROR_DETAILS);
  return details ? (JSON.parse(details.toString()) as FieldProblem[]) : undefined;
}
