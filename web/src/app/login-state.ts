import type { HistoryState } from '@/lib/navigation/history-state.js';

/** History state passed by redirects to /login. */
export interface LoginState {
  /** Path to open after the sign-in instead of /dashboard. */
  next?: string;
  /** Place to restore at `next`. */
  place?: HistoryState;
  /** Owner of the place. Other users do not get it. */
  userId?: string;
  /** Set if the session ended without a sign-out. */
  expired?: true;
}
