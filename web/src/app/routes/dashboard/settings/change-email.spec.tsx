import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { goTo, openDashboard } from '@/testing/dashboard.js';
import { makeDashboard, makeUser } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { ok, refuse } from '@/testing/responses.js';
import { server } from '@/testing/server.js';

const open = async () => {
  const user = await openDashboard();
  await goTo(user, 'Settings');
  await user.click(await screen.findByRole('button', { name: 'Change email address' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change email address' }));
  return { user, dialog };
};

describe('/dashboard settings: change of the email address', () => {
  it('sends a code to the new address and changes it with the code', async () => {
    const sent: unknown[] = [];
    const changed = makeUser({ email: 'new@example.com' });
    server.use(
      http.post('/api/user/email', async ({ request }) => {
        sent.push(await request.json());
        return ok(null);
      }),
      http.post('/api/user/email/confirm', async ({ request }) => {
        sent.push(await request.json());
        server.use(http.get('/api/user/dashboard', () => ok(makeDashboard(changed))));
        return ok({ user: changed });
      }),
    );
    const { user, dialog } = await open();
    await user.type(dialog.getByLabelText('New email'), 'new@example.com');
    await user.click(dialog.getByRole('button', { name: 'Send code' }));
    const code = await screen.findByLabelText('Verification code');
    expect(screen.getByText(/we sent to new@example\.com/)).toBeVisible();
    await user.type(code, '123456{Enter}');
    expect(await findToast('Email address changed')).toBeVisible();
    expect(sent).toEqual([{ email: 'new@example.com' }, { code: '123456' }]);
    expect(await screen.findByText('new@example.com')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('shows a wrong code in the dialog and clears the field', async () => {
    server.use(
      http.post('/api/user/email', () => ok(null)),
      http.post('/api/user/email/confirm', () =>
        refuse(400, { message: 'Please check your code and try again.' }),
      ),
    );
    const { user, dialog } = await open();
    await user.type(dialog.getByLabelText('New email'), 'new@example.com{Enter}');
    await user.type(await screen.findByLabelText('Verification code'), '123456{Enter}');
    expect(await screen.findByText('Please check your code and try again.')).toBeVisible();
    expect(screen.getByLabelText('Verification code')).toHaveValue('');
  });

  it('refuses a malformed address', async () => {
    const { user, dialog } = await open();
    await user.type(dialog.getByLabelText('New email'), 'nobody{Enter}');
    expect(await dialog.findByText('Invalid email address')).toBeVisible();
  });
});
