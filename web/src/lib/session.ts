import type { ProfileResponse, User } from '@casement/proto/http/auth.js';
import { useSyncExternalStore } from 'react';
import { call } from './api-client.js';
import { finalSignOut } from './sign-out-event.js';
import { accessToken, onTokenRemovedElsewhere } from './token.js';

/** SPEC §3, auth state. */
export interface Session {
  user: User | null;
  isAuthenticated: boolean;
  isLoading: boolean;
  /** Where the guards go after this change, if not to their usual place (a registration, a logout). */
  next?: string;
}

const SIGNED_OUT: Session = { user: null, isAuthenticated: false, isLoading: false };

let session: Session = { user: null, isAuthenticated: false, isLoading: true };
const listeners = new Set<() => void>();

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session);
}

/** Calls back whenever the session changes, for what must forget with it (the query cache). */
export const onSessionChange = (listener: (session: Session) => void): (() => void) =>
  subscribe(() => listener(session));

finalSignOut.subscribe(() => endSession());
onTokenRemovedElsewhere(() => endSession());

/** SPEC §4: with a token the profile is fetched, any failure signs out; without one, signed out. */
export async function loadSession(): Promise<void> {
  if (!accessToken.get()) return change(SIGNED_OUT);
  change({ user: null, isAuthenticated: false, isLoading: true });
  try {
    const { user } = await call<ProfileResponse>('GET', '/user/profile');
    openSession(user);
  } catch {
    endSession();
  }
}

/** After a login, a registration or a loaded profile. */
export function openSession(user: User, token?: string, next?: string): void {
  if (token) accessToken.set(token);
  change({ user, isAuthenticated: true, isLoading: false, next });
}

/** The user as a later answer shows it. */
export function updateUser(user: User): void {
  if (session.isAuthenticated) change({ ...session, user });
}

export function endSession(next?: string): void {
  accessToken.clear();
  change({ ...SIGNED_OUT, next });
}

/** SPEC §8: failures are ignored, the token is always cleared. SPEC §2: then to the root. */
export async function logout(): Promise<void> {
  try {
    await call('POST', '/auth/logout', { body: {} });
  } catch {
    // The server forgets the session by itself when its token runs out.
  } finally {
    endSession('/');
  }
}
