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

/** A refused or failed call. Status 0 means that no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The server's message; undefined where the answer has none. */
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

/** Whether the server has examined the request and refused it: no lost answer, no failure of its own, no 429. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Whether the server has answered with this code. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.code === code;

/** SPEC §8: the server's message, else the fallback. A DisplayableError is shown as it is. */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError))
    return error instanceof DisplayableError ? error.message : fallback;
  const { code, serverMessage: message, details } = error;
  if (message === undefined) return fallback;
  // Of several fields, the message is the first one's.
  return problemMessage(
    code,
    details.find((problem) => problem.message === message) ?? { message },
  );
}

/** What the server has against a field, in the language in force. */
export const problemMessage = (
  errorCode: string,
  { message, code }: Omit<FieldProblem, 'path'>,
): string => ruleMessage(message, code) ?? serverMessage(errorCode, message);

/** A failure found by the page itself, with a message in the language in force. */
export class DisplayableError extends Error {
  override name = 'DisplayableError';
}
