import { pino, type Logger as Pino, type LevelWithSilent } from 'pino';
import { currentContext } from '../context/request-context.js';
import { errorFields } from './error-fields.js';
import { redaction } from './redaction.js';

type Fields = Record<string, unknown>;
type Level = 'debug' | 'info' | 'warn' | 'error';

export type Log = Record<Level, (fields: Fields, message: string) => void>;

/** Redaction and serializers, the same in all services. */
export const lineOptions = {
  redact: redaction,
  serializers: { err: (error: unknown) => errorFields(error) },
};

const baseOptions = (service: string, level: LevelWithSilent) => ({
  level,
  base: { service },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
});

function pinoFor(service: string, level: LevelWithSilent): Pino {
  return pino({ ...baseOptions(service, level), ...lineOptions, mixin: contextFields });
}

let root = pinoFor('unnamed', 'info');
let unredacted = pino(baseOptions('unnamed', 'info'));

function contextFields(): Fields {
  const context = currentContext();
  if (!context) return {};
  const userId = context.actor?.userId;
  return { correlationId: context.correlationId, ...(userId ? { userId } : {}) };
}

/** Called once by bootstrap. Applies to loggers created before and after. */
export function configureLogging(service: string, level: LevelWithSilent): void {
  root = pinoFor(service, level);
  unredacted = pino(baseOptions(service, level));
}

/** Fields of the two log lines per request. They are flat and cannot contain a secret. */
export interface RequestFields {
  component: 'http' | 'errors';
  method: string;
  /** Path without tokens, as returned by `withoutTokens`. */
  path: string;
  correlationId?: string | undefined;
  userId?: string | undefined;
  status?: number;
  ms?: number;
  ip?: string | undefined;
  aborted?: true;
  code?: string;
  reason?: string | undefined;
}

/**
 * Logs a line about a request without redaction. Redaction checks every field, which costs more than writing the
 * line, and these fixed fields contain no secrets.
 */
export function logRequest(level: Level, fields: RequestFields, message: string): void {
  unredacted[level](fields, message);
}

/**
 * Creates a logger for one component. Messages are constant and data goes into fields; the correlation id is added
 * automatically. Never log a body, a token or a password: only known field names are redacted.
 *
 * @example
 *   const log = logger('topups');
 *   log.info({ topupId }, 'topup paid');
 */
export function logger(component: string): Log {
  const at = (level: Level) => (fields: Fields, message: string) =>
    root[level]({ component, ...fields }, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
