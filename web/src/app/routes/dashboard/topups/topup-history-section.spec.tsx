import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { page, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, openDashboardAt, advanceTime, table } from '@/testing/dashboard.js';
import { makeTopup } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const mockTopups = (...topups: ReturnType<typeof makeTopup>[]) =>
  server.use(http.get('/api/user/topup/history', () => page(topups)));

const open = async (...topups: ReturnType<typeof makeTopup>[]) => {
  mockTopups(...topups);
  const user = await openDashboard();
  await goTo(user, 'Topup History');
  return user;
};

describe('/dashboard topup-history section', () => {
  it('§3 shows the reference on narrow screens too', async () => {
    await open(
      makeTopup({ reference: 'T1' }),
      makeTopup({ reference: null, merchant_ref: 'CS-9' }),
    );
    await table();
    const items = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(within(items[0]!).getByText('T1')).toBeInTheDocument();
    expect(within(items[1]!).getByText('CS-9')).toBeInTheDocument();
  });

  it('shows the statuses and the amounts', async () => {
    await open(
      makeTopup({ status: 'PAID' }),
      makeTopup({ status: 'FAILED', quantity: 1, final_amount: 25_000 }),
    );
    const rows = await table();
    expect(rows.getByText('PAID')).toBeVisible();
    expect(rows.getByText('FAILED')).toBeVisible();
    expect(rows.getByText('Rp 225.000')).toBeVisible();
    expect(rows.getAllByText('21 Nov 2026, 14:02 WIB')[0]).toBeVisible();
    expect(screen.getByText('Showing 1 to 2 of 2 entries')).toBeVisible();
  });

  it('§4 offers Pay only for UNPAID and PENDING with a future expiry', async () => {
    const past = Math.floor(Date.now() / 1000) - 60;
    await open(
      makeTopup({ status: 'UNPAID', reference: 'A' }),
      makeTopup({ status: 'PENDING', reference: 'B' }),
      makeTopup({ status: 'UNPAID', reference: 'C', expired_time: past }),
      makeTopup({ status: 'PAID', reference: 'D' }),
      makeTopup({ status: 'FAILED', reference: 'E' }),
    );
    const rows = await table();
    expect(
      rows.getAllByRole('button', { name: /^Pay/ }).map((b) => b.getAttribute('aria-label')),
    ).toEqual(['Pay A', 'Pay B']);
    expect(rows.getByText('EXPIRED')).toBeVisible();
  });

  it('§4 checks for expired top-ups every 30 s', async () => {
    const now = new Date('2026-11-21T07:10:00.000Z');
    mockTopups(makeTopup({ status: 'UNPAID', expired_time: now.getTime() / 1000 + 20 }));
    const user = await openDashboardAt(now);
    await goTo(user, 'Topup History');
    const rows = await table();
    expect(rows.getByText('UNPAID')).toBeVisible();
    await advanceTime(30_000);
    expect(rows.getByText('EXPIRED')).toBeVisible();
    expect(rows.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
  });

  it('§4 checks for expired top-ups on every load', async () => {
    const now = new Date('2026-11-21T07:10:00.000Z');
    const expired_time = now.getTime() / 1000 + 5;
    const pages = [
      [makeTopup({ status: 'PAID' })],
      [makeTopup({ status: 'UNPAID', reference: 'A', expired_time })],
    ];
    server.use(
      http.get('/api/user/topup/history', ({ request }) => {
        const number = Number(new URL(request.url).searchParams.get('page'));
        return page(pages[number - 1]!, { page: number, total: 30 });
      }),
    );
    const user = await openDashboardAt(now);
    await goTo(user, 'Topup History');
    await table();
    await advanceTime(6_000);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await (await table()).findByText('EXPIRED')).toBeVisible();
  });

  it('pays in the QR dialog if there is a code', async () => {
    const user = await open(
      makeTopup({ status: 'UNPAID', reference: 'A', qr_url: 'data:image/gif;base64,R0lGODlh' }),
    );
    await user.click((await table()).getByRole('button', { name: 'Pay A' }));
    expect(await screen.findByRole('dialog', { name: 'Pay with QRIS' })).toBeVisible();
  });

  it('pays on the payment page if there is no code', async () => {
    const openWindow = jest.spyOn(window, 'open').mockReturnValue(null);
    const user = await open(
      makeTopup({ status: 'UNPAID', reference: 'A', payment_url: 'https://pay.example.com/a' }),
    );
    await user.click((await table()).getByRole('button', { name: 'Pay A' }));
    expect(openWindow).toHaveBeenCalledWith('https://pay.example.com/a', '_blank', 'noopener');
  });

  it('§8 reports a top-up without a way to pay', async () => {
    const user = await open(makeTopup({ status: 'UNPAID', reference: 'A' }));
    await user.click((await table()).getByRole('button', { name: 'Pay A' }));
    expect(await findToast('Payment URL not available')).toHaveTextContent(
      'This transaction cannot be paid. Please create a new topup.',
    );
  });

  it('§8 reports a top-up that has just expired', async () => {
    const now = new Date('2026-11-21T07:10:00.000Z');
    mockTopups(
      makeTopup({
        status: 'UNPAID',
        reference: 'A',
        payment_url: 'https://pay.example.com/a',
        expired_time: now.getTime() / 1000 + 20,
      }),
    );
    const user = await openDashboardAt(now);
    await goTo(user, 'Topup History');
    const pay = (await table()).getByRole('button', { name: 'Pay A' });
    jest.setSystemTime(now.getTime() + 21_000);
    await user.click(pay);
    expect(await findToast('Cannot pay this transaction')).toBeVisible();
  });

  it('§2 shows the details of a transaction', async () => {
    const user = await open(makeTopup({ reference: 'T1', pay_code: '88120049', status: 'UNPAID' }));
    await user.click((await table()).getByRole('button', { name: 'Details of T1' }));
    const details = within(await screen.findByRole('dialog', { name: 'Transaction details' }));
    for (const text of ['Discount 10 %', 'Rp 225.000', 'CS-26112300841', '88120049', 'UNPAID']) {
      expect(details.getByText(text)).toBeVisible();
    }
  });

  it.each(['PAID', 'EXPIRED', 'FAILED'] as const)(
    'shows no pay code and expiry in the details of a %s top-up',
    async (status) => {
      const user = await open(makeTopup({ reference: 'T1', pay_code: '88120049', status }));
      await user.click((await table()).getByRole('button', { name: 'Details of T1' }));
      const details = within(await screen.findByRole('dialog', { name: 'Transaction details' }));
      expect(details.queryByText('Expires')).not.toBeInTheDocument();
      expect(details.queryByText('88120049')).not.toBeInTheDocument();
    },
  );

  it('marks a refunded top-up in its row and details', async () => {
    const refund = {
      refunded_at: '2026-11-22T07:02:00.000Z',
      refunded_quantity: 7,
      credit_note_number: 'CN-2026-000001',
    };
    const user = await open(makeTopup({ reference: 'T1', ...refund }), makeTopup());
    const rows = await table();
    expect(rows.getAllByText('Refunded')).toHaveLength(1);
    expect(rows.getAllByText('PAID')).toHaveLength(2);
    await user.click(rows.getByRole('button', { name: 'Details of T1' }));
    const details = within(await screen.findByRole('dialog', { name: 'Transaction details' }));
    const valueOf = (term: string) =>
      details.getByText(term, { selector: 'dt' }).nextElementSibling;
    expect(valueOf('Status')).toHaveTextContent('PAIDRefunded');
    expect(valueOf('Refunded')).toHaveTextContent('22 Nov 2026, 14:02 WIB');
    expect(valueOf('Quota taken back')).toHaveTextContent('7');
    expect(valueOf('Credit note')).toHaveTextContent('CN-2026-000001');
  });

  it('marks a top-up whose refund is pending', async () => {
    await open(makeTopup({ reference: 'T1', refund_pending: true }));
    expect((await table()).getByText('Refund pending')).toBeVisible();
  });

  it('pays from the details, as after a reminder', async () => {
    const user = await open(
      makeTopup({ reference: 'A', status: 'UNPAID', pay_code: '88120049' }),
      makeTopup({ reference: 'B' }),
    );
    await user.click((await table()).getByRole('button', { name: 'Details of B' }));
    const paid = within(await screen.findByRole('dialog', { name: 'Transaction details' }));
    expect(paid.queryByRole('button', { name: 'Pay' })).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.click((await table()).getByRole('button', { name: 'Details of A' }));
    const details = within(await screen.findByRole('dialog', { name: 'Transaction details' }));
    await user.click(details.getByRole('button', { name: 'Pay' }));
    expect(await screen.findByRole('dialog', { name: 'Payment created' })).toBeVisible();
    expect(screen.queryByText('Transaction details')).not.toBeInTheDocument();
  });

  it('§8 shows a failed load', async () => {
    server.use(http.get('/api/user/topup/history', () => refuse(500)));
    const user = await openDashboard();
    await goTo(user, 'Topup History');
    expect(await findToast('Failed to load topup history')).toHaveTextContent('Please try again.');
  });

  it('links to the first top-up in the empty state', async () => {
    const user = await open();
    expect(await screen.findByText('No top-ups yet')).toBeVisible();
    await user.click(
      within(screen.getByRole('main')).getAllByRole('button', { name: 'Topup Quota' })[0]!,
    );
    expect(await screen.findByRole('dialog', { name: 'Topup Quota' })).toBeVisible();
  });
});
