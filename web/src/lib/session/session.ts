import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import type { User } from '@casement/proto/http/auth/users.js';
import { useSyncExternalStore } from 'react';
import { NOTIFICATION_LIMIT } from '@/config/limits.js';
import { call } from '@/lib/api/api-client.js';
import { forgetDrafts, forgetDraftsOfOthers } from '@/lib/session/draft-store.js';
import { inBrowser } from '@/config/in-browser.js';
import { finalSignOut } from '../api/sign-out-event.js';
import { accessToken, onTokenRemovedElsewhere } from '../api/token.js';

/** SPEC §3, auth state. */
export interface Session {
  user: User | null;
  isAuthenticated: boolean;
  isLoading: boolean;
  /** Why the last sign-in or registration failed; gone with the next attempt or screen. */
  error: string | null;
  /** Newest first, at most 10 (SPEC §9). */
  notifications: AppNotification[];
  /** How many of them came since the list was last looked at. */
  unread: number;
  twoFactorRequired: boolean;
  twoFactorChallengeId: string | null;
  /** The user has to add an e-mail address: there is none, or the server says so. */
  requiresEmail: boolean;
  /** It ended because it could not be refreshed, not by a sign-out. */
  expired: boolean;
  /** Whose session it was that expired, where that was known. */
  expiredUserId: string | null;
  /** Where the guards go after this change, if not to their usual place (a registration, a logout). */
  next?: string;
}

/** SPEC §3, in-app notification. */
export interface AppNotification {
  /** What it is about, as the server's record of it is known by: `install:ID:completed`, `topup:REF`. */
  key: string;
  type: string;
  status: string;
  message: string;
  /** When it came, in milliseconds. */
  at: number;
}

const SIGNED_OUT: Session = {
  user: null,
  isAuthenticated: false,
  isLoading: false,
  error: null,
  notifications: [],
  unread: 0,
  twoFactorRequired: false,
  twoFactorChallengeId: null,
  requiresEmail: false,
  expired: false,
  expiredUserId: null,
};

let session: Session = { ...SIGNED_OUT, isLoading: true };
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
  return useSyncExternalStore(subscribe, currentSession, currentSession);
}

/** The session at this moment, for what is no part of a screen. */
export const currentSession = (): Session => session;

/** Calls back whenever the session changes, for what must forget with it (the query cache). */
export const onSessionChange = (listener: (session: Session) => void): (() => void) =>
  subscribe(() => listener(session));

finalSignOut.subscribe(() => {
  // A call that is refused late says nothing new: it may be one of before a sign-out.
  if (session.isAuthenticated || session.isLoading) expire();
});
if (inBrowser) onTokenRemovedElsewhere(() => endSession());

/** SPEC §4: with a token the profile is fetched, any failure signs out; without one, signed out. */
export async function loadSession(): Promise<void> {
  if (!accessToken.get()) return change(SIGNED_OUT);
  change({ ...SIGNED_OUT, isLoading: true });
  try {
    const { user } = await call(authRoutes.profile);
    openSession(user);
  } catch {
    expire();
  }
}

/** It is over though the user did not sign out: what was typed waits for the same user. */
function expire(): void {
  accessToken.clear();
  change({
    ...SIGNED_OUT,
    expired: true,
    expiredUserId: session.user?.id ?? session.expiredUserId,
  });
}

const hasNoEmail = (user: User) => !user.email?.trim();

/** After a login, a registration or a loaded profile. */
export function openSession(
  user: User,
  token?: string,
  { next, requiresEmail = false }: { next?: string; requiresEmail?: boolean } = {},
): void {
  if (token) accessToken.set(token);
  forgetDraftsOfOthers(user.id);
  change({
    ...SIGNED_OUT,
    user,
    isAuthenticated: true,
    notifications: session.notifications,
    unread: session.unread,
    requiresEmail: requiresEmail || hasNoEmail(user),
    next,
  });
}

/** The user as a later answer shows it. */
export function updateUser(user: User, next?: string): void {
  if (session.isAuthenticated) change({ ...session, user, requiresEmail: hasNoEmail(user), next });
}

/** Another account has verified the user's address, which the server has taken from this one: a new one has to be added. */
export function loseEmail(): void {
  if (session.user) updateUser({ ...session.user, email: null, is_verified: false });
}

/** SPEC §4: the password was right, the code is still to come. */
export function awaitTwoFactor(challengeId: string | null): void {
  change({ ...SIGNED_OUT, twoFactorRequired: true, twoFactorChallengeId: challengeId });
}

/** Back to the login, as if nothing had been sent. */
export function leaveTwoFactor(): void {
  change(SIGNED_OUT);
}

/** SPEC §4: a failed login clears the user and sets the error. A challenge stays open for another code. */
export function failSignIn(error: string): void {
  change({ ...session, user: null, isAuthenticated: false, error });
}

/** SPEC §3: the newest comes first, and only the newest 10 are kept. */
export function addNotification(notification: Omit<AppNotification, 'at'>): void {
  if (!session.isAuthenticated) return;
  const newest = { ...notification, at: Date.now() };
  const notifications = [newest, ...session.notifications].slice(0, NOTIFICATION_LIMIT);
  change({ ...session, notifications, unread: Math.min(session.unread + 1, NOTIFICATION_LIMIT) });
}

/** The list of notifications was looked at. */
export function readNotifications(): void {
  if (session.unread > 0) change({ ...session, unread: 0 });
}

/** The page has gone where it was sent; what belonged to the one before is over. */
export function arrive(): void {
  if (session.next || session.error) change({ ...session, next: undefined, error: null });
}

export function endSession(next?: string): void {
  accessToken.clear();
  forgetDrafts();
  change({ ...SIGNED_OUT, next });
}

/** SPEC §8: failures are ignored, the token is always cleared. SPEC §2: then to the root. */
export async function logout(): Promise<void> {
  try {
    await call(authRoutes.logout);
  } catch {
    // The server forgets the session automatically when its token runs out.
  } finally {
    endSession('/');
  }
}
