import { FAILURES, type FailureCode } from './failures.js';
import { plainText } from './plain-text.js';

export type FailureValues = Record<string, string | number>;

/** What is stored and shown of a failure. */
export interface Failure {
  code: FailureCode;
  /** What happened, for the customer. */
  message: string;
  /** What to do about it. */
  cure: string;
}

/** The texts of a code with its values filled in. */
export function toFailure(code: FailureCode, values: FailureValues = {}): Failure {
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => plainText(String(values[name] ?? 'unknown')));
  return { code, message: fill(FAILURES[code].sentence), cure: fill(FAILURES[code].cure) };
}

/**
 * An install can't go on. `detail` is for logs and admins: what a command printed, an errno.
 * It never holds a secret.
 */
export class EngineError extends Error {
  readonly failure: Failure;

  constructor(
    readonly code: FailureCode,
    values: FailureValues = {},
    options: { detail?: string; cause?: unknown } = {},
  ) {
    const failure = toFailure(code, values);
    super(failure.message, { cause: options.cause });
    this.name = 'EngineError';
    this.failure = failure;
    this.detail = options.detail === undefined ? undefined : plainText(options.detail);
  }

  readonly detail: string | undefined;
}
