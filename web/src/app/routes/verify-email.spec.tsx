import { screen } from '@testing-library/react';
import { http } from 'msw';
import { ok, refuse } from '../../testing/answers.js';
import { makeUser } from '../../testing/factories.js';
import { address, findToast, openSite } from '../../testing/render.js';
import { server } from '../../testing/server.js';

const open = async () => {
  server.use(http.get('/api/user/profile', () => ok({ user: makeUser({ is_verified: false }) })));
  const user = await openSite('/verify-email', { token: 't' });
  await screen.findByRole('heading', { name: 'Verify your email' });
  return user;
};

const code = () => screen.getByLabelText('Verification code');
const submit = () => screen.getByRole('button', { name: 'Verify email' });

describe('/verify-email', () => {
  it('§2 asks a visitor to sign in first: the code belongs to an account', async () => {
    await openSite('/verify-email');
    expect(await screen.findByText('Sign in first')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  });

  it('§2 has a support mailto link', async () => {
    await open();
    expect(await screen.findByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      'mailto:help@example.com',
    );
  });

  it('§5 takes exactly six characters', async () => {
    const user = await open();
    await user.type(code(), '12345');
    await user.click(submit());
    expect(screen.getByText('Verification code must be 6 digits')).toBeVisible();
    await user.type(code(), 'a789');
    expect(code()).toHaveValue('12345a');
    expect(screen.queryByText('Verification code must be 6 digits')).not.toBeInTheDocument();
  });

  it('§2 verifies and leads to the dashboard', async () => {
    let sent: unknown;
    server.use(
      http.post('/api/auth/verify-email', async ({ request }) => {
        sent = await request.json();
        return ok({ user: makeUser() });
      }),
    );
    const user = await open();
    await user.type(code(), 'A1B2C3');
    await user.click(submit());
    await screen.findByText('Welcome, Rahmat');
    expect(address()).toBe('/dashboard');
    expect(sent).toEqual({ code: 'A1B2C3' });
    expect(await findToast('Email verified')).toBeVisible();
  });

  it.each([
    ['a refusal', () => refuse(400), 'Please check your code and try again.'],
    ['an answer without a user', () => ok({}), 'Email verification failed'],
  ])('§8 tells %s', async (_, resolver, text) => {
    server.use(http.post('/api/auth/verify-email', resolver));
    const user = await open();
    await user.type(code(), '000000');
    await user.click(submit());
    expect(await findToast('Verification failed')).toHaveTextContent(text);
    expect(code()).toHaveValue('');
  });

  it('§2 sends the code again', async () => {
    server.use(http.post('/api/auth/resend-verification', () => ok(null)));
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Resend Code' }));
    expect(await findToast('Code sent')).toBeVisible();
  });

  it('§8 tells a failed resend', async () => {
    server.use(http.post('/api/auth/resend-verification', () => refuse(500)));
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Resend Code' }));
    expect(await findToast('Failed to resend verification email')).toHaveTextContent(
      'Failed to resend email',
    );
  });
});
