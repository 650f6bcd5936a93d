import { http } from 'msw';
import { dashboardQuery } from '@/features/account/api.js';
import { loadSession } from '@/lib/session/session.js';
import { never, refuse } from '@/testing/responses.js';
import { server } from '@/testing/server.js';
import { createInitialQueryClient, takeQueryClient } from './initial-queries.js';

const open = () => {
  localStorage.setItem('accessToken', 't');
  const session = loadSession();
  void createInitialQueryClient()?.prefetchQuery(dashboardQuery);
  return session;
};

describe('initial queries', () => {
  it('start for the first screen while the profile is being fetched', async () => {
    server.use(http.get('/api/user/profile', never));
    void open();
    const client = takeQueryClient();
    expect(await client.ensureQueryData(dashboardQuery)).toMatchObject({ user: {} });
    expect(takeQueryClient().getQueryData(dashboardQuery.queryKey)).toBeUndefined();
  });

  it('are dropped without a session', async () => {
    server.use(http.get('/api/user/profile', () => refuse(500)));
    await open();
    expect(takeQueryClient().getQueryState(dashboardQuery.queryKey)).toBeUndefined();
  });

  it('also start if the profile arrives before the page’s code', async () => {
    localStorage.setItem('accessToken', 't');
    await loadSession();
    const queries = createInitialQueryClient();
    expect(queries).toBeDefined();
    expect(takeQueryClient()).toBe(queries);
  });

  it('do not start for a visitor', async () => {
    await loadSession();
    expect(createInitialQueryClient()).toBeUndefined();
  });
});
