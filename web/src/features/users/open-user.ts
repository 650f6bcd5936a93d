import { useCallback } from 'react';
import { useGoTo, type Place } from '@/lib/navigation/history-state.js';

/** What keeps the user of a place. */
export const OPEN_USER = 'user';

/** Where the page of a user is, within the admin area: a state of the history, no URL (SPEC §2). */
export const userPlace = (id: string): Place => ({ section: 'users', [OPEN_USER]: id });

/** Opens the page of a user, from any section of the admin area. Back leads here again. */
export function useOpenUser(): (id: string) => void {
  const goTo = useGoTo();
  return useCallback((id: string) => goTo(userPlace(id)), [goTo]);
}
