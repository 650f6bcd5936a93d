import { useCallback } from 'react';
import { useNavigateTo, type HistoryState } from '@/lib/navigation/history-state.js';

/** What keeps the user of a place. */
export const OPEN_USER = 'user';

/** Where the page of a user is, within the admin area: a state of the history, no URL (SPEC §2). */
export const userPlace = (id: string): HistoryState => ({ section: 'users', [OPEN_USER]: id });

/** Opens the page of a user, from any section of the admin area. Back leads here again. */
export function useOpenUser(): (id: string) => void {
  const goTo = useNavigateTo();
  return useCallback((id: string) => goTo(userPlace(id)), [goTo]);
}
