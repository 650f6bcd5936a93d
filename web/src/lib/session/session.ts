import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import type { LoginResponse } from '@casement/proto/http/auth/sign-in.js';
import type { User } from '@casement/proto/http/auth/users.js';
import { useSyncExternalStore } from 'react';
import { NOTIFICATION_LIMIT } from '@/config/limits.js';
import { call } from '@/lib/api/api-client.js';
import { emitter } from '@/lib/emitter.js';
import type { FinishedInstall } from '@/lib/installs/finished-links.js';
import { chooseLanguage } from '@/messages/load-language.js';
import { clearDrafts, clearDraftsOfOtherUsers } from '@/lib/session/draft-store.js';
import { inBrowser } from '@/config/in-browser.js';
import { sessionRefreshFailed } from '../api/sign-out-event.js';
import { accessToken, onTokenRemovedElsewhere } from '../api/token.js';

/** SPEC §3, auth state. */
export interface Session {
  user: User | null;
  isAuthenticated: boolean;
  isLoading: boolean;
  /** Reason why the last sign-in or registration failed, until the next attempt or screen. */
  error: string | null;
  /** Newest first, at most 10 (SPEC §9). */
  notifications: AppNotification[];
  /** Number of notifications since the list was last opened. */
  unread: number;
  twoFactorRequired: boolean;
  twoFactorChallengeId: string | null;
  /** Options for a passkey in the second step; `null` if the account has no passkey. */
  twoFactorPasskey: LoginResponse['passkey'] | null;
  /** The user must add an e-mail address: it is missing, or the server requires it. */
  requiresEmail: boolean;
  /** The session ended because it could not be refreshed, not by a sign-out. */
  expired: boolean;
  /** User whose session expired, if known. */
  expiredUserId: string | null;
  /** Redirect target of the guards after this change, if not the default (a registration, a logout). */
  next?: string;
}

/** SPEC §3, in-app notification. */
export interface AppNotification {
  /** Key of the subject, as in the server's record: `install:ID:completed`, `topup:REF`. */
  key: string;
  type: string;
  status: string;
  message: string;
  /** Set if an install has completed. */
  install?: FinishedInstall;
  /** Time of arrival in milliseconds. */
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
  twoFactorPasskey: null,
  requiresEmail: false,
  expired: false,
  expiredUserId: null,
};

let session: Session = { ...SIGNED_OUT, isLoading: true };
const changed = emitter();

function change(next: Session): void {
  session = next;
  changed.emit();
}

export function useSession(): Session {
  return useSyncExternalStore(changed.subscribe, currentSession, currentSession);
}

/** Returns the current session, for code outside of React. */
export const currentSession = (): Session => session;

/** Calls back on every session change, for caches that must be dropped with it. */
export const onSessionChange = (listener: (session: Session) => void): (() => void) =>
  changed.subscribe(() => listener(session));

sessionRefreshFailed.subscribe(() => {
  // Ignores late rejections, which may belong to a call from before a sign-out.
  if (session.isAuthenticated || session.isLoading) expire();
});
if (inBrowser) onTokenRemovedElsewhere(() => endSession());

/** SPEC §4: with a token, fetches the profile and signs out on any failure; without one, signed out. */
export async function loadSession(): Promise<void> {
  if (!accessToken.get()) return change(SIGNED_OUT);
  change({ ...SIGNED_OUT, isLoading: true });
  try {
    const { user } = await call(authRoutes.profile);
    startSession(user);
  } catch {
    expire();
  }
}

/** Ends an expired session. Input is kept for the same user. */
function expire(): void {
  accessToken.clear();
  change({
    ...SIGNED_OUT,
    expired: true,
    expiredUserId: session.user?.id ?? session.expiredUserId,
  });
}

const hasNoEmail = (user: User) => !user.email?.trim();

/** Called after a login, a registration or a loaded profile. Applies the language of the account. */
export function startSession(
  user: User,
  token?: string,
  { next, requiresEmail = false }: { next?: string; requiresEmail?: boolean } = {},
): void {
  if (token) accessToken.set(token);
  clearDraftsOfOtherUsers(user.id);
  if (user.language) void chooseLanguage(user.language).catch(() => undefined);
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

/** Replaces the signed-in user with the user of a response. Ignored after a sign-out. */
export function updateUser(user: User, next?: string): void {
  if (session.isAuthenticated) change({ ...session, user, requiresEmail: hasNoEmail(user), next });
}

/**
 * Called when another account has verified the user's address: the server has removed it from this account, so a new
 * one is required.
 */
export function clearEmail(): void {
  if (session.user) updateUser({ ...session.user, email: null, is_verified: false });
}

/** SPEC §4: the password was correct, the code is still missing. */
export function awaitTwoFactor(
  challengeId: string | null,
  passkey: LoginResponse['passkey'] | null = null,
): void {
  change({
    ...SIGNED_OUT,
    twoFactorRequired: true,
    twoFactorChallengeId: challengeId,
    twoFactorPasskey: passkey,
  });
}

/** Returns to the login and clears the challenge. */
export function cancelTwoFactor(): void {
  change(SIGNED_OUT);
}

/** SPEC §4: a failed login clears the user and sets the error. A challenge stays active for another code. */
export function setSignInError(error: string): void {
  change({ ...session, user: null, isAuthenticated: false, error });
}

/** SPEC §3: newest first, and only the newest 10 are kept. */
export function addNotification(notification: Omit<AppNotification, 'at'>): void {
  if (!session.isAuthenticated) return;
  const newest = { ...notification, at: Date.now() };
  const notifications = [newest, ...session.notifications].slice(0, NOTIFICATION_LIMIT);
  change({ ...session, notifications, unread: Math.min(session.unread + 1, NOTIFICATION_LIMIT) });
}

/** Called when the list of notifications was opened. */
export function readNotifications(): void {
  if (session.unread > 0) change({ ...session, unread: 0 });
}

/** Called after a redirect; clears the state of the previous screen. */
export function clearRedirect(): void {
  if (session.next || session.error) change({ ...session, next: undefined, error: null });
}

export function endSession(next?: string): void {
  accessToken.clear();
  clearDrafts();
  change({ ...SIGNED_OUT, next });
}

/** SPEC §8: failures are ignored and the token is always removed. SPEC §2: then goes to the root. */
export async function logout(): Promise<void> {
  try {
    await call(authRoutes.logout);
  } catch {
    // The server drops the session automatically when its token expires.
  } finally {
    endSession('/');
  }
}
