import * as webauthn from '@simplewebauthn/browser';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { makeCaptcha, makeUser } from '@/testing/factories/factories.js';
import { address, findToast, openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const fillIn = async (user: UserEvent) => {
  await user.type(await screen.findByLabelText('Username or email'), 'rahmat_p');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await screen.findByText('7 + 12 = ?');
  await user.type(screen.getByPlaceholderText('Answer'), '19');
};

const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Sign In' }));

jest.mock('@simplewebauthn/browser', () => ({
  browserSupportsWebAuthnAutofill: () => Promise.resolve(false),
  startAuthentication: jest.fn(),
}));
const startAuthentication = jest.mocked(webauthn.startAuthentication) as jest.Mock;

describe('/login', () => {
  it('§2 shows its title, its fields and the link to register', async () => {
    const user = await openSite('/login');
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create your account' })).toHaveAttribute(
      'href',
      '/register',
    );
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
    const password = screen.getByLabelText('Password');
    expect(password).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Terms of Service' }));
    expect(await screen.findByRole('dialog', { name: 'Terms of Service' })).toBeVisible();
  });

  it('shows the published terms instead of the built-in ones', async () => {
    const published = { page: 'terms', version: 2, published_at: '2026-11-21T07:00:00.000Z' };
    server.use(
      http.get('/api/legal-pages', () => ok([published])),
      http.get('/api/legal-pages/terms', () => ok({ ...published, html: '<h2>Be kind</h2>' })),
    );
    const user = await openSite('/login');
    await user.click(await screen.findByRole('button', { name: 'Terms of Service' }));
    expect(await screen.findByRole('heading', { name: 'Be kind' })).toBeVisible();
    expect(screen.queryByText('Only your own VPS')).not.toBeInTheDocument();
  });

  it('§5 requires username and password and focuses the first error', async () => {
    const user = await openSite('/login');
    await screen.findByText('7 + 12 = ?');
    await submit(user);
    expect(await screen.findByText('Username or email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(screen.getByLabelText('Username or email')).toHaveFocus();
    expect(screen.getByLabelText('Username or email')).toHaveAccessibleDescription(
      'Username or email is required',
    );
  });

  it('§5 reports a missing CAPTCHA answer in a toast', async () => {
    const user = await openSite('/login');
    await fillIn(user);
    await user.clear(screen.getByPlaceholderText('Answer'));
    await submit(user);
    expect(await findToast('CAPTCHA Required')).toHaveTextContent(
      'Please complete the CAPTCHA verification.',
    );
  });

  it('§3 sends the CAPTCHA with its empty decoy and opens the dashboard', async () => {
    const captcha = makeCaptcha({ honeypotField: 'middle_name' });
    let sent: unknown;
    server.use(
      http.get('/api/auth/captcha/generate', () => ok({ captcha }, { captcha })),
      http.post('/api/auth/login', async ({ request }) => {
        sent = await request.json();
        return ok({ user: makeUser(), accessToken: 'fresh' });
      }),
    );
    const user = await openSite('/login');
    await fillIn(user);
    await submit(user);
    expect(await screen.findByText('Welcome, Rahmat')).toBeVisible();
    expect(address()).toBe('/dashboard');
    expect(localStorage.getItem('accessToken')).toBe('fresh');
    expect(sent).toEqual({
      username: 'rahmat_p',
      password: 'correct horse',
      captchaId: captcha.id,
      captchaAnswer: '19',
      middle_name: '',
    });
  });

  it.each([
    [{ message: 'This account is locked.' }, 'This account is locked.'],
    [{}, 'Please check your credentials and try again.'],
  ])('§8 shows a rejection and loads a new question (%j)', async (answer, text) => {
    let questions = 0;
    server.use(
      http.get('/api/auth/captcha/generate', () => {
        questions += 1;
        const captcha = makeCaptcha({ question: `${questions} + 1 = ?` });
        return ok({ captcha });
      }),
      http.post('/api/auth/login', () => refuse(401, answer)),
    );
    const user = await openSite('/login');
    await user.type(await screen.findByLabelText('Username or email'), 'rahmat_p');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await screen.findByText('1 + 1 = ?');
    await user.type(screen.getByPlaceholderText('Answer'), '2');
    await submit(user);
    expect(await findToast('Login failed')).toHaveTextContent(text);
    expect(await screen.findByText('2 + 1 = ?')).toBeVisible();
    expect(screen.getByPlaceholderText('Answer')).toHaveValue('');
    expect(screen.getByLabelText('Username or email')).toHaveValue('rahmat_p');
  });

  it('§4 keeps the error of a failed login until the next attempt', async () => {
    server.use(http.post('/api/auth/login', () => refuse(500)));
    const user = await openSite('/login');
    await fillIn(user);
    await submit(user);
    expect(await screen.findByText('Login failed', { selector: '.err' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Create your account' }));
    await screen.findByRole('heading', { name: 'Create your account' });
    expect(screen.queryByText('Login failed', { selector: '.err' })).not.toBeInTheDocument();
  });

  it.each([
    ['accessToken', { user: makeUser() }],
    ['user', { accessToken: 'fresh' }],
  ])('§5 rejects a response without %s', async (_, answer) => {
    server.use(http.post('/api/auth/login', () => ok(answer)));
    const user = await openSite('/login');
    await fillIn(user);
    await submit(user);
    expect(await findToast('Login failed')).toHaveTextContent('Invalid response from server');
  });

  describe('two-factor sign-in', () => {
    const toSecondStep = async (
      { challengeId }: { challengeId?: string } = { challengeId: 'c1' },
    ) => {
      server.use(
        http.post('/api/auth/login', () =>
          ok({ twoFactorRequired: true, challengeId: challengeId ?? null }),
        ),
      );
      const user = await openSite('/login');
      await fillIn(user);
      await submit(user);
      await screen.findByLabelText('Verification code');
      return user;
    };

    it('§5 can be submitted only with exactly six digits', async () => {
      server.use(http.post('/api/auth/2fa/verify', () => refuse(429)));
      const user = await toSecondStep();
      const button = screen.getByRole('button', { name: 'Verify and Sign In' });
      await user.type(screen.getByLabelText('Verification code'), '12ab345');
      expect(screen.getByLabelText('Verification code')).toHaveValue('12345');
      expect(button).toBeDisabled();
      await user.type(screen.getByLabelText('Verification code'), '67');
      expect(screen.getByLabelText('Verification code')).toHaveValue('123456');
      expect(button).toBeEnabled();
    });

    describe('with a passkey', () => {
      const withPasskey = async (app: boolean) => {
        Object.assign(window, { PublicKeyCredential: jest.fn() });
        server.use(
          http.post('/api/auth/login', () =>
            ok({
              twoFactorRequired: true,
              challengeId: 'c1',
              passkey: { options: { challenge: 'abc' }, app },
            }),
          ),
        );
        const user = await openSite('/login');
        await fillIn(user);
        await submit(user);
        await screen.findByRole('button', { name: 'Use a passkey' });
        return user;
      };
      afterEach(() => {
        Reflect.deleteProperty(window, 'PublicKeyCredential');
      });

      it('signs in with the passkey', async () => {
        const sent: unknown[] = [];
        startAuthentication.mockResolvedValue({ id: 'cred' });
        server.use(
          http.post('/api/auth/2fa/verify', async ({ request }) => {
            sent.push(await request.json());
            return ok({ user: makeUser(), accessToken: 'fresh' });
          }),
        );
        const user = await withPasskey(true);
        await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
        await screen.findByText('Welcome, Rahmat');
        expect(sent).toEqual([{ challengeId: 'c1', passkey: { id: 'cred' } }]);
      });

      it('offers the app and a recovery code too', async () => {
        const user = await withPasskey(true);
        await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }));
        expect(await screen.findByLabelText('Verification code')).toBeVisible();
        await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
        expect(await screen.findByLabelText('Recovery code')).toBeVisible();
      });

      it('offers no app to an account without one, and explains a cancelled request', async () => {
        startAuthentication.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
        const user = await withPasskey(false);
        expect(
          screen.queryByRole('button', { name: 'Use the authenticator app' }),
        ).not.toBeInTheDocument();
        await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
        expect(await findToast('Verification failed')).toHaveTextContent('cancelled');
      });
    });

    it('§4 signs in with the code', async () => {
      let sent: unknown;
      server.use(
        http.post('/api/auth/2fa/verify', async ({ request }) => {
          sent = await request.json();
          return ok({ user: makeUser(), accessToken: 'fresh' });
        }),
      );
      const user = await toSecondStep();
      await user.click(screen.getByLabelText('Verification code'));
      await user.paste('481 026');
      await screen.findByText('Welcome, Rahmat');
      expect(sent).toEqual({ challengeId: 'c1', code: '481026' });
    });

    it('submits each complete code automatically once, and resubmits it only when the button is clicked', async () => {
      const sent: string[] = [];
      server.use(
        http.post('/api/auth/2fa/verify', async ({ request }) => {
          sent.push(((await request.json()) as { code: string }).code);
          return refuse(400);
        }),
      );
      const user = await toSecondStep();
      await user.type(screen.getByLabelText('Verification code'), '000000');
      await waitFor(() => expect(screen.getByLabelText('Verification code')).toHaveValue(''));
      await user.type(screen.getByLabelText('Verification code'), '000000');
      expect(screen.getByLabelText('Verification code')).toHaveValue('000000');
      expect(sent).toEqual(['000000']);
      await user.click(screen.getByRole('button', { name: 'Verify and Sign In' }));
      await waitFor(() => expect(screen.getByLabelText('Verification code')).toHaveValue(''));
      await user.type(screen.getByLabelText('Verification code'), '111111');
      await waitFor(() => expect(sent).toEqual(['000000', '000000', '111111']));
    });

    it('§8 shows a wrong code', async () => {
      server.use(http.post('/api/auth/2fa/verify', () => refuse(400)));
      const user = await toSecondStep();
      await user.type(screen.getByLabelText('Verification code'), '000000');
      expect(await findToast('Verification failed')).toHaveTextContent(
        'Invalid or expired code. Please try again.',
      );
      expect(screen.getByLabelText('Verification code')).toHaveAccessibleDescription(
        '2FA verification failed',
      );
      expect(screen.getByLabelText('Verification code')).toHaveValue('');
      expect(screen.getByLabelText('Verification code')).toHaveFocus();
    });

    it.each([
      ['too many attempts', () => refuse(429, { message: 'Wait a minute.' })],
      ['no response', () => HttpResponse.error()],
    ])('keeps the code after %s because it may still be valid', async (_, resolver) => {
      server.use(http.post('/api/auth/2fa/verify', resolver));
      const user = await toSecondStep();
      await user.type(screen.getByLabelText('Verification code'), '481026');
      await findToast('Verification failed');
      expect(screen.getByLabelText('Verification code')).toHaveValue('481026');
    });

    it('§5 cannot verify without an active challenge', async () => {
      const user = await toSecondStep({ challengeId: undefined });
      await user.type(screen.getByLabelText('Verification code'), '000000');
      expect(await findToast('Verification failed')).toHaveTextContent('No active 2FA challenge');
    });

    it('§5 rejects a response without user and accessToken', async () => {
      server.use(http.post('/api/auth/2fa/verify', () => ok({ user: makeUser() })));
      const user = await toSecondStep();
      await user.type(screen.getByLabelText('Verification code'), '000000');
      expect(await findToast('Verification failed')).toHaveTextContent(
        'Invalid response from server',
      );
    });

    it('accepts a recovery code instead of the app’s code', async () => {
      let sent: unknown;
      server.use(
        http.post('/api/auth/2fa/verify', async ({ request }) => {
          sent = await request.json();
          return ok({ user: makeUser(), accessToken: 'fresh' });
        }),
      );
      const user = await toSecondStep();
      await user.type(screen.getByLabelText('Verification code'), '123');
      await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
      const field = screen.getByLabelText('Recovery code');
      expect(field).toHaveValue('');
      await user.type(field, '7k2m-9xqa-0bcd-e3f');
      expect(screen.getByRole('button', { name: 'Verify and Sign In' })).toBeDisabled();
      await user.type(field, 'g');
      await user.click(screen.getByRole('button', { name: 'Verify and Sign In' }));
      await screen.findByText('Welcome, Rahmat');
      expect(sent).toEqual({ challengeId: 'c1', code: '7k2m-9xqa-0bcd-e3fg' });
    });

    it('§2 returns to the login with a cleared challenge and a new question', async () => {
      const user = await toSecondStep();
      let questions = 0;
      server.use(
        http.get('/api/auth/captcha/generate', () => {
          questions += 1;
          return ok({ captcha: makeCaptcha({ question: '1 + 1 = ?' }) });
        }),
      );
      await user.click(screen.getByRole('button', { name: 'Back to login' }));
      expect(await screen.findByText('Welcome back')).toBeVisible();
      expect(await screen.findByText('1 + 1 = ?')).toBeVisible();
      expect(screen.getByPlaceholderText('Answer')).toHaveValue('');
      expect(questions).toBe(1);
      expect(screen.queryByLabelText('Verification code')).not.toBeInTheDocument();
    });
  });

  describe('Add Email Address dialog', () => {
    const legacy = makeUser({ email: null, is_verified: false });
    const added = makeUser({ is_verified: false });

    const toDialog = async (answer: object = { user: legacy }) => {
      server.use(http.post('/api/auth/login', () => ok({ accessToken: 'fresh', ...answer })));
      const user = await openSite('/login');
      await fillIn(user);
      await submit(user);
      const dialog = within(await screen.findByRole('dialog', { name: 'Add Email Address' }));
      await dialog.findByText('7 + 12 = ?');
      return { user, dialog };
    };

    const add = async (user: UserEvent) => {
      const dialog = within(screen.getByRole('dialog'));
      await user.type(dialog.getByLabelText('Email'), 'rahmat@example.com');
      await user.type(dialog.getByPlaceholderText('Answer'), '19');
      await user.click(dialog.getByRole('button', { name: 'Add Email' }));
    };

    it.each([
      ['has no email', { user: legacy }],
      ['has a blank email', { user: makeUser({ email: '  ' }) }],
      ['must add one according to the server', { user: makeUser(), requiresEmail: true }],
    ])('§2 opens when the user %s', async (_, answer) => {
      await toDialog(answer);
      expect(address()).toBe('/login');
    });

    it('§2 opens for a signed-in user without email', async () => {
      server.use(http.get('/api/user/profile', () => ok({ user: legacy })));
      await openSite('/login', { token: 't' });
      expect(await screen.findByRole('dialog', { name: 'Add Email Address' })).toBeVisible();
    });

    it('§2 is locked: no cancel, no X, no Escape, no click outside', async () => {
      const { user, dialog } = await toDialog();
      expect(dialog.queryByRole('button', { name: /Close|Cancel/ })).not.toBeInTheDocument();
      await user.keyboard('{Escape}');
      await user.click(document.querySelector('.overlay')!);
      expect(screen.getByRole('dialog', { name: 'Add Email Address' })).toBeVisible();
    });

    it('§5 reports an invalid email and a missing CAPTCHA together, without a toast', async () => {
      const { user, dialog } = await toDialog();
      await user.type(dialog.getByLabelText('Email'), 'rahmat@');
      await user.click(dialog.getByRole('button', { name: 'Add Email' }));
      expect(await dialog.findByText('Please enter a valid email address')).toBeVisible();
      expect(dialog.getByText('Captcha is required')).toBeVisible();
      expect(screen.queryByText('CAPTCHA Required')).not.toBeInTheDocument();
    });

    it('§2 adds the email and opens /verify-email', async () => {
      let sent: unknown;
      server.use(
        http.post('/api/migration/add-email', async ({ request }) => {
          expect(request.headers.get('authorization')).toBe('Bearer fresh');
          sent = await request.json();
          return ok({ user: added });
        }),
      );
      const { user } = await toDialog();
      await add(user);
      expect(await screen.findByText(/code we sent to rahmat@example.com/)).toBeVisible();
      expect(address()).toBe('/verify-email');
      expect(sent).toMatchObject({
        email: 'rahmat@example.com',
        captchaAnswer: '19',
        website_url: '',
      });
    });

    it.each([
      [{ message: 'This email is already in use.' }, 'This email is already in use.'],
      [{}, 'Failed to add email. Please try again.'],
    ])('§8 shows a rejection, loads a new question and clears the answer', async (answer, text) => {
      server.use(http.post('/api/migration/add-email', () => refuse(409, answer)));
      const { user, dialog } = await toDialog();
      server.use(
        http.get('/api/auth/captcha/generate', () =>
          ok({ captcha: makeCaptcha({ question: '1 + 1 = ?' }) }),
        ),
      );
      await add(user);
      expect(await findToast('Error')).toHaveTextContent(text);
      expect(await dialog.findByText('1 + 1 = ?')).toBeVisible();
      expect(dialog.getByPlaceholderText('Answer')).toHaveValue('');
      expect(dialog.getByLabelText('Email')).toHaveValue('rahmat@example.com');
    });
  });
});
