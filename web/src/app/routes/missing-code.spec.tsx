import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, page } from '@/testing/responses.js';
import { openDashboard } from '@/testing/dashboard.js';
import { makeInstall, makeUser } from '@/testing/factories/factories.js';
import { findToast, openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

/** Simulates a failed import, as after a network failure or a deployment that removed the old files. */
const mockMissing = () => {
  throw new Error('Failed to fetch dynamically imported module');
};
jest.mock('@/features/landing/learn-more-dialog.js', () => mockMissing());
jest.mock('@/features/auth/components/terms-dialog.js', () => mockMissing());
jest.mock('@/features/auth/components/two-factor-form.js', () => mockMissing());
jest.mock('@/features/auth/components/add-email-dialog.js', () => mockMissing());
jest.mock('@/features/billing/payment/payment-flow.js', () => mockMissing());
jest.mock('@/features/installs/rdp/rdp-dialog.js', () => mockMissing());
jest.mock('./dashboard/mobile-menu.js', () => mockMissing());
jest.mock('./admin/admin-menu.js', () => mockMissing());

const press = (user: UserEvent, name: string | RegExp) =>
  screen.findAllByRole('button', { name }).then(([button]) => user.click(button!));

const signIn = async (answer: object) => {
  server.use(http.post('/api/auth/login', () => ok({ accessToken: 'fresh', ...answer })));
  const user = await openSite('/login');
  await user.type(await screen.findByLabelText('Username or email'), 'rahmat_p');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await screen.findByText('7 + 12 = ?');
  await user.type(screen.getByPlaceholderText('Answer'), '19');
  await press(user, 'Sign In');
};

describe('code that fails to load', () => {
  // React logs errors caught by a boundary.
  beforeEach(() => void jest.mocked(console.error).mockImplementation(() => undefined));

  it.each([
    ['Learn More', 'Get Started', () => openSite('/')],
    ['Terms of Service', 'Create your account', () => openSite('/login')],
    ['Menu', 'Topup Quota', openDashboard],
    ['Topup Quota', 'Topup Quota', openDashboard],
    [/^Connect to/, 'Topup Quota', openDashboard],
    ['Menu', 'User View', () => openAdmin()],
  ])(
    'keeps the page unchanged when the dialog of %s fails to load',
    async (button, beside, open) => {
      server.use(http.get('/api/user/install-history', () => page([makeInstall()])));
      const user = await open();
      await press(user, button);
      expect(await findToast('Something went wrong')).toHaveTextContent(
        'This page couldn’t be opened.',
      );
      expect(screen.getByText(beside)).toBeVisible();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );

  it.each([
    ['the second step of a sign-in', { twoFactorRequired: true, challengeId: 'c1' }],
    ['the locked Add Email dialog', { user: makeUser({ email: null }) }],
  ])('offers Try Again in place of %s', async (_, answer) => {
    await signIn(answer);
    expect(
      await screen.findByText('Something went wrong', { selector: '[role=alert] *' }),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Casement' })).toBeVisible();
  });
});
