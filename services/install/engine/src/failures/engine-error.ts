import { FAILURES, type FailureCode } from './failures.js';
import { shortText } from '@casement/windows-image/text.js';

export type FailureValues = Record<string, string | number>;

/** Some are lists of ours, such as the names of Windows versions; a failure has to fit into an event. */
const MAX_VALUE_LENGTH = 1000;
const MAX_DETAIL_LENGTH = 2000;

/** What is stored and shown of a failure. */
export interface Failure {
  code: FailureCode;
  /** What happened, for the customer. */
  message: string;
  /** What to do about it. */
  cure: string;
}

export interface RecordedFailure extends Failure {
  /** For logs and admins. */
  detail: string | null;
  at: string;
}

/** The texts of a code with its values filled in. */
export function toFailure(code: FailureCode, values: FailureValues = {}): Failure {
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) =>
      shortText(String(values[name] ?? 'unknown'), MAX_VALUE_LENGTH),
    );
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
    this.detail =
      options.detail === undefined ? undefined : shortText(options.detail, MAX_DETAIL_LENGTH);
  }

  readonly detail: string | undefined;
}
