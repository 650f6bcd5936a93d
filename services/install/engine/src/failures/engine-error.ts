import { FAILURES, type FailureCode } from '@casement/proto/texts/failures.js';
import { shortText } from '@casement/windows-image/text.js';

export type FailureValues = Record<string, string | number>;

/** Values may be lists, such as names of Windows versions, but a failure must fit into an event. */
const MAX_VALUE_LENGTH = 1000;
const MAX_DETAIL_LENGTH = 2000;

export interface Failure {
  code: FailureCode;
  message: string;
  cure: string;
}

export interface RecordedFailure extends Failure {
  detail: string | null;
  at: string;
}

export function toFailure(code: FailureCode, values: FailureValues = {}): Failure {
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) =>
      shortText(String(values[name] ?? 'unknown'), MAX_VALUE_LENGTH),
    );
  return { code, message: fill(FAILURES[code].sentence), cure: fill(FAILURES[code].cure) };
}

/**
 * Reason why an install cannot continue. `detail` (command output, an errno) is for logs and admins and must not
 * contain secrets.
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
