import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { goTo, openDashboard } from '@/testing/dashboard.js';
import { makeApiKey, makeSession, makeWebhook } from '@/testing/factories/factories.js';
import { makeTelegramStatus } from '@/testing/factories/telegram-factories.js';
import { findToast, openSite, query } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const DESKTOP = {
  id: 'd1',
  install_id: 'i1',
  ip: '203.0.113.77',
  client_address: '198.51.100.9',
  opened_at: '2026-11-21T07:00:00.000Z',
};

const PASSKEY = {
  id: 'p1',
  device: 'Safari on macOS',
  synced: true,
  created_at: '2026-11-21T07:00:00.000Z',
  last_used_at: null,
};

const given = () =>
  server.use(
    http.get('/api/user/2fa', () =>
      ok({
        app_enabled_at: '2026-11-21T07:00:00.000Z',
        recovery_codes: 9,
        passkeys: [PASSKEY],
        recovery_at: null,
      }),
    ),
    http.get('/api/user/sessions', () =>
      ok([makeSession({ current: true }), makeSession({ device: 'Firefox on Linux' })]),
    ),
    http.get('/api/user/api-keys', () => ok([makeApiKey({ name: 'build-01' })])),
    http.get('/api/user/webhooks', () => ok([makeWebhook({ url: 'https://evil.example/h' })])),
    http.get('/api/auth/telegram/status', () =>
      ok(makeTelegramStatus({ telegramUserId: '7', displayName: 'Mallory' })),
    ),
    http.get('/api/user/install-desktops', () => ok([DESKTOP])),
  );

const open = async () => {
  const user = await openDashboard();
  await goTo(user, 'Settings');
  await user.click(screen.getByRole('button', { name: 'Access' }));
  await screen.findByRole('heading', { name: 'Access to your account' });
  return user;
};
const list = (name: string) => within(screen.getByRole('region', { name }));

describe('/dashboard settings: Access to your account', () => {
  it('lists everything that can use the account', async () => {
    given();
    await open();
    expect(await screen.findByText('Firefox on Linux')).toBeVisible();
    expect(await screen.findByText('Authenticator app')).toBeVisible();
    expect(screen.getByText('Passkey: Safari on macOS')).toBeVisible();
    expect(screen.getByText('9 of 10 left')).toBeVisible();
    expect(await screen.findByText('build-01')).toBeVisible();
    expect(await screen.findByText('https://evil.example/h')).toBeVisible();
    expect(await screen.findByText('Mallory')).toBeVisible();
    expect(await screen.findByText('203.0.113.77')).toBeVisible();
    expect(screen.getByText(/from 198\.51\.100\.9/)).toBeVisible();
  });

  it('shows an empty state for each list', async () => {
    server.use(
      http.get('/api/auth/telegram/status', () => ok(makeTelegramStatus({ telegramUserId: null }))),
    );
    await open();
    expect(await screen.findByText('Two-factor authentication is off.')).toBeVisible();
    expect(await screen.findByText('No API keys.')).toBeVisible();
    expect(await screen.findByText('No webhooks.')).toBeVisible();
    expect(await screen.findByText('No Telegram account is connected.')).toBeVisible();
    expect(await screen.findByText('No desktop is open.')).toBeVisible();
  });

  it('revokes all other access after a confirmation and reloads the lists', async () => {
    given();
    let calls = 0;
    server.use(
      http.post('/api/user/access/revoke', () => {
        calls += 1;
        server.use(http.get('/api/user/api-keys', () => ok([])));
        return ok(null);
      }),
    );
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Revoke everything else' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke everything else' }));
    expect(dialog.getByText(/their events are kept for 24 hours/)).toBeVisible();
    expect(calls).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Revoke everything else' }));
    expect(await findToast('Everything else was revoked')).toBeVisible();
    expect(calls).toBe(1);
    expect(await screen.findByText('No API keys.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('shows that revoking failed', async () => {
    server.use(http.post('/api/user/access/revoke', () => refuse(503, { message: 'Not now.' })));
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Revoke everything else' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Revoke everything else' }));
    expect(await findToast('Revoking failed')).toHaveTextContent('Not now.');
  });

  it('offers a retry for a list that does not load, and shows the others', async () => {
    given();
    server.use(http.get('/api/user/webhooks', () => refuse(500)));
    await open();
    expect(await list('Webhooks').findByText('Failed to load this list')).toBeVisible();
    expect(await screen.findByText('build-01')).toBeVisible();
  });

  it('opens the section of a list when its Manage button is clicked', async () => {
    given();
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Manage: API keys and device logins' }));
    expect(await screen.findByRole('heading', { name: 'API keys' })).toBeVisible();
  });

  it('is opened by the link in a mail, which cleans the URL', async () => {
    await openSite('/dashboard?access=1', { token: 't' });
    expect(await screen.findByRole('heading', { name: 'Access to your account' })).toBeVisible();
    expect(query()).toBe('');
  });
});
