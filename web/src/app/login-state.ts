import type { HistoryState } from '@/lib/navigation/history-state.js';

/** History state passed by redirects to /login. */
export interface LoginState {
  /** Path to open after the sign-in instead of /dashboard. */
  next?: string;
  /** History state to restore at `next`. */
  place?: HistoryState;
  /** User to whom the history state belongs. It is not restored for other users. */
  userId?: string;
  /** Set if the session ended without a sign-out. */
  expired?: true;
}
