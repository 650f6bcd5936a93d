import type { User } from '@casement/proto/http/auth/users.js';
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { never, ok, refuse } from '@/testing/responses.js';
import { makeUser } from '@/testing/factories/factories.js';
import { address, findToast, openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const open = async (account = makeUser({ is_verified: false })) => {
  server.use(http.get('/api/user/profile', () => ok({ user: account })));
  const user = await openSite('/verify-email', { token: 't' });
  await screen.findByRole('heading', { name: 'Verify your email' });
  return user;
};

const code = () => screen.getByLabelText('Verification code');
const submit = () => screen.getByRole('button', { name: 'Verify email' });

const signIn = async (user: Awaited<ReturnType<typeof openSite>>) => {
  await user.type(await screen.findByLabelText('Username or email'), 'rahmat_p');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await screen.findByText('7 + 12 = ?');
  await user.type(screen.getByPlaceholderText('Answer'), '19');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
};

describe('/verify-email', () => {
  it('§2 asks a visitor to sign in first because the code belongs to an account', async () => {
    await openSite('/verify-email');
    expect(await screen.findByText('Sign in first')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  });

  it('returns a visitor who signs in to the link from the mail', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/api/auth/login', () =>
        ok({ user: makeUser({ is_verified: false }), accessToken: 'fresh' }),
      ),
      http.post('/api/migration/verify-email', async ({ request }) => {
        sent.push(await request.json());
        return ok({ user: makeUser() });
      }),
    );
    const user = await openSite('/verify-email?token=abc');
    await user.click(await screen.findByRole('link', { name: 'Sign In' }));
    await signIn(user);
    expect(await screen.findByRole('heading', { name: 'Your email is verified' })).toBeVisible();
    expect(address()).toBe('/verify-email');
    expect(sent).toEqual([{ token: 'abc' }]);
  });

  it('§8 redirects to /login when the session cannot be refreshed, and returns', async () => {
    const own = makeUser({ is_verified: false });
    server.use(
      http.post('/api/auth/verify-email', () => refuse(401)),
      http.post('/api/auth/login', () => ok({ user: own, accessToken: 'fresh' })),
    );
    const user = await open(own);
    await user.type(code(), '123456');
    expect(await screen.findByText(/^Your session has ended/)).toBeVisible();
    expect(address()).toBe('/login');
    await signIn(user);
    expect(await screen.findByLabelText('Verification code')).toBeVisible();
    expect(address()).toBe('/verify-email');
  });

  it('§8 redirects to /login with the link from the mail if the session has expired', async () => {
    server.use(
      http.get('/api/user/profile', () => refuse(401)),
      http.post('/api/auth/login', () => ok({ user: makeUser(), accessToken: 'fresh' })),
    );
    const user = await openSite('/verify-email?token=abc', { token: 't' });
    expect(await screen.findByText(/^Your session has ended/)).toBeVisible();
    await signIn(user);
    expect(await screen.findByRole('heading', { name: 'Your email is verified' })).toBeVisible();
    expect(address()).toBe('/verify-email');
  });

  it('§6 asks a user without email to add one first', async () => {
    server.use(
      http.get('/api/user/profile', () =>
        ok({ user: makeUser({ email: null, is_verified: false }) }),
      ),
    );
    const user = await openSite('/verify-email', { token: 't' });
    await user.click(await screen.findByRole('link', { name: 'Add Email Address' }));
    expect(await screen.findByRole('dialog', { name: 'Add Email Address' })).toBeVisible();
    expect(address()).toBe('/login');
  });

  const signedIn = (over: Partial<User>) => () =>
    server.use(http.get('/api/user/profile', () => ok({ user: makeUser(over) })));
  const refusedLink = () => {
    signedIn({ is_verified: false })();
    server.use(http.post('/api/migration/verify-email', () => refuse(400)));
  };
  const faces: [face: string, heading: string, search: string, prepare: (() => void) | null][] = [
    ['a visitor', 'Sign in first', '', null],
    ['a user with a code', 'Verify your email', '', signedIn({ is_verified: false })],
    ['a verified user', 'Your email is verified', '', signedIn({})],
    [
      'a user without email',
      'Add your email first',
      '',
      signedIn({ email: null, is_verified: false }),
    ],
    ['a rejected link', 'Email verification failed', '?token=abc', refusedLink],
  ];

  it.each(faces)('§2 has a support mailto link for %s', async (_, heading, search, prepare) => {
    prepare?.();
    await openSite(`/verify-email${search}`, prepare ? { token: 't' } : {});
    await screen.findByRole('heading', { name: heading });
    expect(await screen.findByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      'mailto:help@example.com',
    );
  });

  it('shows no support link if none is configured', async () => {
    server.use(http.get('/config.json', () => new Response('', { status: 404 })));
    await open();
    expect(await screen.findByRole('link', { name: 'Skip for now' })).toBeVisible();
    expect(screen.queryByText(/Need help/)).not.toBeInTheDocument();
  });

  it('§5 requires exactly six characters', async () => {
    const user = await open();
    await user.type(code(), '12345');
    await user.click(submit());
    expect(screen.getByText('Verification code must be 6 digits')).toBeVisible();
    server.use(http.post('/api/auth/verify-email', () => refuse(429)));
    await user.type(code(), 'a789');
    expect(code()).toHaveValue('12345a');
    expect(screen.queryByText('Verification code must be 6 digits')).not.toBeInTheDocument();
  });

  it('§2 verifies and opens the dashboard', async () => {
    let sent: unknown;
    server.use(
      http.post('/api/auth/verify-email', async ({ request }) => {
        sent = await request.json();
        return ok({ user: makeUser() });
      }),
    );
    const user = await open();
    await user.type(code(), 'A1B2C3');
    await screen.findByText('Welcome, Rahmat');
    expect(address()).toBe('/dashboard');
    expect(sent).toEqual({ code: 'A1B2C3' });
    expect(await findToast('Email verified')).toBeVisible();
  });

  it.each([' 123456', '123 456', '123456\n'])(
    'accepts a pasted code with whitespace (%j)',
    async (copied) => {
      server.use(http.post('/api/auth/verify-email', () => refuse(429)));
      const user = await open();
      expect(code()).toHaveFocus();
      await user.paste(copied);
      expect(code()).toHaveValue('123456');
    },
  );

  it.each([
    ['a rejection', () => refuse(400), 'Please check your code and try again.', ''],
    ['too many attempts', () => refuse(429, { message: 'Wait.' }), 'Wait.', '000000'],
    ['a failure', () => refuse(503), 'Please check your code and try again.', '000000'],
    ['no response', () => HttpResponse.error(), 'Please check your code and try again.', '000000'],
    ['a response without a user', () => ok({}), 'Email verification failed', '000000'],
  ])('§8 shows %s and clears only a rejected code', async (_, resolver, text, left) => {
    server.use(http.post('/api/auth/verify-email', resolver));
    const user = await open();
    await user.type(code(), '000000');
    expect(await findToast('Verification failed')).toHaveTextContent(text);
    expect(code()).toHaveValue(left);
    // The error stays at the field after the toast is gone, because a rejected code has to be retyped.
    if (left === '') expect(code()).toHaveAccessibleDescription(text);
    else expect(code()).toBeValid();
  });

  it('asks for another address if another account has verified this one', async () => {
    const message = 'Another account has verified this email address.';
    server.use(
      http.post('/api/auth/verify-email', () => refuse(409, { code: 'EMAIL_TAKEN', message })),
    );
    const user = await open();
    await user.type(code(), '123456');
    expect(await findToast('Verification failed')).toHaveTextContent(message);
    await user.click(await screen.findByRole('link', { name: 'Add Email Address' }));
    expect(await screen.findByRole('dialog', { name: 'Add Email Address' })).toBeVisible();
  });

  it('§2 resends the code', async () => {
    server.use(http.post('/api/auth/resend-verification', () => ok(null)));
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Resend Code' }));
    expect(await findToast('Code sent')).toBeVisible();
  });

  it('§8 shows a failed resend', async () => {
    server.use(http.post('/api/auth/resend-verification', () => refuse(500)));
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Resend Code' }));
    expect(await findToast('Failed to resend verification email')).toHaveTextContent(
      'Failed to resend email',
    );
  });

  describe('the link from the mail (§3, §7 POST /migration/verify-email)', () => {
    const openLink = async (resolver: () => Response | Promise<never>) => {
      server.use(
        http.get('/api/user/profile', () => ok({ user: makeUser({ is_verified: false }) })),
        http.post('/api/migration/verify-email', resolver),
      );
      return openSite('/verify-email?token=abc', { token: 't' });
    };

    it('shows its progress', async () => {
      await openLink(never);
      expect(await screen.findByText('Verifying your email...')).toBeVisible();
    });

    it('verifies and confirms it', async () => {
      await openLink(() => ok({ user: makeUser() }));
      expect(await screen.findByRole('heading', { name: 'Your email is verified' })).toBeVisible();
      expect(screen.getByRole('link', { name: 'Go to dashboard' })).toHaveAttribute(
        'href',
        '/dashboard',
      );
    });

    it('asks for another address if another account has verified this one', async () => {
      const message = 'Another account has verified this email address.';
      const user = await openLink(() => refuse(409, { code: 'EMAIL_TAKEN', message }));
      expect(await screen.findByText(message)).toBeVisible();
      await user.click(screen.getByRole('link', { name: 'Add Email Address' }));
      expect(await screen.findByRole('dialog', { name: 'Add Email Address' })).toBeVisible();
    });

    it('§8 shows a failure and offers to enter the code', async () => {
      const user = await openLink(() => refuse(400));
      expect(
        await screen.findByRole('heading', { name: 'Email verification failed' }),
      ).toBeVisible();
      expect(screen.getByText('This verification link is invalid or has expired.')).toBeVisible();
      await user.click(screen.getByRole('link', { name: 'Enter the code instead' }));
      expect(await screen.findByLabelText('Verification code')).toBeVisible();
    });
  });

  it('undoes a change of address only after a click, and ends the session', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/api/auth/email/undo', async ({ request }) => {
        sent.push(await request.json());
        return ok(null);
      }),
    );
    const user = await openSite('/verify-email?undo=abc', { token: 't' });
    const undo = await screen.findByRole('button', { name: 'Undo the change' });
    expect(sent).toEqual([]);
    await user.click(undo);
    expect(await screen.findByText('Your email address was restored')).toBeVisible();
    expect(sent).toEqual([{ token: 'abc' }]);
    expect(localStorage.getItem('accessToken')).toBeNull();
    expect(screen.getByRole('link', { name: 'Reset password' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });

  it('shows an undo link that no longer works', async () => {
    server.use(
      http.post('/api/auth/email/undo', () =>
        refuse(400, {
          code: 'ACCOUNT_LINK_INVALID',
          message: 'This link is invalid or has expired.',
        }),
      ),
    );
    const user = await openSite('/verify-email?undo=abc');
    await user.click(await screen.findByRole('button', { name: 'Undo the change' }));
    expect(await findToast('Undo failed')).toHaveTextContent('This link is invalid');
  });

  it('cancels a recovery by the link from the mail and keeps the session', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/api/auth/recovery/cancel', async ({ request }) => {
        sent.push(await request.json());
        return ok(null);
      }),
    );
    const user = await openSite('/verify-email?cancel-recovery=abc', { token: 't' });
    await user.click(await screen.findByRole('button', { name: 'Cancel the recovery' }));
    expect(await screen.findByRole('heading', { name: 'Recovery cancelled' })).toBeVisible();
    expect(sent).toEqual([{ token: 'abc' }]);
    expect(localStorage.getItem('accessToken')).toBe('t');
  });
});
