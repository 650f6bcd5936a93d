import * as webauthn from '@simplewebauthn/browser';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { goTo, openDashboard } from '@/testing/dashboard.js';
import { findToast } from '@/testing/render.js';
import { ok, refuse } from '@/testing/responses.js';
import { server } from '@/testing/server.js';

jest.mock('@simplewebauthn/browser', () => ({ startRegistration: jest.fn() }));
const startRegistration = jest.mocked(webauthn.startRegistration) as jest.Mock;

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
      ok({
        app_enabled_at: appEnabledAt,
        recovery_codes: recoveryCodes,
        passkeys: [],
        recovery_at: null,
      }),
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
    expect(await findToast('Failed to remove')).toHaveTextContent('Too many attempts.');
  });

  describe('passkeys', () => {
    const OPTIONS = { challenge: 'abc' };
    const ASSERTION = { id: 'cred' };
    const passkey = {
      id: 'p1',
      device: 'Chrome on Windows',
      synced: true,
      created_at: AT,
      last_used_at: null,
    };
    beforeEach(() => {
      Object.assign(window, { PublicKeyCredential: jest.fn() });
      startRegistration.mockReset();
    });
    afterEach(() => {
      Reflect.deleteProperty(window, 'PublicKeyCredential');
    });

    it('adds a passkey and shows the first recovery codes', async () => {
      const sent: unknown[] = [];
      startRegistration.mockResolvedValue(ASSERTION);
      server.use(
        http.post('/api/user/passkeys/options', () => ok({ options: OPTIONS })),
        http.post('/api/user/passkeys', async ({ request }) => {
          sent.push(await request.json());
          server.use(
            http.get('/api/user/2fa', () =>
              ok({
                app_enabled_at: null,
                recovery_codes: 10,
                passkeys: [passkey],
                recovery_at: null,
              }),
            ),
          );
          return ok({ recoveryCodes: CODES });
        }),
      );
      const user = await open();
      await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
      expect(await findToast('Passkey added')).toBeVisible();
      expect(startRegistration).toHaveBeenCalledWith({ optionsJSON: OPTIONS });
      expect(sent).toEqual([{ credential: ASSERTION }]);
      expect(await section('Passkeys').findByText('Chrome on Windows')).toBeVisible();
      expect(section('Passkeys').getByText(/synced/)).toBeVisible();
      expect(screen.getByText(CODES[0]!)).toBeVisible();
    });

    it('explains a cancelled request', async () => {
      startRegistration.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
      server.use(http.post('/api/user/passkeys/options', () => ok({ options: OPTIONS })));
      const user = await open();
      await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
      expect(await findToast('Failed to add the passkey')).toHaveTextContent(
        'The passkey request was cancelled or timed out.',
      );
    });

    it('removes a passkey after a confirmation', async () => {
      const removed: string[] = [];
      server.use(
        http.get('/api/user/2fa', () =>
          ok({ app_enabled_at: null, recovery_codes: 10, passkeys: [passkey], recovery_at: null }),
        ),
        http.delete('/api/user/passkeys/:id', ({ params }) => {
          removed.push(String(params['id']));
          return ok(null);
        }),
      );
      const user = await open();
      await user.click(
        await screen.findByRole('button', { name: 'Remove passkey: Chrome on Windows' }),
      );
      const dialog = within(await screen.findByRole('dialog', { name: 'Remove passkey' }));
      await user.click(dialog.getByRole('button', { name: 'Remove' }));
      expect(await findToast('Passkey removed')).toBeVisible();
      expect(removed).toEqual(['p1']);
    });
  });

  it('warns of a recovery and cancels it', async () => {
    const factors = { app_enabled_at: AT, recovery_codes: 10, passkeys: [] };
    server.use(
      http.get('/api/user/2fa', () => ok({ ...factors, recovery_at: AT })),
      http.delete('/api/user/2fa/recovery', () => {
        server.use(http.get('/api/user/2fa', () => ok({ ...factors, recovery_at: null })));
        return ok(null);
      }),
    );
    const user = await open();
    expect(await screen.findByText(/An administrator started an account recovery/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel recovery' }));
    expect(await findToast('Recovery cancelled')).toBeVisible();
    expect(screen.queryByText(/An administrator started/)).not.toBeInTheDocument();
  });

  it('offers no passkeys in a browser without them', async () => {
    await open();
    expect(
      screen.getByText('Passkeys aren’t available in this browser or at this address.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument();
  });
});
