import { act, renderHook, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { makeUser } from '@/testing/factories/factories.js';
import { server } from '@/testing/server.js';
import { currentLanguage } from '@/messages/i18n.js';
import { chooseLanguage } from '@/messages/load-language.js';
import {
  addNotification,
  awaitTwoFactor,
  setSignInError,
  loadSession,
  logout,
  onSessionChange,
  startSession,
  readNotifications,
  useSession,
} from './session.js';
import { sessionRefreshFailed } from '../api/sign-out-event.js';

const notification = (n: number) => ({
  key: `${n}`,
  type: 'install',
  status: 'completed',
  message: `${n}`,
});

describe('session', () => {
  it('§9 keeps the 10 newest notifications, newest first', () => {
    const { result } = renderHook(useSession);
    act(() => {
      startSession(makeUser());
      for (let n = 1; n <= 12; n++) addNotification(notification(n));
    });
    expect(result.current.notifications.map(({ message }) => Number(message))).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
    ]);
    expect(result.current.unread).toBe(10);
    act(readNotifications);
    expect(result.current.unread).toBe(0);
  });

  it('applies the language of the account, and keeps the page’s if none was chosen', async () => {
    startSession(makeUser({ language: 'id' }));
    await waitFor(() => expect(currentLanguage()).toBe('id'));
    startSession(makeUser({ language: null }));
    await act(async () => {});
    expect(currentLanguage()).toBe('id');
    await chooseLanguage('en');
  });

  it('§4 drops notifications that arrive after the sign-out', () => {
    const { result } = renderHook(useSession);
    act(() => addNotification(notification(1)));
    expect(result.current.notifications).toEqual([]);
  });

  it('§4 clears everything on logout, including notifications and two-factor state', async () => {
    const { result } = renderHook(useSession);
    act(() => {
      startSession(makeUser({ email: null }), 'abc');
      addNotification(notification(1));
    });
    expect(result.current).toMatchObject({ requiresEmail: true, isAuthenticated: true });
    await act(logout);
    act(() => awaitTwoFactor('c1'));
    expect(result.current).toMatchObject({ twoFactorRequired: true, twoFactorChallengeId: 'c1' });
    await act(logout);
    expect(result.current).toEqual({
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
      next: '/',
    });
  });

  it('§4 clears the user and sets the error when a login fails', () => {
    const { result } = renderHook(useSession);
    act(() => startSession(makeUser({ email: null })));
    act(() => setSignInError('Login failed'));
    expect(result.current).toMatchObject({
      user: null,
      isAuthenticated: false,
      error: 'Login failed',
    });
  });

  it('§8 removes the token on logout, even if the call fails', async () => {
    server.use(http.post('/api/auth/logout', () => refuse(500)));
    startSession(makeUser(), 'abc');
    await logout();
    expect(localStorage.getItem('accessToken')).toBeNull();
  });

  it('is not reported as expired by a call rejected after the sign-out', async () => {
    const { result } = renderHook(useSession);
    act(() => startSession(makeUser(), 'abc'));
    await act(logout);
    act(() => sessionRefreshFailed.emit());
    expect(result.current).toMatchObject({ expired: false, next: '/' });
  });

  it('remembers whose session expired, even after several rejected calls', () => {
    const { result } = renderHook(useSession);
    const user = makeUser();
    act(() => startSession(user, 'abc'));
    act(() => sessionRefreshFailed.emit());
    act(() => sessionRefreshFailed.emit());
    expect(result.current).toMatchObject({ expired: true, expiredUserId: user.id, user: null });
  });

  it('ends when the API client or another tab signs out', async () => {
    server.use(http.get('/api/user/profile', () => ok({ user: makeUser() })));
    localStorage.setItem('accessToken', 'abc');
    await loadSession();
    const seen: boolean[] = [];
    const stop = onSessionChange(({ isAuthenticated }) => seen.push(isAuthenticated));
    sessionRefreshFailed.emit();
    startSession(makeUser(), 'abc');
    localStorage.removeItem('accessToken');
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
    stop();
    expect(seen).toEqual([false, true, false]);
  });
});
