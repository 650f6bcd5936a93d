import type { ErrorCode } from './gen/api.js';

export interface FieldProblem {
  /** Dotted path, e.g. `passwd_rdp`. */
  path: string;
  message: string;
  /** Code of the violated rule. */
  code?: string;
}

/** Casement has responded with a refusal or failure. */
export class CasementError extends Error {
  override readonly name = 'CasementError';

  constructor(
    /** HTTP status. */
    readonly status: number,
    /** Stable code for programs. */
    readonly code: ErrorCode,
    /** Message for people with the problem and the remedy. */
    message: string,
    readonly details: readonly FieldProblem[] = [],
    /** Correlation id, logged by every service that handled the request; `null` if the response has no id. */
    readonly correlationId: string | null = null,
    /** Seconds after which the same call may succeed. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

/**
 * No response arrived. A call with an Idempotency-Key can be repeated; for other calls it is unknown whether they
 * were executed.
 */
export class CasementUnreachable extends Error {
  override readonly name = 'CasementUnreachable';

  constructor(
    readonly url: string,
    options: { cause: unknown },
  ) {
    super(`Casement did not answer at ${new URL(url).origin}.`, options);
  }
}

/** Returns the seconds of a Retry-After header; `null` if it is missing or a date, which Casement does not send. */
export const retryAfterOf = ({ headers }: Response): number | null => {
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) ? seconds : null;
};

/** Converts an error response. A page of a proxy, which is not JSON, becomes a GATEWAY_ERROR. */
export async function toError(response: Response): Promise<CasementError> {
  const body = (await response.json().catch(() => ({}))) as Partial<{
    code: ErrorCode;
    message: string;
    details: FieldProblem[];
    correlationId: string;
  }>;
  return new CasementError(
    response.status,
    body.code ?? 'GATEWAY_ERROR',
    body.message ?? `The answer was HTTP ${response.status}, and not by Casement.`,
    body.details,
    body.correlationId ?? null,
    retryAfterOf(response),
  );
}
