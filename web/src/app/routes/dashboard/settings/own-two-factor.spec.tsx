import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { goTo, openDashboard } from '@/testing/dashboard.js';
import { findToast } from '@/testing/render.js';
import { ok, refuse } from '@/testing/responses.js';
import { server } from '@/testing/server.js';

const AT = '2026-11-21T07:00:00.000Z';
const CODES = Array.from({ length: 10 }, (_, n) => `7k2m-9xqa-0bcd-e3f${n}`);

const open = async () => {
  const user = await openDashboard();
  await goTo(user, 'Settings');
  await user.click(screen.getByRole('button', { name: 'Two-factor' }));
  await screen.findByRole('heading', { name: 'Authenticator app' });
  return user;
};
const given = (appEnabledAt: string | null, recoveryCodes = 10) =>
  server.use(
    http.get('/api/user/2fa', () =>
      ok({ app_enabled_at: appEnabledAt, recovery_codes: recoveryCodes }),
    ),
  );
const section = (name: string) => within(screen.getByRole('region', { name }));

describe('/dashboard settings: two-factor', () => {
  it('adds an authenticator app and shows the recovery codes until they are saved', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/api/user/2fa/setup', () =>
        ok({ secret: 'JBSWY3DPEHPK3PXP', qrSvg: '<svg></svg>', qrBase64: '' }),
      ),
      http.post('/api/user/2fa/enable', async ({ request }) => {
        sent.push(await request.json());
        given(AT);
        return ok({ recoveryCodes: CODES });
      }),
    );
    const user = await open();
    expect(section('Authenticator app').getByText('Off')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Recovery codes' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Set Up 2FA' }));
    await user.type(await screen.findByLabelText('6-digit code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Enable 2FA' }));
    expect(await screen.findByText(CODES[9]!)).toBeVisible();
    expect(sent).toEqual([{ code: '123456', secret: 'JBSWY3DPEHPK3PXP' }]);
    expect(await screen.findByText('On')).toBeVisible();

    // Another part of the settings does not lose them.
    await user.click(screen.getByRole('button', { name: 'Profile Info' }));
    await user.click(screen.getByRole('button', { name: 'Two-factor' }));
    expect(await screen.findByText(CODES[0]!)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }));
    expect(screen.queryByText(CODES[0]!)).not.toBeInTheDocument();
  });

  it('removes the app after a confirmation', async () => {
    given(AT);
    let removed = 0;
    server.use(
      http.delete('/api/user/2fa', () => {
        removed += 1;
        given(null, 0);
        return ok(null);
      }),
    );
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove authenticator app' }));
    expect(removed).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await findToast('Authenticator app removed')).toBeVisible();
    expect(await screen.findByText('Off')).toBeVisible();
  });

  it('replaces the recovery codes and shows how many are left', async () => {
    given(AT, 2);
    server.use(http.post('/api/user/2fa/recovery-codes', () => ok({ recoveryCodes: CODES })));
    const user = await open();
    expect(await screen.findByText('2 of 10 left')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create new codes' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/will stop working/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Create new codes' }));
    expect(await findToast('New recovery codes created')).toBeVisible();
    expect(screen.getByText(CODES[3]!)).toBeVisible();
  });

  it('shows a refused change', async () => {
    given(AT);
    server.use(http.delete('/api/user/2fa', () => refuse(429, { message: 'Too many attempts.' })));
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await findToast('Remove failed')).toHaveTextContent('Too many attempts.');
  });
});
