import { HttpException } from '@nestjs/common';
import { logger, logRequest, type RequestFields } from '../logging/logger.js';
import { DomainError } from './domain-error.js';

const log = logger('errors');

/** A refusal is one short line; the stack is logged only where someone should look. */
export function logError(error: DomainError, where: Record<string, unknown>): void {
  const fields = { ...where, code: error.code };
  if (error.logLevel === 'error') log.error({ ...fields, err: error.cause ?? error }, 'failed');
  else log[error.logLevel]({ ...fields, reason: causeOf(error) }, 'refused');
}

/** The same of an HTTP request. Refusals can come in floods, so their line is one of fixed fields. */
export function logRequestError(
  error: DomainError,
  request: Omit<RequestFields, 'component' | 'code' | 'reason'>,
): void {
  if (error.logLevel === 'error') return logError(error, { ...request });
  const { code, logLevel } = error;
  const fields = { component: 'errors', ...request, code, reason: causeOf(error) } as const;
  logRequest(logLevel, fields, 'refused');
}

/** The innermost cause: for an unreachable service gRPC's text, not the one for the caller. */
function causeOf({ cause }: DomainError): string | undefined {
  if (cause instanceof DomainError && cause.cause !== undefined) return causeOf(cause);
  return cause instanceof Error && !quotesRequest(cause) ? cause.message : undefined;
}

/** The framework's own texts hold the path with its query, or a piece of the body. */
const quotesRequest = (cause: Error): boolean =>
  cause instanceof HttpException || cause instanceof URIError || 'type' in cause;
