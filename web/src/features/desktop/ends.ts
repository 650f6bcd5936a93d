import { desktopEnds, type DesktopEndReason } from '@casement/proto/http/install/desktops.js';
import { FAILURES, type Closing } from './engine/closing.js';

/** What the page itself finds, beside what the relay names. */
export const PAGE_ENDS = [
  /** The connection to Casement is gone. */
  'network',
  /** No relay has room, or none can ask whether the ticket is good. */
  'busy',
  /** The relay did not accept the ticket. */
  'refused',
  'wrong_password',
  /** Windows closed the connection instead of a sign-in. */
  'sign_in_closed',
  /** The password is right; the account may not sign in. */
  'access_denied',
  /** The client's code did not arrive. */
  'not_loaded',
  /** The client's code failed. It works again in a page that is loaded anew. */
  'client_failed',
] as const;
export type Ending = DesktopEndReason | (typeof PAGE_ENDS)[number];

const FIRST_CODE = 4000;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

/** What a closed connection means: before the desktop was open (`opening`) and after it. */
export function endingOf({ code, failure, crashed }: Closing, opening: boolean): Ending {
  if (crashed) return 'client_failed';
  if (failure === FAILURES.wrongPassword || failure === FAILURES.logonFailure)
    return 'wrong_password';
  if (failure === FAILURES.accessDenied) return 'access_denied';
  const named = code === null ? 'windows_closed' : desktopEnds[code - FIRST_CODE];
  if (named === 'windows_closed' && opening) return 'sign_in_closed';
  if (named) return named;
  if (code === TRY_AGAIN_LATER) return 'busy';
  return code === POLICY_VIOLATION ? 'refused' : 'network';
}

/** The page connects again automatically: nothing speaks against it, and the user has done nothing. */
export const reconnects = (ending: Ending): boolean =>
  ['relay_stopped', 'lost', 'network', 'busy'].includes(ending);

/** The sign-in itself: the form asks again. Never tried again automatically: Windows locks an account after some. */
export const isSignInFailure = (ending: Ending): boolean =>
  ending === 'wrong_password' || ending === 'sign_in_closed' || ending === 'access_denied';

/** Trying again is of no use until something else has changed. */
export const isFinal = (ending: Ending): boolean =>
  ending === 'certificate_changed' || ending === 'no_nla' || ending === 'switched_off';
