import { screen } from '@testing-library/react';
import { http } from 'msw';
import { ok, refuse } from '../../../testing/answers.js';
import { goTo, openDashboard } from '../../../testing/dashboard.js';
import { makeUser } from '../../../testing/factories.js';
import { findToast } from '../../../testing/render.js';
import { server } from '../../../testing/server.js';

const open = async () => {
  const user = await openDashboard();
  await goTo(user, 'Settings');
  return user;
};

const rename = async (name: string) => {
  const user = await open();
  const field = screen.getByLabelText('First name');
  await user.clear(field);
  await user.type(field, name);
  await user.click(screen.getByRole('button', { name: 'Save' }));
};

describe('/dashboard, settings section', () => {
  it('shows what is known of the account', async () => {
    await open();
    expect(screen.getByText('rahmat_p')).toBeVisible();
    expect(screen.getByText('rahmat@example.com')).toBeVisible();
    expect(screen.getByText('Verified')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  it('saves the first name', async () => {
    let sent: unknown;
    server.use(
      http.put('/api/user/profile', async ({ request }) => {
        sent = await request.json();
        return ok({ user: makeUser() });
      }),
    );
    await rename('Budi');
    expect(await findToast('Profile updated')).toBeVisible();
    expect(sent).toEqual({ first_name: 'Budi' });
  });

  it.each([
    ['a refusal', () => refuse(500), 'Please try again.'],
    ['an answer without a user', () => ok({}), 'Profile update failed'],
  ])('§8 tells %s', async (_, resolver, text) => {
    server.use(http.put('/api/user/profile', resolver));
    await rename('Budi');
    const shown = await screen.findAllByText(text, { selector: '.toast *' });
    expect(shown[0].closest('.toast')).toHaveTextContent('Profile update failed');
  });
});
