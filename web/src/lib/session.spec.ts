import { http } from 'msw';
import { ok, refuse } from '../testing/answers.js';
import { makeUser } from '../testing/factories.js';
import { server } from '../testing/server.js';
import { logout, onSessionChange, openSession, loadSession } from './session.js';
import { finalSignOut } from './sign-out-event.js';

describe('the session', () => {
  it('§8 forgets the token at a logout, even if the call fails', async () => {
    server.use(http.post('/api/auth/logout', () => refuse(500)));
    openSession(makeUser(), 'abc');
    await logout();
    expect(localStorage.getItem('accessToken')).toBeNull();
  });

  it('ends when the API client or another tab signs out', async () => {
    server.use(http.get('/api/user/profile', () => ok({ user: makeUser() })));
    localStorage.setItem('accessToken', 'abc');
    await loadSession();
    const seen: boolean[] = [];
    const stop = onSessionChange(({ isAuthenticated }) => seen.push(isAuthenticated));
    finalSignOut.emit();
    openSession(makeUser(), 'abc');
    localStorage.removeItem('accessToken');
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
    stop();
    expect(seen).toEqual([false, true, false]);
  });
});
