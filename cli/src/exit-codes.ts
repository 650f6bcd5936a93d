import { CasementError, CasementUnreachable } from '@casement/client';

/** What a script can tell failures apart by; the table of the README. */
export const EXIT = {
  ok: 0,
  /** Anything without a number of its own. */
  failed: 1,
  /** The command line, a file or a value of it is wrong; nothing was sent or changed. */
  usage: 2,
  /** A check found that the VPS cannot be converted, or could not examine it. */
  refused: 3,
  /** An install has failed, or is in review. */
  installFailed: 4,
  /** No key, or one that is not valid, lacks the permission or may not be used from here. */
  notAllowed: 5,
  notFound: 6,
  /** The object's state does not allow it, e.g. an install that is past the point of cancelling. */
  conflict: 7,
  noQuota: 8,
  rateLimited: 9,
  /** No answer, or a service is away; what was asked for may be asked again. */
  unavailable: 10,
  /** `--timeout` is over; what was waited for goes on. */
  timeout: 11,
  interrupted: 130,
} as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** Ends the command with a sentence for people. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    message: string,
    readonly exit: Exit,
  ) {
    super(message);
  }
}

export function exitOf(error: unknown): Exit {
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
