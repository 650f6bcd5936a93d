import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { makeUser } from '@/testing/factories/factories.js';
import { address, findToast, openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const GOOD = {
  Username: 'rahmat_p',
  Email: 'rahmat@example.com',
  Password: 'Sunrise9!',
  'Confirm password': 'Sunrise9!',
};

const fillIn = async (user: UserEvent, values: Record<string, string> = {}) => {
  await screen.findByText('7 + 12 = ?');
  for (const [label, value] of Object.entries({ ...GOOD, ...values })) {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    if (value) await user.type(field, value.replaceAll('{', '{{'));
  }
  await user.type(screen.getByPlaceholderText('Answer'), '19');
};

const submit = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: 'Create account' }));

describe('/register', () => {
  it('§2 shows its title and the link to login', async () => {
    await openSite('/register');
    expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  });

  it('states the acceptance of the terms and links the privacy policy once published', async () => {
    server.use(
      http.get('/api/legal-pages', () => ok([{ page: 'privacy', version: 1, published_at: '' }])),
    );
    const user = await openSite('/register');
    expect(await screen.findByText(/^By creating an account, you accept the/)).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
      'href',
      '/legal/privacy?lang=en',
    );
    await user.click(screen.getByRole('button', { name: 'Terms of Service' }));
    expect(await screen.findByText('Only your own VPS')).toBeVisible();
  });

  it.each([
    ['Username', 'ab', 'Username must be at least 3 characters'],
    ['Username', 'a'.repeat(51), 'Username must be less than 50 characters'],
    [
      'Username',
      'rahmat p',
      'Username can only contain letters, numbers, hyphens, and underscores',
    ],
    ['Email', 'rahmat', 'Invalid email address'],
    ['Password', 'Sun9!', 'Password must be at least 8 characters'],
    [
      'Password',
      'sunrise9',
      'Password must contain uppercase, lowercase, number, and special character',
    ],
    ['Confirm password', 'Sunset9!', "Passwords don't match"],
  ])('§5 %s "%s" shows: %s', async (label, value, text) => {
    const user = await openSite('/register');
    await fillIn(user, { [label]: value });
    await submit(user);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true');
  });

  it('§5 shows a mismatch together with other errors and after the password changes', async () => {
    const user = await openSite('/register');
    await fillIn(user, { Email: 'nobody' });
    await user.type(screen.getByLabelText('Password'), 'x');
    expect(await screen.findByText("Passwords don't match")).toBeVisible();
    expect(screen.getByText('Invalid email address')).toBeVisible();
  });

  it.each([
    ['', 0, 'danger'],
    ['sun', 1, 'danger'],
    ['sunR', 2, 'danger'],
    ['sunR9', 3, 'warning'],
    ['sunRise9', 4, 'success'],
    ['sunRise9!', 5, 'success'],
  ])('§5 rates "%s" as %i of 5', async (password, score, colour) => {
    const user = await openSite('/register');
    const field = await screen.findByLabelText('Password');
    if (password) await user.type(field, password);
    const meter = screen.getByRole('meter');
    expect(meter).toHaveAttribute('aria-valuenow', String(score));
    expect(meter.children).toHaveLength(5);
    const lit = Array.from(meter.children).filter(
      (bar) => bar.getAttribute('data-colour') === colour,
    );
    expect(lit).toHaveLength(score);
  });

  it('focuses the first field on arrival', async () => {
    await openSite('/register');
    expect(await screen.findByLabelText('Username')).toHaveFocus();
  });

  it('§2 lists unmet password requirements', async () => {
    const user = await openSite('/register');
    const field = await screen.findByLabelText('Password');
    expect(field).toHaveAccessibleDescription(/^At least 8 characters, with uppercase/);
    await user.type(field, 'Sunrise9');
    expect(screen.getByText('Missing: special character (@$!%*?&)')).toBeVisible();
    await user.type(screen.getByLabelText('Password'), '!');
    expect(screen.queryByText(/^Missing:/)).not.toBeInTheDocument();
    expect(field).toHaveAccessibleDescription('Strong password');
  });

  it('shows the password rule first, then the unmet part, and also the error after blur', async () => {
    const user = await openSite('/register');
    const field = await screen.findByLabelText('Password');
    expect(screen.getAllByText(/special character/)).toHaveLength(1);
    await user.type(field, 'Sunrise9');
    expect(field).toHaveAccessibleDescription('Missing: special character (@$!%*?&)');
    expect(screen.getAllByText(/special character/)).toHaveLength(1);
    await user.tab();
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(
        'Password must contain uppercase, lowercase, number, and special character Missing: special character (@$!%*?&)',
      ),
    );
    expect(screen.getAllByText(/special character/)).toHaveLength(2);
  });

  it('§2 continues to /verify-email', async () => {
    let sent: Record<string, unknown> = {};
    const fresh = makeUser({ is_verified: false });
    server.use(
      http.post('/api/auth/register', async ({ request }) => {
        sent = (await request.json()) as typeof sent;
        return ok({ user: fresh, accessToken: 'fresh' });
      }),
    );
    const user = await openSite('/register');
    await fillIn(user);
    await submit(user);
    expect(await screen.findByRole('heading', { name: 'Verify your email' })).toBeVisible();
    expect(address()).toBe('/verify-email');
    expect(localStorage.getItem('accessToken')).toBe('fresh');
    expect(sent).toMatchObject({
      username: 'rahmat_p',
      email: 'rahmat@example.com',
      password: 'Sunrise9!',
      confirmPassword: 'Sunrise9!',
      captchaAnswer: '19',
      website_url: '',
    });
  });

  it('§8 shows a rejection, also at its field, and loads a new question', async () => {
    server.use(
      http.post('/api/auth/register', () =>
        refuse(409, {
          message: 'This username is taken.',
          details: [{ path: 'username', message: 'Choose another username.' }],
        }),
      ),
    );
    const user = await openSite('/register');
    await fillIn(user);
    await submit(user);
    expect(await findToast('Registration failed')).toHaveTextContent('This username is taken.');
    expect(screen.getByText('Choose another username.')).toBeVisible();
    expect(screen.getByPlaceholderText('Answer')).toHaveValue('');
  });

  it.each([
    ['accessToken', { user: makeUser() }],
    ['user', { accessToken: 'fresh' }],
  ])('§5, §8 rejects a response without %s', async (_, answer) => {
    server.use(http.post('/api/auth/register', () => ok(answer)));
    const user = await openSite('/register');
    await fillIn(user);
    await submit(user);
    expect(await findToast('Registration failed')).toHaveTextContent(
      'Invalid response from server',
    );
    expect(address()).toBe('/register');
  });

  it('§8 shows a fallback message when the server sends none', async () => {
    server.use(http.post('/api/auth/register', () => refuse(500)));
    const user = await openSite('/register');
    await fillIn(user);
    await submit(user);
    expect(await findToast('Registration failed')).toHaveTextContent('Please try again.');
  });
});
