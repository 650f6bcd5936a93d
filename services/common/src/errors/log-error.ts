import { logger } from '../logging/logger.js';
import type { DomainError } from './domain-error.js';

const log = logger('errors');

/** A refusal is one short line; the stack is logged only where someone should look. */
export function logError(error: DomainError, where: Record<string, unknown>): void {
  const fields = { ...where, code: error.code };
  if (error.logLevel === 'error') log.error({ ...fields, err: error.cause ?? error }, 'failed');
  else log[error.logLevel]({ ...fields, reason: causeOf(error) }, 'refused');
}

function causeOf(error: DomainError): string | undefined {
  return error.cause instanceof Error ? error.cause.message : undefined;
}
