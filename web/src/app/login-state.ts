import type { HistoryState } from '@/lib/navigation/history-state.js';

/** What leads to /login says of it in the history's entry. */
export interface LoginState {
  /** Where to go after the sign-in instead of /dashboard. */
  next?: string;
  /** The place there. */
  place?: HistoryState;
  /** Whose it is: another user does not get it. */
  userId?: string;
  /** The session ended without a sign-out. */
  expired?: true;
}
