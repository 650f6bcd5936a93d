import type { LoggerService } from '@nestjs/common';
import { logger } from './logger.js';

/** Writes the framework's log lines in the same JSON format. Startup messages are logged as `debug`. */
export class NestLogger implements LoggerService {
  private readonly sink = logger('nest');

  log(message: unknown, ...rest: unknown[]): void {
    this.sink.debug(fields(message, rest), 'framework');
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.sink.warn(fields(message, rest), 'framework warns');
  }

  error(message: unknown, ...rest: unknown[]): void {
    // The caller reports a failed start in a single sentence.
    if (rest.includes('ExceptionHandler')) return this.log(message, ...rest);
    this.sink.error(fields(message, rest), 'framework reports an error');
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.error(message, ...rest);
  }
}

function fields(message: unknown, rest: unknown[]): Record<string, unknown> {
  const text = message instanceof Error ? message.stack : message;
  return { text, from: rest.filter((part) => part !== undefined) };
}
