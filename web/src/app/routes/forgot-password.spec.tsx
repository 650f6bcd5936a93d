import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { makeCaptcha } from '@/testing/factories/factories.js';
import { address, findToast, openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const fillIn = async (user: UserEvent, email = 'rahmat@example.com') => {
  await screen.findByText('7 + 12 = ?');
  await user.type(screen.getByLabelText('Email'), email);
  await user.type(screen.getByPlaceholderText('Answer'), '19');
};

const submit = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: 'Send reset link' }));

const send = async () => {
  const user = await openSite('/forgot-password');
  await fillIn(user);
  await submit(user);
  return user;
};

describe('/forgot-password', () => {
  it('§2 sends email and CAPTCHA, then explains where to find the mail', async () => {
    let sent: unknown;
    const captcha = makeCaptcha({ honeypotField: 'fax' });
    server.use(
      http.get('/api/auth/captcha/generate', () => ok({ captcha })),
      http.post('/api/auth/forgot-password', async ({ request }) => {
        sent = await request.json();
        return ok(null);
      }),
    );
    await send();
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toHaveFocus();
    expect(
      screen.getByText(
        'If an account with that email exists, password reset instructions have been sent.',
      ),
    ).toBeVisible();
    expect(sent).toEqual({
      email: 'rahmat@example.com',
      captchaId: captcha.id,
      captchaAnswer: '19',
      fax: '',
    });
  });

  it('§2 links from there back to the form and to /login', async () => {
    server.use(http.post('/api/auth/forgot-password', () => ok(null)));
    const user = await send();
    await user.click(await screen.findByRole('button', { name: 'try again' }));
    expect(await screen.findByLabelText('Email')).toHaveValue('');
    await fillIn(user);
    await submit(user);
    await user.click(await screen.findByRole('link', { name: 'Back to Sign In' }));
    expect(await screen.findByText('Welcome back')).toBeVisible();
    expect(address()).toBe('/login');
  });

  it('§5 requires a valid email', async () => {
    const user = await openSite('/forgot-password');
    await fillIn(user, 'rahmat');
    await submit(user);
    expect(await screen.findByText('Invalid email address')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
  });

  it('§5 requires the CAPTCHA', async () => {
    const user = await openSite('/forgot-password');
    await fillIn(user);
    await user.clear(screen.getByPlaceholderText('Answer'));
    await submit(user);
    expect(await findToast('CAPTCHA Required')).toBeVisible();
  });

  it.each([
    [{ message: 'Too many attempts.' }, 'Too many attempts.'],
    [{}, 'Please try again.'],
  ])('§8 shows a failure and loads a new question (%j)', async (answer, text) => {
    server.use(http.post('/api/auth/forgot-password', () => refuse(429, answer)));
    await send();
    expect(await findToast('Failed to send reset email')).toHaveTextContent(text);
    expect(screen.getByPlaceholderText('Answer')).toHaveValue('');
    expect(screen.getByLabelText('Email')).toHaveValue('rahmat@example.com');
  });
});
