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

function pinoFor(service: string, level: LevelWithSilent): Pino {
  return pino({
    ...lineOptions,
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin: contextFields,
  });
}

let root = pinoFor('unnamed', 'info');

function contextFields(): Fields {
  const context = currentContext();
  if (!context) return {};
  const userId = context.actor?.userId;
  return { correlationId: context.correlationId, ...(userId ? { userId } : {}) };
}

/** Called once, by bootstrap. Loggers made before and after follow it. */
export function configureLogging(service: string, level: LevelWithSilent): void {
  root = pinoFor(service, level);
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
