import type { FieldProblem } from '@casement/proto/http/envelope.js';
import { translate } from './messages.js';

interface ApiErrorInit {
  status: number;
  code: string;
  serverMessage?: string;
  correlationId?: string;
  details?: FieldProblem[];
  cause?: unknown;
}

/** A refused or failed call. Status 0 means that no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** What the server said; undefined when the server said nothing. */
  readonly serverMessage: string | undefined;
  readonly correlationId: string | undefined;
  readonly details: FieldProblem[];

  constructor(init: ApiErrorInit) {
    super(init.serverMessage ?? init.code, { cause: init.cause });
    this.name = 'ApiError';
    this.status = init.status;
    this.code = init.code;
    this.serverMessage = init.serverMessage;
    this.correlationId = init.correlationId;
    this.details = init.details ?? [];
  }
}

/** Whether the server has looked at what was sent and refused it: not a lost answer, not its own failure, not a 429. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** SPEC §8: the server's message, else the fallback. An error of our own (`new Error(text)`) speaks for itself. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError)
    return error.serverMessage === undefined ? fallback : translate(error.serverMessage);
  return error instanceof SpokenError ? error.message : fallback;
}

/** A failure that the page itself found and whose sentence is fit to be shown. */
export class SpokenError extends Error {
  override name = 'SpokenError';
}
