import { CasementError, CasementUnreachable } from '@casement/client';

/** Exit codes that let scripts distinguish failures, as listed in the README. */
export const EXIT = {
  ok: 0,
  /** Failures without a specific exit code. */
  failed: 1,
  /** The command line, a file or a value in it is invalid. Nothing was sent or changed. */
  usage: 2,
  /** A check found that the VPS cannot be converted, or could not examine it. */
  refused: 3,
  /** An install has failed or is in manual review. */
  installFailed: 4,
  /** The key is missing, invalid, lacks the permission or may not be used from here. */
  notAllowed: 5,
  notFound: 6,
  /** The object's state does not allow it, e.g. an install that can no longer be cancelled. */
  conflict: 7,
  noQuota: 8,
  rateLimited: 9,
  /** No response, or a service is down. The request may be repeated. */
  unavailable: 10,
  /** `--timeout` has expired; the operation continues. */
  timeout: 11,
  interrupted: 130,
} as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** Ends the command with a human-readable message and an exit code. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    message: string,
    readonly exit: Exit,
  ) {
    super(message);
  }
}

export function exitCodeOf(error: unknown): Exit {
  if (error instanceof CliError) return error.exit;
  if (error instanceof CasementUnreachable) return EXIT.unavailable;
  if (!(error instanceof CasementError)) return EXIT.failed;
  if (error.code === 'INSUFFICIENT_QUOTA') return EXIT.noQuota;
  if (error.status >= 500) return EXIT.unavailable;
  const byStatus: Record<number, Exit> = {
    400: EXIT.usage,
    401: EXIT.notAllowed,
    403: EXIT.notAllowed,
    404: EXIT.notFound,
    409: EXIT.conflict,
    422: EXIT.usage,
    429: EXIT.rateLimited,
  };
  return byStatus[error.status] ?? EXIT.failed;
}
