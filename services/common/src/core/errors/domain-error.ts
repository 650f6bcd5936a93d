import type { ErrorReason } from '@casement/proto/gen/casement/common/v1/error_reason.js';
import type { FieldProblem } from '@casement/proto/http/envelope.js';
import type { ErrorKind } from './error-kind.js';

type WithoutPrefix<R> = R extends `ERROR_REASON_${infer C}` ? C : never;

/** Codes of error_reason.proto, which describes each of them. */
export type ErrorCode = Exclude<WithoutPrefix<ErrorReason>, 'UNSPECIFIED'>;

export type ErrorLogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface DomainErrorOptions {
  details?: FieldProblem[];
  cause?: unknown;
  /** Defaults to `error` for `internal`, `warn` for `unavailable` and `info` for all other kinds. */
  logLevel?: ErrorLogLevel;
  /** Sent as the Retry-After header. */
  retryAfterSeconds?: number;
}

/**
 * Error whose message is shown to the caller. Unexpected errors of other types become a generic 500.
 *
 * @example
 *   export const invoiceErrors = {
 *     alreadyPaid: () => new DomainError('conflict', 'CONFLICT', 'Invoice already paid'),
 *   };
 */
export class DomainError extends Error {
  readonly details: FieldProblem[] | undefined;
  readonly logLevel: ErrorLogLevel;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly kind: ErrorKind,
    readonly code: ErrorCode,
    message: string,
    options: DomainErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.details = options.details;
    this.logLevel = options.logLevel ?? defaultLevels[kind] ?? 'info';
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

const defaultLevels: Partial<Record<ErrorKind, ErrorLogLevel>> = {
  internal: 'error',
  unavailable: 'warn',
};
