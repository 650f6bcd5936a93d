import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { never, ok, refuse } from '@/testing/responses.js';
import { findToast, openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const account = { username: 'rahmat_p', email: 'rahmat@example.com' };
const LINK = '/api/auth/validate-reset-token/:token';

const open = async () => {
  server.use(http.get(LINK, () => ok(account)));
  const user = await openSite('/reset-password?token=a%2Fb');
  await screen.findByRole('heading', { name: 'Choose a new password' });
  return user;
};

const fillIn = async (user: UserEvent, password = 'Sunrise9!', confirm = password) => {
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(
    /^At least 8 characters, /,
  );
  await user.type(screen.getByLabelText('New password'), password);
  await user.type(screen.getByLabelText('Confirm password'), confirm);
  await user.click(screen.getByRole('button', { name: 'Reset password' }));
};

describe('/reset-password', () => {
  it('§2 validates the link first', async () => {
    server.use(http.get(LINK, never));
    await openSite('/reset-password?token=abc');
    expect(await screen.findByText('Validating reset link...')).toBeVisible();
  });

  it.each([
    ['there is no token', '/reset-password', () => ok(account)],
    ['the server rejects the token', '/reset-password?token=abc', () => refuse(400)],
  ])('§2, §8 shows an invalid link when %s', async (_, path, resolver) => {
    server.use(http.get(LINK, resolver));
    await openSite(path);
    expect(await screen.findByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
    expect(screen.getByText('This password reset link is invalid or has expired.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
    expect(screen.getByRole('link', { name: 'Back to Sign In' })).toHaveAttribute('href', '/login');
  });

  it.each([
    ['the server fails', () => refuse(503)],
    ['too many requests', () => refuse(429)],
    ['the response is lost', () => HttpResponse.error()],
  ])(
    'does not report a link as invalid if the server has not checked it: %s',
    async (_, resolver) => {
      server.use(http.get(LINK, resolver));
      const user = await openSite('/reset-password?token=abc');
      const heading = await screen.findByRole('heading', { name: 'The link couldn’t be checked' });
      expect(heading).toHaveFocus();
      expect(screen.getByRole('link', { name: 'Back to Sign In' })).toHaveAttribute(
        'href',
        '/login',
      );
      server.use(http.get(LINK, () => ok(account)));
      await user.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(await screen.findByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    },
  );

  it('§2 shows the account that the password belongs to', async () => {
    let requestUrl = '';
    server.use(
      http.get(LINK, ({ request }) => {
        requestUrl = new URL(request.url).pathname;
        return ok(account);
      }),
    );
    await openSite('/reset-password?token=a%2Fb');
    expect(await screen.findByText(/rahmat_p \(rahmat@example.com\)/)).toBeVisible();
    expect(requestUrl).toBe('/api/auth/validate-reset-token/a%2Fb');
  });

  it.each([
    ['New password', 'Sun9!', 'Sun9!', 'Password must be at least 8 characters'],
    [
      'New password',
      'sunrise9',
      'sunrise9',
      'Password must contain uppercase, lowercase, number, and special character',
    ],
    ['Confirm password', 'Sunrise9!', 'Sunset9!', "Passwords don't match"],
  ])('§5 %s "%s", "%s" shows: %s', async (label, password, confirm, text) => {
    const user = await open();
    await fillIn(user, password, confirm);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true');
  });

  it('§3, §4 sets the password and redirects to /login', async () => {
    let sent: unknown;
    server.use(
      http.post('/api/auth/reset-password', async ({ request }) => {
        sent = await request.json();
        return ok(null);
      }),
    );
    const user = await open();
    await fillIn(user);
    expect(await screen.findByRole('heading', { name: 'Password reset' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
    expect(sent).toEqual({
      token: 'a/b',
      newPassword: 'Sunrise9!',
      confirmPassword: 'Sunrise9!',
      revokeAccess: true,
    });
  });

  it('keeps API keys, Telegram and webhooks if the box is cleared', async () => {
    let sent: unknown;
    server.use(
      http.post('/api/auth/reset-password', async ({ request }) => {
        sent = await request.json();
        return ok(null);
      }),
    );
    const user = await open();
    const box = screen.getByRole('checkbox', {
      name: 'Also revoke API keys and device logins, disconnect Telegram and pause webhooks',
    });
    expect(box).toBeChecked();
    await user.click(box);
    await fillIn(user);
    await screen.findByRole('heading', { name: 'Password reset' });
    expect(sent).toMatchObject({ revokeAccess: false });
  });

  it('asks for no code without two-factor', async () => {
    await open();
    expect(screen.queryByLabelText('Two-factor code')).not.toBeInTheDocument();
  });

  it('sends the two-factor code and shows a refusal next to it', async () => {
    const message = 'Invalid or expired code. Please try again.';
    let sent: unknown;
    server.use(
      http.get(LINK, () => ok({ ...account, twoFactor: true })),
      http.post('/api/auth/reset-password', async ({ request }) => {
        sent = await request.json();
        const details = [{ path: 'code', message }];
        return refuse(400, { code: 'TWO_FACTOR_CODE_INVALID', message, details });
      }),
    );
    const user = await openSite('/reset-password?token=a%2Fb');
    await user.type(await screen.findByLabelText('Two-factor code'), '123456');
    await fillIn(user);
    expect(await findToast('Password reset failed')).toHaveTextContent(message);
    expect(screen.getByLabelText('Two-factor code')).toHaveAttribute('aria-invalid', 'true');
    expect(sent).toMatchObject({ code: '123456' });
  });

  it.each([
    [{ message: 'Not this one.' }, 'Not this one.'],
    [{}, 'An error occurred while resetting your password.'],
  ])('§8 shows a failure and keeps the form (%j)', async (answer, text) => {
    server.use(http.post('/api/auth/reset-password', () => refuse(500, answer)));
    const user = await open();
    await fillIn(user);
    expect(await findToast('Password reset failed')).toHaveTextContent(text);
    expect(screen.getByLabelText('New password')).toHaveValue('Sunrise9!');
  });

  it('§4 shows an invalid link if it was used or expired in the meantime', async () => {
    server.use(
      http.post('/api/auth/reset-password', () => refuse(400, { code: 'RESET_LINK_INVALID' })),
    );
    const user = await open();
    await fillIn(user);
    expect(await screen.findByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
  });
});
