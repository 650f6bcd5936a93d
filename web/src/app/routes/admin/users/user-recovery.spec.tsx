import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { table } from '@/testing/dashboard.js';
import { makeUser } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { ok, page } from '@/testing/responses.js';
import { server } from '@/testing/server.js';

const budi = makeUser({ id: 'u-budi', username: 'budi_s', quota: 7 });
const AT = '2026-11-30T07:00:00.000Z';

const open = async (status: { available: boolean; effective_at: string | null }) => {
  const user = await openAdmin('Users', [
    http.get('/api/admin/users', () => page([budi])),
    http.get('/api/admin/users/u-budi', () => ok(budi)),
    http.get('/api/admin/users/u-budi/quota/ledger', () => page([])),
    http.get('/api/admin/users/u-budi/sessions', () => ok([])),
    http.get('/api/admin/users/u-budi/recovery', () => ok(status)),
  ]);
  await user.click((await table()).getByRole('button', { name: 'Open budi_s' }));
  const lists = within(await screen.findByRole('group', { name: 'Lists' }));
  await user.click(lists.getByRole('button', { name: 'Sessions' }));
  return user;
};

describe('/admin user page: account recovery', () => {
  it('starts after a confirmation and shows the waiting time', async () => {
    const user = await open({ available: true, effective_at: null });
    let started = 0;
    server.use(
      http.post('/api/admin/users/u-budi/recovery', () => {
        started += 1;
        const status = { available: true, effective_at: AT };
        server.use(http.get('/api/admin/users/u-budi/recovery', () => ok(status)));
        return ok(status);
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Start recovery' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Account recovery' }));
    expect(started).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Start recovery' }));
    expect(await findToast('Recovery started')).toBeVisible();
    expect(await screen.findByText(/will be removed on/)).toBeVisible();
  });

  it('can be cancelled', async () => {
    const user = await open({ available: true, effective_at: AT });
    server.use(
      http.delete('/api/admin/users/u-budi/recovery', () => {
        server.use(
          http.get('/api/admin/users/u-budi/recovery', () =>
            ok({ available: true, effective_at: null }),
          ),
        );
        return ok(null);
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Cancel recovery' }));
    expect(await findToast('Recovery cancelled')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Start recovery' })).toBeVisible();
  });

  it('is not offered for an account without a second factor', async () => {
    await open({ available: false, effective_at: null });
    expect(await screen.findByText('No active sessions')).toBeVisible();
    expect(screen.queryByText('Account recovery')).not.toBeInTheDocument();
  });
});
