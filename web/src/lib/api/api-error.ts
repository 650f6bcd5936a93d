import type { FieldProblem } from '@casement/proto/http/envelope.js';
import { ruleMessage, serverMessage } from '@/messages/i18n.js';

interface ApiErrorInit {
  status: number;
  code: string;
  serverMessage?: string;
  correlationId?: string;
  details?: FieldProblem[];
  cause?: unknown;
}

/** A rejected or failed call. Status 0 means that no response arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The server's message; undefined if the response has no message. */
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

/** Whether the server has examined and rejected the request: no lost response, no server error, no 429. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.code === code;

/** SPEC §8: the server's message, otherwise the fallback. A DisplayableError is shown unchanged. */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError))
    return error instanceof DisplayableError ? error.message : fallback;
  const { code, serverMessage: message, details } = error;
  if (message === undefined) return fallback;
  // The first field's message is used if there are several.
  return problemMessage(
    code,
    details.find((problem) => problem.message === message) ?? { message },
  );
}

/** The server's error for a field, in the current language. */
export const problemMessage = (
  errorCode: string,
  { message, code }: Omit<FieldProblem, 'path'>,
): string => ruleMessage(message, code) ?? serverMessage(errorCode, message);

/** A failure detected by the page itself, with a message in the current language. */
export class DisplayableError extends Error {
  override name = 'DisplayableError';
}
