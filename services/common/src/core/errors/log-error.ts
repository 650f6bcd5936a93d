import { HttpException } from '@nestjs/common';
import { logger, logRequest, type RequestFields } from '../logging/logger.js';
import { DomainError } from './domain-error.js';

const log = logger('errors');

/** Logs a refusal as one short line; only errors of level `error` are logged with their stack trace. */
export function logError(error: DomainError, where: Record<string, unknown>): void {
  const fields = { ...where, code: error.code };
  if (error.logLevel === 'error') log.error({ ...fields, err: error.cause ?? error }, 'failed');
  else log[error.logLevel]({ ...fields, reason: causeOf(error) }, 'refused');
}

/**
 * Like `logError`, for HTTP requests. Refusals can arrive in floods, so their log line has only fixed fields, which
 * need no redaction.
 */
export function logRequestError(
  error: DomainError,
  request: Omit<RequestFields, 'component' | 'code' | 'reason'>,
): void {
  if (error.logLevel === 'error') return logError(error, { ...request });
  const { code, logLevel } = error;
  const fields = { component: 'errors', ...request, code, reason: causeOf(error) } as const;
  logRequest(logLevel, fields, 'refused');
}

/**
 * Returns the innermost cause, e.g. gRPC's message for an unreachable service instead of the message for the caller.
 */
function causeOf({ cause }: DomainError): string | undefined {
  if (cause instanceof DomainError && cause.cause !== undefined) return causeOf(cause);
  return cause instanceof Error && !quotesRequest(cause) ? cause.message : undefined;
}

/**
 * Returns whether the error message may quote the request: the framework's messages contain the path with its query
 * or a part of the body.
 */
const quotesRequest = (cause: Error): boolean =>
  cause instanceof HttpException || cause instanceof URIError || 'type' in cause;
