import { pino, type Logger as Pino, type LevelWithSilent } from 'pino';
import { currentContext } from '../context/request-context.js';
import { errorFields } from './error-fields.js';
import { redaction } from './redaction.js';

type Fields = Record<string, unknown>;
type Level = 'debug' | 'info' | 'warn' | 'error';

export type Log = Record<Level, (fields: Fields, message: string) => void>;

/** What a line looks like, whichever service writes it. */
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

/** Called once, by bootstrap. Loggers made before and after follow it. */
export function configureLogging(service: string, level: LevelWithSilent): void {
  root = pinoFor(service, level);
  unredacted = pino(baseOptions(service, level));
}

/** All that the two lines of every request hold. None of it can be a secret, and nothing is nested. */
export interface RequestFields {
  component: 'http' | 'errors';
  method: string;
  /** By `withoutTokens`. */
  path: string;
  correlationId?: string | undefined;
  userId?: string | undefined;
  status?: number;
  ms?: number;
  ip?: string | undefined;
  aborted?: true;
  /** Of a refusal. */
  code?: string;
  reason?: string | undefined;
}

/**
 * A line about a request. Redaction looks through every field of a line, which costs more than writing it; these
 * fields are fixed and need none.
 */
export function logRequest(level: Level, fields: RequestFields, message: string): void {
  unredacted[level](fields, message);
}

/**
 * A logger for one part of a service. Messages are constant, data goes into fields; the correlation
 * id is added. Never a body, a token or a password: known field names are blanked, others are not.
 *
 * @example
 * const log = logger('topups');
 * log.info({ topupId }, 'topup paid');
 */
export function logger(component: string): Log {
  const at = (level: Level) => (fields: Fields, message: string) =>
    root[level]({ component, ...fields }, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
