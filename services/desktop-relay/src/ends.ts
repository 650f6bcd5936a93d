import { desktopEnds, type DesktopEndReason } from '@casement/proto/http/desktops.js';
import type { RdCleanPathError } from './rdcleanpath.js';

/** A session that has a ticket's consent ends, or does not come about, for this reason. */
export class SessionEnd extends Error {
  /** @param detail for the log */
  constructor(
    readonly reason: DesktopEndReason,
    detail: string,
  ) {
    super(detail);
    this.name = 'SessionEnd';
  }
}

/** A browser is sent away before there is a session. */
export class Refusal extends Error {
  /** @param cause for the log */
  constructor(
    readonly reason: RefusalReason,
    cause?: unknown,
  ) {
    super(reason, { cause });
    this.name = 'Refusal';
  }
}

const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

/** Why there is no session: the close code, and what RDCleanPath calls it. */
export const REFUSALS = {
  /** No RDCleanPath request, or one without Network Level Authentication. */
  request: { code: POLICY_VIOLATION, error: { httpStatus: 400 } },
  /** None in time. */
  timeout: { code: POLICY_VIOLATION, error: { httpStatus: 408 } },
  /** Unknown, used or old: which of these is told to no one. */
  ticket: { code: POLICY_VIOLATION, error: { httpStatus: 404 } },
  /** The user has as many as allowed. */
  sessions: { code: POLICY_VIOLATION, error: { httpStatus: 429 } },
  /** The install service does not answer. */
  unavailable: { code: TRY_AGAIN_LATER, error: { httpStatus: 503 } },
  /** This replica has as many as it may. */
  full: { code: TRY_AGAIN_LATER, error: { httpStatus: 503 } },
} as const satisfies Record<string, { code: number; error: RdCleanPathError }>;

export type RefusalReason = keyof typeof REFUSALS;

const HOST_TIMED_OUT = 10060;
const BAD_CERTIFICATE = 42;
const INSUFFICIENT_SECURITY = 71;

/** What RDCleanPath calls an end that comes before the desktop is open: its clients see no close code. */
export function errorOf(reason: DesktopEndReason): RdCleanPathError {
  if (reason === 'unreachable') return { wsaError: HOST_TIMED_OUT };
  if (reason === 'certificate_changed') return { tlsAlert: BAD_CERTIFICATE };
  if (reason === 'no_nla') return { tlsAlert: INSUFFICIENT_SECURITY };
  if (reason === 'relay_stopped') return { httpStatus: 503 };
  return { httpStatus: 502 };
}

export const isDesktopEnd = (text: string): text is DesktopEndReason =>
  (desktopEnds as readonly string[]).includes(text);
