import {
  desktopEndReasons,
  type DesktopEndReason,
} from '@casement/proto/http/install/desktops/desktops.js';
import type { RdCleanPathError } from './rdcleanpath.js';

/** Reason why a session with a valid ticket ended or did not start. */
export class SessionEnd extends Error {
  /** @param detail for the log only */
  constructor(
    readonly reason: DesktopEndReason,
    detail: string,
  ) {
    super(detail);
    this.name = 'SessionEnd';
  }
}

/** Reason why a browser was rejected before its session existed. */
export class Refusal extends Error {
  /** @param cause for the log only */
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

/** WebSocket close code and RDCleanPath error of each refusal. */
export const REFUSALS = {
  /** The first message is no RDCleanPath request, or requests no Network Level Authentication. */
  request: { code: POLICY_VIOLATION, error: { httpStatus: 400 } },
  timeout: { code: POLICY_VIOLATION, error: { httpStatus: 408 } },
  /** The ticket is unknown, used or expired. The response does not reveal which. */
  ticket: { code: POLICY_VIOLATION, error: { httpStatus: 404 } },
  /** The user has reached the limit of open desktops. */
  sessions: { code: POLICY_VIOLATION, error: { httpStatus: 429 } },
  /** The install service does not answer. */
  unavailable: { code: TRY_AGAIN_LATER, error: { httpStatus: 503 } },
  /** This replica reached its limit. */
  full: { code: TRY_AGAIN_LATER, error: { httpStatus: 503 } },
} as const satisfies Record<string, { code: number; error: RdCleanPathError }>;

export type RefusalReason = keyof typeof REFUSALS;

const HOST_TIMED_OUT = 10060;
const BAD_CERTIFICATE = 42;
const INSUFFICIENT_SECURITY = 71;

/**
 * Returns the RDCleanPath error for a session that ended before the desktop was open. RDCleanPath clients show this
 * error, because they do not see close codes.
 */
export function errorOf(reason: DesktopEndReason): RdCleanPathError {
  if (reason === 'unreachable') return { wsaError: HOST_TIMED_OUT };
  if (reason === 'certificate_changed') return { tlsAlert: BAD_CERTIFICATE };
  if (reason === 'no_nla') return { tlsAlert: INSUFFICIENT_SECURITY };
  if (reason === 'relay_stopped') return { httpStatus: 503 };
  return { httpStatus: 502 };
}

export const isDesktopEnd = (text: string): text is DesktopEndReason =>
  (desktopEndReasons as readonly string[]).includes(text);
