import * as webauthn from '@simplewebauthn/browser';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { table } from '@/testing/dashboard.js';
import { makeUser } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

jest.mock('@simplewebauthn/browser', () => ({ startAuthentication: jest.fn() }));
const startAuthentication = jest.mocked(webauthn.startAuthentication) as jest.Mock;

const budi = makeUser({ id: 'u-budi', username: 'budi_s', quota: 7 });
const AT = '2026-11-21T07:00:00.000Z';
const needed = 'Please confirm it’s you with your password or a code. Nothing was changed.';

/** Promotes budi with a token whose password is stale. Only the token issued after the confirmation is accepted. */
const promote = async ({ twoFactor = false, passkey = false } = {}) => {
  const tokens: (string | null)[] = [];
  const user = await openAdmin('Users', [
    http.get('/api/admin/users', () => page([budi])),
    http.get('/api/user/2fa', () =>
      ok({
        app_enabled_at: twoFactor ? '2026-11-21T07:00:00.000Z' : null,
        recovery_codes: 10,
        passkeys: passkey
          ? [{ id: 'p', device: 'x', synced: false, created_at: AT, last_used_at: null }]
          : [],
        recovery_at: null,
      }),
    ),
    http.put('/api/admin/users/u-budi', ({ request }) => {
      tokens.push(request.headers.get('authorization'));
      return tokens.at(-1) === 'Bearer confirmed'
        ? ok({ user: { ...budi, admin: 1 } })
        : refuse(403, { code: 'STEP_UP_REQUIRED', message: needed });
    }),
  ]);
  await user.click((await table()).getByRole('button', { name: 'Change the role of budi_s' }));
  const role = within(await screen.findByRole('dialog', { name: 'Change role' }));
  await user.click(role.getByRole('button', { name: 'Make Admin' }));
  return {
    user,
    tokens,
    dialog: () => screen.findByRole('dialog', { name: 'Confirm it’s you' }),
  };
};

describe('/admin step-up confirmation', () => {
  it('asks for the password in one dialog and then repeats the call', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/api/auth/step-up', async ({ request }) => {
        sent.push(await request.json());
        return ok({ accessToken: 'confirmed' });
      }),
    );
    const { user, tokens, dialog } = await promote();
    await user.type(within(await dialog()).getByLabelText('Your password'), 'Secret-1!{Enter}');
    expect(await findToast('User updated successfully')).toBeVisible();
    expect(sent).toEqual([{ password: 'Secret-1!' }]);
    expect(tokens).toHaveLength(2);
    expect(localStorage.getItem('accessToken')).toBe('confirmed');
  });

  it('asks for the code when two-factor is enabled', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/api/auth/step-up', async ({ request }) => {
        sent.push(await request.json());
        return ok({ accessToken: 'confirmed' });
      }),
    );
    const { user, dialog } = await promote({ twoFactor: true });
    const code = await within(await dialog()).findByLabelText(
      '6-digit code from your authenticator app',
    );
    await user.type(code, '123456{Enter}');
    expect(await findToast('User updated successfully')).toBeVisible();
    expect(sent).toEqual([{ code: '123456' }]);
  });

  it('accepts a recovery code of a user who has lost the phone', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/api/auth/step-up', async ({ request }) => {
        sent.push(await request.json());
        return ok({ accessToken: 'confirmed' });
      }),
    );
    const { user, dialog } = await promote({ twoFactor: true });
    await user.click(await within(await dialog()).findByText('Use a recovery code'));
    await user.type(screen.getByLabelText('Recovery code'), '7k2m-9xqa-0bcd-e3fg{Enter}');
    expect(await findToast('User updated successfully')).toBeVisible();
    expect(sent).toEqual([{ code: '7k2m-9xqa-0bcd-e3fg' }]);
  });

  it('uses a passkey where the account has one', async () => {
    Object.assign(window, { PublicKeyCredential: jest.fn() });
    startAuthentication.mockResolvedValue({ id: 'cred' });
    const sent: unknown[] = [];
    server.use(
      http.post('/api/auth/step-up/passkey', () => ok({ options: { challenge: 'abc' } })),
      http.post('/api/auth/step-up', async ({ request }) => {
        sent.push(await request.json());
        return ok({ accessToken: 'confirmed' });
      }),
    );
    const { user, dialog } = await promote({ passkey: true });
    await user.click(await within(await dialog()).findByRole('button', { name: 'Use a passkey' }));
    expect(await findToast('User updated successfully')).toBeVisible();
    expect(sent).toEqual([{ passkey: { id: 'cred' } }]);
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });

  it('reports a wrong password and stays open', async () => {
    server.use(
      http.post('/api/auth/step-up', () =>
        refuse(400, {
          code: 'WRONG_PASSWORD',
          message: 'This password is incorrect.',
          details: [{ path: 'password', message: 'This password is incorrect.' }],
        }),
      ),
    );
    const { user, tokens, dialog } = await promote();
    await user.type(within(await dialog()).getByLabelText('Your password'), 'Wrong-1!{Enter}');
    expect(await within(await dialog()).findByText('This password is incorrect.')).toBeVisible();
    expect(tokens).toHaveLength(1);
  });

  it('changes nothing when cancelled, and reports it', async () => {
    const { user, tokens, dialog } = await promote();
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(needed)).toBeVisible();
    expect(tokens).toHaveLength(1);
  });
});

describe('/admin with required two-factor', () => {
  it('opens the two-factor section instead of the requested one', async () => {
    const message =
      'Administrators must use two-factor authentication. Please set it up first. Nothing was changed.';
    const user = await openAdmin('Dashboard', [
      http.get('/api/admin/2fa/status', () => ok({ enabled: false })),
    ]);
    server.use(
      http.get('/api/security/audit', () => refuse(403, { code: 'TWO_FACTOR_REQUIRED', message })),
    );
    const sidebar = within(screen.getByRole('complementary'));
    await user.click(sidebar.getByRole('button', { name: /Audit/ }));
    expect(await findToast('Set up 2FA first')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Set Up 2FA' })).toBeVisible();
  });
});
