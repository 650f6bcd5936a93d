import { useCallback } from 'react';
import { useNavigateTo, type HistoryState } from '@/lib/navigation/history-state.js';

/** History state key of the open user. */
export const OPEN_USER = 'user';

/** Place of a user page within the admin area: a history state without a URL (SPEC §2). */
export const userLocation = (id: string): HistoryState => ({ section: 'users', [OPEN_USER]: id });

/** Returns a function that opens a user page from any admin section. Back returns to that section. */
export function useOpenUser(): (id: string) => void {
  const goTo = useNavigateTo();
  return useCallback((id: string) => goTo(userLocation(id)), [goTo]);
}
