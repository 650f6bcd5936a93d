import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { ok, refuse } from '../../testing/answers.js';
import { makeCaptcha, makeUser } from '../../testing/factories.js';
import { address, findToast, openSite } from '../../testing/render.js';
import { server } from '../../testing/server.js';

const fillIn = async (user: UserEvent) => {
  await user.type(await screen.findByLabelText('Username or email'), 'rahmat_p');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await screen.findByText('7 + 12 = ?');
  await user.type(screen.getByPlaceholderText('Answer'), '19');
};

const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Sign In' }));

describe('/login', () => {
  it('§2 has its title, its fields and the way to register', async () => {
    const user = await openSite('/login');
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create your account' })).toHaveAttribute(
      'href',
      '/register',
    );
    const password = screen.getByLabelText('Password');
    expect(password).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Terms of Service' }));
    expect(await screen.findByRole('dialog', { name: 'Terms of Service' })).toBeVisible();
  });

  it('§5 asks for username and password, and puts the focus on the first error', async () => {
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

  it('§5 asks for the CAPTCHA by a toast', async () => {
    const user = await openSite('/login');
    await fillIn(user);
    await user.clear(screen.getByPlaceholderText('Answer'));
    await submit(user);
    expect(await findToast('CAPTCHA Required')).toHaveTextContent(
      'Please complete the CAPTCHA verification.',
    );
  });

  it('§3 sends the CAPTCHA with its empty decoy, and opens the dashboard', async () => {
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
  ])('§8 tells a refusal and asks a new question (%j)', async (answer, text) => {
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

  it('§5 refuses an answer without user and accessToken', async () => {
    server.use(http.post('/api/auth/login', () => ok({ user: makeUser() })));
    const user = await openSite('/login');
    await fillIn(user);
    await submit(user);
    expect(await findToast('Login failed')).toHaveTextContent('Invalid response from server');
  });

  describe('two-factor', () => {
    const toSecondStep = async () => {
      server.use(
        http.post('/api/auth/login', () => ok({ twoFactorRequired: true, challengeId: 'c1' })),
      );
      const user = await openSite('/login');
      await fillIn(user);
      await submit(user);
      await screen.findByLabelText('Verification code');
      return user;
    };

    it('§5 can be sent with exactly six digits only', async () => {
      const user = await toSecondStep();
      const button = screen.getByRole('button', { name: 'Verify and Sign In' });
      await user.type(screen.getByLabelText('Verification code'), '12ab345');
      expect(screen.getByLabelText('Verification code')).toHaveValue('12345');
      expect(button).toBeDisabled();
      await user.type(screen.getByLabelText('Verification code'), '67');
      expect(screen.getByLabelText('Verification code')).toHaveValue('123456');
      expect(button).toBeEnabled();
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
      await user.click(screen.getByRole('button', { name: 'Verify and Sign In' }));
      await screen.findByText('Welcome, Rahmat');
      expect(sent).toEqual({ challengeId: 'c1', code: '481026' });
    });

    it('§8 tells a wrong code', async () => {
      server.use(http.post('/api/auth/2fa/verify', () => refuse(401)));
      const user = await toSecondStep();
      await user.type(screen.getByLabelText('Verification code'), '000000');
      await user.click(screen.getByRole('button', { name: 'Verify and Sign In' }));
      expect(await findToast('Verification failed')).toHaveTextContent(
        'Invalid or expired code. Please try again.',
      );
    });

    it('§2 goes back to the login with a new question', async () => {
      const user = await toSecondStep();
      await user.click(screen.getByRole('button', { name: 'Back to login' }));
      expect(await screen.findByText('Welcome back')).toBeVisible();
      await waitFor(() => expect(screen.getByPlaceholderText('Answer')).toHaveValue(''));
    });
  });
});
