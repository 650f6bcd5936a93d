import { http } from 'msw';
import { loadSession } from '@/lib/session.js';
import { dashboardQuery } from '@/features/account/api.js';
import { never, refuse } from '@/testing/answers.js';
import { server } from '@/testing/server.js';
import { startOpeningCalls, takeQueryClient } from './opening-calls.js';

const open = () => {
  localStorage.setItem('accessToken', 't');
  const session = loadSession();
  startOpeningCalls();
  return session;
};

describe('the opening calls', () => {
  it('are made while the profile is being fetched, for the first dashboard', async () => {
    server.use(http.get('/api/user/profile', never));
    void open();
    const client = takeQueryClient();
    expect(await client.ensureQueryData(dashboardQuery)).toMatchObject({ user: {} });
    expect(takeQueryClient().getQueryData(dashboardQuery.queryKey)).toBeUndefined();
  });

  it('are dropped when there is no session', async () => {
    server.use(http.get('/api/user/profile', () => refuse(500)));
    await open();
    expect(takeQueryClient().getQueryState(dashboardQuery.queryKey)).toBeUndefined();
  });

  it('are not made once the session is known', async () => {
    await loadSession();
    startOpeningCalls();
    expect(takeQueryClient().getQueryState(dashboardQuery.queryKey)).toBeUndefined();
  });
});
