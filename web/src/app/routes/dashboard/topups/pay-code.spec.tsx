import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { advanceTime, goTo, openDashboardAt, sidebar, table } from '@/testing/dashboard.js';
import { makeDashboard, makeTopup } from '@/testing/factories/factories.js';
import { ok, page } from '@/testing/responses.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const NOW = new Date('2026-11-21T07:10:00.000Z');
const CODE = '8808123456789012';

const virtualAccount = (overrides: Partial<ReturnType<typeof makeTopup>> = {}) =>
  makeTopup({
    reference: 'T-VA-1',
    status: 'UNPAID',
    payment_method: 'BRIVA',
    payment_name: 'BRI Virtual Account',
    pay_code: CODE,
    checkout_url: 'https://pay.example.com/T-VA-1',
    expired_time: NOW.getTime() / 1000 + 3_725,
    ...overrides,
  });

const guide = (title: string) => ({ title, steps: [`Buka ${title}`, `Masukkan ${CODE}`] });

/** Serves the payment from the history and by its reference, and opens its dialog by Pay. */
const open = async ({
  instructions = [guide('ATM BRI'), guide('BRImo')],
  ...overrides
}: Partial<ReturnType<typeof makeTopup>> & { instructions?: object[] | null } = {}) => {
  const served = { topup: virtualAccount(overrides) };
  server.use(
    http.get('/api/user/topup/history', () => page([served.topup])),
    http.get('/api/user/topup/T-VA-1', () => ok({ ...served.topup, instructions })),
  );
  const user = await openDashboardAt(NOW);
  await goTo(user, 'Topup History');
  await user.click((await table()).getByRole('button', { name: 'Pay T-VA-1' }));
  const d = within(await screen.findByRole('dialog', { name: 'Payment created' }));
  return { user, d, served };
};

describe('payment by virtual account or at a counter', () => {
  it('opens from the history with the number to copy and the time left', async () => {
    const { user, d } = await open();
    expect(d.getByText('Virtual account number')).toBeVisible();
    expect(d.getByText(CODE)).toHaveClass('text-2xl');
    expect(d.getByRole('timer')).toHaveTextContent('1:02:0');
    await user.click(d.getByRole('button', { name: 'Copy Virtual account number' }));
    expect(await navigator.clipboard.readText()).toBe(CODE);
  });

  it('calls the number of a counter payment a pay code', async () => {
    const { d } = await open({ payment_method: 'ALFAMART', payment_name: 'Alfamart' });
    expect(d.getByRole('button', { name: 'Copy Pay code' })).toBeVisible();
  });

  it('shows the provider’s instructions by channel', async () => {
    const { user, d } = await open();
    const how = within(await d.findByRole('region', { name: 'How to pay' }));
    const steps = how.getByText('Buka BRImo');
    expect(steps).not.toBeVisible();
    await user.click(how.getByText('BRImo'));
    expect(steps).toBeVisible();
  });

  it('expands the instructions if there is only one set', async () => {
    const { d } = await open({ instructions: [guide('Alfamart')] });
    expect(await d.findByText('Buka Alfamart')).toBeVisible();
  });

  it.each([[null], [[]]])('shows no section for the instructions %j', async (instructions) => {
    const { d } = await open({ instructions });
    await advanceTime(100);
    expect(d.queryByText('How to pay')).not.toBeInTheDocument();
  });

  it('§4 does not show Continue to Payment as the primary button if there is a payment number', async () => {
    const { d } = await open();
    const button = d.getByRole('button', { name: 'Continue to Payment' });
    expect(button).not.toHaveClass('btn-primary');
  });

  it('polls every 5 s, then closes, shows success and refreshes the quota', async () => {
    let quota = 7;
    server.use(http.get('/api/user/dashboard', () => ok(makeDashboard({}, { quota }))));
    const { served } = await open();
    await advanceTime(5_100);
    expect(screen.getByRole('dialog', { name: 'Payment created' })).toBeVisible();
    served.topup = { ...served.topup, status: 'PAID' };
    quota = 17;
    await advanceTime(5_100);
    expect(await findToast('Payment received')).toHaveTextContent('10 quota added.');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(sidebar().getByTestId('quota')).toHaveTextContent('17'));
  });

  it('hides number, instructions and Continue to Payment once expired', async () => {
    const { d } = await open({ expired_time: NOW.getTime() / 1000 + 20 });
    await advanceTime(21_000);
    expect(d.getByRole('alert')).toHaveTextContent('This payment has expired.');
    for (const text of [CODE, 'How to pay', 'Continue to Payment']) {
      expect(d.queryByText(text)).not.toBeInTheDocument();
    }
  });
});
