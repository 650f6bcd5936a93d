import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { advanceTime, goTo, openDashboardAt, sidebar } from '@/testing/dashboard.js';
import { makeDashboard, makeTopup } from '@/testing/factories/factories.js';
import { ok, page } from '@/testing/responses.js';
import { server } from '@/testing/server.js';

const NOW = new Date('2026-11-21T10:41:00.000Z');
const inMinutes = (minutes: number) => NOW.getTime() / 1000 + minutes * 60;

const unpaid = (overrides: Partial<ReturnType<typeof makeTopup>> = {}) =>
  makeTopup({
    reference: 'T1',
    status: 'UNPAID',
    final_amount: 152_175,
    expired_time: inMinutes(60),
    payment_method: 'BRIVA',
    pay_code: '88120049',
    ...overrides,
  });

/** Serves the unpaid top-ups, which a test may replace. */
const open = async (...topups: ReturnType<typeof makeTopup>[]) => {
  const served = { topups };
  server.use(
    http.get('/api/user/topup/history', ({ request }) =>
      page(new URL(request.url).searchParams.get('status') === 'UNPAID' ? served.topups : []),
    ),
  );
  const user = await openDashboardAt(NOW);
  return { user, served };
};

const NAME = { name: 'Pending payment' };
const banner = () => screen.findByRole('region', NAME);

describe('pending payment', () => {
  it('is shown on the dashboard with its total and expiry, and can be paid', async () => {
    const { user } = await open(unpaid());
    const shown = await banner();
    expect(shown).toHaveTextContent('Rp 154.500 waiting for payment, expires 18:41 WIB.');
    await user.click(within(shown).getByRole('button', { name: 'Pay' }));
    const dialog = await screen.findByRole('dialog', { name: 'Payment created' });
    expect(within(dialog).getByText('88120049')).toBeVisible();
  });

  it('shows the day of an expiry after midnight', async () => {
    await open(unpaid({ expired_time: inMinutes(24 * 60) }));
    expect(await banner()).toHaveTextContent('expires 22 Nov 2026, 17:41 WIB.');
  });

  it('is shown in the top-up history, and in no other section', async () => {
    const { user } = await open(unpaid());
    await goTo(user, 'Topup History');
    expect(await banner()).toBeVisible();
    await goTo(user, 'Install Windows');
    expect(screen.queryByRole('region', NAME)).not.toBeInTheDocument();
  });

  it('is not shown for an expired top-up', async () => {
    await open(unpaid({ expired_time: inMinutes(-1) }));
    await advanceTime(1_000);
    expect(screen.queryByRole('region', NAME)).not.toBeInTheDocument();
  });

  it('disappears when the payment expires', async () => {
    await open(unpaid({ expired_time: inMinutes(1) }));
    await banner();
    await advanceTime(61_000);
    expect(screen.queryByRole('region', NAME)).not.toBeInTheDocument();
  });

  it('refreshes the quota once it was paid in another window', async () => {
    let quota = 7;
    server.use(http.get('/api/user/dashboard', () => ok(makeDashboard({}, { quota }))));
    const { served } = await open(unpaid());
    await banner();
    served.topups = [];
    quota = 10;
    await advanceTime(30_000);
    await waitFor(() => expect(sidebar().getByTestId('quota')).toHaveTextContent('10'));
    expect(screen.queryByRole('region', NAME)).not.toBeInTheDocument();
  });
});
