import {
  desktopEndReasons,
  type DesktopEndReason,
} from '@casement/proto/http/install/desktops/desktops.js';
import { FAILURES, type Closing } from './engine/closing.js';

/** End reasons detected by the page itself, in addition to the relay's. */
export const CLIENT_END_REASONS = [
  /** The connection to Casement was lost. */
  'network',
  /** No relay has capacity, or none can verify the ticket. */
  'busy',
  /** The relay rejected the ticket. */
  'refused',
  'wrong_password',
  /** Windows closed the connection instead of signing in. */
  'sign_in_closed',
  /** The password is correct, but the account may not sign in. */
  'access_denied',
  /** The client's code failed to load. */
  'not_loaded',
  /** The client's code crashed. Reloading the page fixes it. */
  'client_failed',
] as const;
export type EndReason = DesktopEndReason | (typeof CLIENT_END_REASONS)[number];

const FIRST_CODE = 4000;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

/** Maps a closed connection to its end reason, before (`opening`) or after the desktop was open. */
export function endReasonOf({ code, failure, crashed }: Closing, opening: boolean): EndReason {
  if (crashed) return 'client_failed';
  if (failure === FAILURES.wrongPassword || failure === FAILURES.logonFailure)
    return 'wrong_password';
  if (failure === FAILURES.accessDenied) return 'access_denied';
  const named = code === null ? 'windows_closed' : desktopEndReasons[code - FIRST_CODE];
  if (named === 'windows_closed' && opening) return 'sign_in_closed';
  if (named) return named;
  if (code === TRY_AGAIN_LATER) return 'busy';
  return code === POLICY_VIOLATION ? 'refused' : 'network';
}

/** The page reconnects automatically, since neither the user nor a rejection ended the session. */
export const reconnects = (ending: EndReason): boolean =>
  ['relay_stopped', 'lost', 'network', 'busy'].includes(ending);

/**
 * The sign-in itself failed, so the form asks for it. Never retried automatically, because Windows locks an account
 * after several failures.
 */
export const isSignInFailure = (ending: EndReason): boolean =>
  ending === 'wrong_password' || ending === 'sign_in_closed' || ending === 'access_denied';

/** A retry is pointless until some other condition has changed. */
export const isFinal = (ending: EndReason): boolean =>
  ending === 'certificate_changed' || ending === 'no_nla' || ending === 'switched_off';
