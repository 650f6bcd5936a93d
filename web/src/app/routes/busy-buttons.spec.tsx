import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { never, ok } from '@/testing/responses.js';
import { makeUser } from '@/testing/factories/factories.js';
import { openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const fillIn = async (user: UserEvent, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) {
    await user.type(await screen.findByLabelText(label), value);
  }
};

const answerCaptcha = async (user: UserEvent) => {
  await screen.findByText('7 + 12 = ?');
  await user.type(screen.getByPlaceholderText('Answer'), '19');
};

const openVerification = () => {
  server.use(http.get('/api/user/profile', () => ok({ user: makeUser({ is_verified: false }) })));
  return openSite('/verify-email', { token: 't' });
};

/** Each case opens its screen and fills in the form. */
const CASES: [button: string, path: string, reach: () => Promise<UserEvent>][] = [
  [
    'Sign In',
    'auth/login',
    async () => {
      const user = await openSite('/login');
      await fillIn(user, { 'Username or email': 'rahmat_p', Password: 'correct horse' });
      await answerCaptcha(user);
      return user;
    },
  ],
  [
    'Create account',
    'auth/register',
    async () => {
      const user = await openSite('/register');
      await fillIn(user, {
        Username: 'rahmat_p',
        Email: 'rahmat@example.com',
        Password: 'Sunrise9!',
        'Confirm password': 'Sunrise9!',
      });
      await answerCaptcha(user);
      return user;
    },
  ],
  [
    'Send reset link',
    'auth/forgot-password',
    async () => {
      const user = await openSite('/forgot-password');
      await fillIn(user, { Email: 'rahmat@example.com' });
      await answerCaptcha(user);
      return user;
    },
  ],
  [
    'Reset password',
    'auth/reset-password',
    async () => {
      server.use(
        http.get('/api/auth/validate-reset-token/:token', () =>
          ok({ username: 'rahmat_p', email: 'rahmat@example.com' }),
        ),
      );
      const user = await openSite('/reset-password?token=abc');
      await fillIn(user, { 'New password': 'Sunrise9!', 'Confirm password': 'Sunrise9!' });
      return user;
    },
  ],
  [
    'Verify email',
    'auth/verify-email',
    async () => {
      const user = await openVerification();
      await fillIn(user, { 'Verification code': '481026' });
      return user;
    },
  ],
  [
    'Resend Code',
    'auth/resend-verification',
    async () => {
      const user = await openVerification();
      await screen.findByLabelText('Verification code');
      return user;
    },
  ],
];

describe('busy button', () => {
  it.each(CASES)('%s keeps the focus and submits once', async (name, path, reach) => {
    let calls = 0;
    server.use(
      http.post(`/api/${path}`, () => {
        calls += 1;
        return never();
      }),
    );
    const user = await reach();
    const button = screen.getByRole('button', { name });
    await user.click(button);
    await waitFor(() => expect(calls).toBe(1));
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toBeEnabled();
    expect(button).toHaveFocus();
    await user.click(button);
    expect(calls).toBe(1);
  });

  it('Refresh CAPTCHA keeps the focus', async () => {
    const user = await openSite('/login');
    await screen.findByText('7 + 12 = ?');
    server.use(http.get('/api/auth/captcha/generate', never));
    const button = screen.getByRole('button', { name: 'Refresh CAPTCHA' });
    await user.click(button);
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toBeEnabled();
    expect(button).toHaveFocus();
  });
});
