import type { ErrorCode } from './gen/api.js';

/** One field of the request that was refused. */
export interface FieldProblem {
  /** Dotted path, e.g. `passwd_rdp`. */
  path: string;
  message: string;
  /** Of the rule that it breaks. */
  code?: string;
}

/** Casement has answered, and refused or failed. */
export class CasementError extends Error {
  override readonly name = 'CasementError';

  constructor(
    /** HTTP. */
    readonly status: number,
    /** Stable, for programs. */
    readonly code: ErrorCode,
    /** For people: what happened and what to do. */
    message: string,
    readonly details: readonly FieldProblem[] = [],
    /** Is in the log of every service that worked on the request; null where there is none. */
    readonly correlationId: string | null = null,
    /** Seconds after which the same call may succeed. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

/** No answer came. A call with an Idempotency-Key can be sent again; of any other it is unknown whether it was carried out. */
export class CasementUnreachable extends Error {
  override readonly name = 'CasementUnreachable';

  constructor(
    readonly url: string,
    options: { cause: unknown },
  ) {
    super(`Casement did not answer at ${new URL(url).origin}.`, options);
  }
}

/** Seconds of a Retry-After; null where there is none or it is a date, which Casement does not send. */
export const retryAfterOf = ({ headers }: Response): number | null => {
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) ? seconds : null;
};

/** What an answer that is no success says. A page of something in between, which is no JSON, is a GATEWAY_ERROR. */
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
