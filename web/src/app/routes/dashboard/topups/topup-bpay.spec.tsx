import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { formatDateTime } from '@/lib/format/format.js';
import { never, ok, page, refuse } from '@/testing/responses.js';
import {
  goTo,
  openDashboard,
  openDashboardAt,
  advanceTime,
  sidebar,
  table,
} from '@/testing/dashboard.js';
import {
  makeBpayOrder,
  makeDashboard,
  makeMethod,
  makeTopup,
} from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const PREPARE = '/api/user/topup/bpay/prepare';
const VERIFY = '/api/user/topup/bpay/verify';
const TXID = 'M_P_71505104267788288';

const bpay = (code = 'BPAY') =>
  makeMethod({ code, name: 'Binance Pay', fee_flat: 0, fee_percent: 0 });

const order = async () =>
  within(await screen.findByRole('dialog', { name: 'Pay with Binance Pay' }));

/** Goes through the top-up dialog to the confirmed order of 10. */
const confirm = async (code = 'BPAY') => {
  server.use(http.get('/api/user/payment-methods/enabled', () => ok([makeMethod(), bpay(code)])));
  const user = await openDashboard();
  await user.click(sidebar().getByRole('button', { name: 'Topup' }));
  const d = within(await screen.findByRole('dialog', { name: 'Topup Quota' }));
  await user.click(await d.findByRole('radio', { name: /Binance Pay/ }));
  await user.click(await d.findByRole('button', { name: '10 quota' }));
  await waitFor(() => expect(d.getByRole('button', { name: 'Proceed' })).toBeEnabled());
  await user.click(d.getByRole('button', { name: 'Proceed' }));
  await user.click(await d.findByRole('button', { name: 'Continue with Binance Pay' }));
  return user;
};

const open = async (overrides: Parameters<typeof makeBpayOrder>[0] = {}) => {
  server.use(http.post(PREPARE, () => ok(makeBpayOrder(overrides))));
  const user = await confirm();
  return { user, d: await order() };
};

const enter = async ({ user, d }: Awaited<ReturnType<typeof open>>, txid = TXID) => {
  await user.type(d.getByLabelText('Order ID'), txid);
  await user.click(d.getByRole('button', { name: 'Verify' }));
};

describe('top-up by crypto transfer', () => {
  it.each(['BPAY', 'bpay'])('§4 prepares an order for the code %s', async (code) => {
    let recorded: unknown;
    server.use(
      http.post(PREPARE, async ({ request }) => {
        recorded = await request.json();
        return ok(makeBpayOrder());
      }),
    );
    await confirm(code);
    expect(await order()).toBeTruthy();
    expect(recorded).toEqual({ quantity: 10 });
  });

  it('closes with success when the transfer is credited without an entered Order ID', async () => {
    const { merchant_ref } = makeBpayOrder();
    server.use(
      http.get(`/api/user/topup/${merchant_ref}`, () =>
        ok(makeTopup({ reference: merchant_ref, merchant_ref, status: 'PAID' })),
      ),
    );
    await open({ automatic: true });
    expect(await findToast('Payment received')).toHaveTextContent('10 quota added.');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('§4 shows receiver, exact amount, merchant ref, USD estimate, instructions and expiry', async () => {
    const expires = Date.now() + 3_600_000;
    const { d } = await open({
      encoded_amount_usdt: 13.70012,
      usd_estimated_amount: 13.7,
      expired_time: Math.floor(expires / 1000),
    });
    for (const text of [
      '13.700120 USDT',
      '552841907',
      'CS-26112300917',
      'about $13.70',
      'Rp 225.000',
      formatDateTime(expires),
    ]) {
      expect(d.getByText(text)).toBeVisible();
    }
    expect(
      within(d.getByRole('list', { name: 'How to pay' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(makeBpayOrder().instructions);
  });

  it('copies the amount, the receiver and the merchant ref', async () => {
    const { user, d } = await open();
    for (const [what, value] of [
      ['Amount to send', '13.700123'],
      ['Receiver ID', '552841907'],
      ['Merchant ref', 'CS-26112300917'],
    ]) {
      await user.click(d.getByRole('button', { name: `Copy ${what}` }));
      expect(await navigator.clipboard.readText()).toBe(value);
    }
  });

  it('§8 shows a failed copy', async () => {
    const { user, d } = await open();
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
    await user.click(d.getByRole('button', { name: 'Copy Receiver ID' }));
    expect(await findToast('Copy failed')).toBeVisible();
  });

  it('counts down to the expiry and then warns against sending', async () => {
    const now = new Date('2026-11-21T07:10:00.000Z');
    const entry = makeTopup({
      status: 'UNPAID',
      reference: 'B1',
      payment_method: 'BPAY',
      expired_time: now.getTime() / 1000 + 62,
    });
    server.use(
      http.get('/api/user/topup/history', () => page([entry])),
      http.post(PREPARE, () => ok(makeBpayOrder({ expired_time: now.getTime() / 1000 + 62 }))),
    );
    const user = await openDashboardAt(now);
    await goTo(user, 'Topup History');
    await user.click((await table()).getByRole('button', { name: 'Pay B1' }));
    const d = await order();
    expect(d.getByRole('timer')).toHaveTextContent(/^01:0[12]$/);
    await advanceTime(63_000);
    expect(d.getByText(/^This order has expired. Don’t send/)).toBeVisible();
    expect(d.getByRole('button', { name: 'Verify' })).toBeEnabled();
  });

  it.each([
    ['the server’s message', 'Crypto transfers are not available now.', undefined],
    ['its own message', undefined, 'Failed to create BPAY order'],
  ])('§8 shows with %s that the order was not created', async (_, message, fallback) => {
    server.use(http.post(PREPARE, () => refuse(503, { message, code: 'BPAY_UNAVAILABLE' })));
    await confirm();
    expect(await findToast('BPAY Error')).toHaveTextContent(message ?? fallback);
    expect(screen.getByRole('dialog', { name: 'Topup Quota' })).toBeVisible();
  });

  it.each(['', '   '])('§5 requires the order id (%p)', async (typed) => {
    const opened = await open();
    if (typed) await opened.user.type(opened.d.getByLabelText('Order ID'), typed);
    await opened.user.click(opened.d.getByRole('button', { name: 'Verify' }));
    expect(await opened.d.findByText('Please enter your Binance Order ID (TXID).')).toBeVisible();
  });

  it.each([null, 'soon'])('§5 requires a finite encoded amount (%p)', async (amount) => {
    const opened = await open({ encoded_amount_usdt: amount as unknown as number });
    expect(opened.d.getByText('Encoded amount is not ready...')).toBeVisible();
    await enter(opened);
    expect(await opened.d.findAllByText('Encoded amount is not ready...')).toHaveLength(2);
  });

  it('§7 verifies by txid and encoded amount, shows the new quota and refreshes', async () => {
    let recorded: unknown;
    let paid = false;
    server.use(
      http.post(VERIFY, async ({ request }) => {
        recorded = await request.json();
        paid = true;
        return ok({ new_quota: 1017, reference: 'B1' });
      }),
      http.get('/api/user/topup/history', () =>
        page([makeTopup({ reference: 'B1', status: paid ? 'PAID' : 'UNPAID' })]),
      ),
      http.get('/api/user/dashboard', () => ok(makeDashboard({}, { quota: paid ? 1017 : 7 }))),
    );
    const opened = await open();
    await enter(opened, `  ${TXID} `);
    expect(await findToast('Payment received')).toHaveTextContent(
      '10 quota added. Your quota is now 1,017.',
    );
    expect(recorded).toEqual({
      txid: TXID,
      encoded_amount: 13.700123,
      merchant_ref: 'CS-26112300917',
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(sidebar().getByTestId('quota')).toHaveTextContent('1,017'));
    await goTo(opened.user, 'Topup History');
    expect((await table()).getByText('PAID')).toBeVisible();
  });

  it('keeps the input when the transfer is not found yet', async () => {
    const message = 'The transfer is not in the records yet. Nothing is lost.';
    server.use(http.post(VERIFY, () => refuse(404, { message, code: 'BPAY_NOT_FOUND_YET' })));
    const opened = await open();
    await enter(opened);
    const note = await opened.d.findByRole('alert');
    expect(note).toHaveTextContent(message);
    expect(note).toHaveTextContent('Your Order ID is still filled in. Select Verify to try again.');
    expect(opened.d.getByLabelText('Order ID')).toHaveValue(TXID);
    expect(opened.d.getByRole('button', { name: 'Verify' })).toBeEnabled();
    expect(await findToast('Verification Failed')).toHaveTextContent(message);
  });

  it.each([
    'The transfer is 0.5 USDT too small.',
    'This order id has paid for another order already.',
    'The transfer was not in USDT.',
  ])('shows the server’s message in the dialog: %s', async (message) => {
    server.use(http.post(VERIFY, () => refuse(409, { message, code: 'BPAY_REFUSED' })));
    const opened = await open();
    await enter(opened);
    expect(await opened.d.findByRole('alert')).toHaveTextContent(message);
    expect(opened.d.queryByText(/^Your Order ID is still filled in/)).not.toBeInTheDocument();
    const link = await opened.d.findByRole('link', { name: 'Contact support' });
    expect(decodeURIComponent(link.getAttribute('href')!).replaceAll('+', ' ')).toContain(
      `Binance Pay order CS-26112300917, Order ID ${TXID}`,
    );
  });

  it('shows an order id error at its field', async () => {
    const message = 'An order id has at most 64 characters.';
    server.use(
      http.post(VERIFY, () => refuse(400, { message, details: [{ path: 'txid', message }] })),
    );
    const opened = await open();
    await enter(opened);
    await waitFor(() =>
      expect(opened.d.getByLabelText('Order ID')).toHaveAccessibleDescription(message),
    );
  });

  it.each([
    [409, 'Verification Failed', 'Unable to verify payment'],
    [503, 'Verification Error', 'Failed to verify payment'],
  ])('§8 shows a fallback message for a %d without a message', async (status, title, text) => {
    server.use(http.post(VERIFY, () => refuse(status)));
    const opened = await open();
    await enter(opened);
    expect(await findToast(title)).toHaveTextContent(text);
    expect(opened.d.getByRole('alert')).toHaveTextContent(text);
  });

  it('sends one request even if Verify is clicked repeatedly', async () => {
    let recorded = 0;
    server.use(
      http.post(VERIFY, () => {
        recorded += 1;
        return never();
      }),
    );
    const opened = await open();
    await enter(opened);
    const button = await opened.d.findByRole('button', { name: 'Verifying...' });
    expect(button).toBeDisabled();
    await opened.user.type(opened.d.getByLabelText('Order ID'), '{Enter}');
    expect(recorded).toBe(1);
  });
});

describe('pending crypto transfer in the history', () => {
  const entry = (overrides = {}) =>
    makeTopup({
      status: 'UNPAID',
      reference: 'B1',
      payment_method: 'BPAY',
      payment_name: 'Binance Pay',
      encoded_amount: 13.700123,
      bpay_encoded_amount: 13.700123,
      quantity: 3,
      ...overrides,
    });

  const history = async (...items: ReturnType<typeof makeTopup>[]): Promise<UserEvent> => {
    server.use(http.get('/api/user/topup/history', () => page(items)));
    const user = await openDashboard();
    await goTo(user, 'Topup History');
    return user;
  };

  it('is resumed by Pay', async () => {
    let recorded: unknown;
    server.use(
      http.post(PREPARE, async ({ request }) => {
        recorded = await request.json();
        return ok(makeBpayOrder({ quantity: 3 }));
      }),
    );
    const user = await history(entry());
    await user.click((await table()).getByRole('button', { name: 'Pay B1' }));
    expect((await order()).getByText('13.700123 USDT')).toBeVisible();
    expect(recorded).toEqual({ quantity: 3 });
  });

  it('is resumed with its voucher, without which another order would be created', async () => {
    let recorded: unknown;
    server.use(
      http.post(PREPARE, async ({ request }) => {
        recorded = await request.json();
        return ok(makeBpayOrder({ quantity: 3 }));
      }),
    );
    const user = await history(entry({ voucher_code: 'SUMMER-26' }));
    await user.click((await table()).getByRole('button', { name: 'Pay B1' }));
    await order();
    expect(recorded).toEqual({ quantity: 3, voucher_code: 'SUMMER-26' });
  });

  it('sends one prepare request when Pay is clicked twice', async () => {
    let recorded = 0;
    server.use(
      http.post(PREPARE, () => {
        recorded += 1;
        return never();
      }),
    );
    const user = await history(entry(), entry({ reference: 'B2' }));
    const rows = await table();
    const pay = rows.getByRole('button', { name: 'Pay B1' });
    await user.click(pay);
    expect(pay).toBeDisabled();
    expect(rows.getByRole('button', { name: 'Pay B2' })).toBeEnabled();
    await user.click(pay);
    await waitFor(() => expect(recorded).toBe(1));
  });

  it('can be verified as listed, since Pay may return a different order', async () => {
    let recorded: unknown;
    server.use(
      http.post(VERIFY, async ({ request }) => {
        recorded = await request.json();
        return ok({ new_quota: 10, reference: 'B1' });
      }),
    );
    const user = await history(entry({ merchant_ref: 'CS-1' }));
    await user.click((await table()).getByRole('button', { name: 'Verify B1' }));
    const d = within(await screen.findByRole('dialog', { name: 'Verify a Binance Pay transfer' }));
    expect(d.queryByText('Receiver ID')).not.toBeInTheDocument();
    await enter({ user, d });
    expect(await findToast('Payment received')).toHaveTextContent('3 quota added.');
    expect(recorded).toEqual({ txid: TXID, encoded_amount: 13.700123, merchant_ref: 'CS-1' });
  });

  it.each(['PAID', 'FAILED'] as const)('cannot be verified when it is %s', async (status) => {
    await history(entry({ status }));
    const rows = await table();
    expect(rows.queryByRole('button', { name: /^Verify/ })).not.toBeInTheDocument();
  });

  it('§4 cannot be paid after its expiry', async () => {
    await history(entry({ expired_time: Math.floor(Date.now() / 1000) - 1 }));
    const rows = await table();
    expect(rows.getByText('EXPIRED')).toBeVisible();
    expect(rows.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
  });

  it('shows the exact amount in its details', async () => {
    const user = await history(entry());
    await user.click((await table()).getByRole('button', { name: 'Details of B1' }));
    const details = within(await screen.findByRole('dialog', { name: 'Transaction details' }));
    expect(details.getByText('13.700123 USDT')).toBeVisible();
  });

  it('§8 shows why it could not be resumed', async () => {
    server.use(http.post(PREPARE, () => refuse(500)));
    const user = await history(entry());
    await user.click((await table()).getByRole('button', { name: 'Pay B1' }));
    expect(await findToast('BPAY Error')).toHaveTextContent('Failed to create BPAY order');
  });

  it('can be verified for 7 days after its expiry, as it may have been sent in time', async () => {
    const day = 86_400;
    const now = Math.floor(Date.now() / 1000);
    let recorded: unknown;
    server.use(
      http.post(VERIFY, async ({ request }) => {
        recorded = await request.json();
        return ok({ new_quota: 10, reference: 'B1' });
      }),
    );
    const user = await history(
      entry({ status: 'EXPIRED', expired_time: now - 6 * day, merchant_ref: 'CS-1' }),
      entry({ status: 'EXPIRED', reference: 'B2', expired_time: now - 8 * day }),
      makeTopup({ status: 'EXPIRED', reference: 'Q1', expired_time: now - day }),
    );
    const rows = await table();
    expect(rows.getAllByRole('button', { name: /^Verify/ })).toHaveLength(1);
    await user.click(rows.getByRole('button', { name: 'Verify B1' }));
    const d = within(await screen.findByRole('dialog', { name: 'Verify a Binance Pay transfer' }));
    expect(d.queryByText('Receiver ID')).not.toBeInTheDocument();
    await enter({ user, d });
    expect(await findToast('Payment received')).toHaveTextContent('3 quota added.');
    expect(recorded).toEqual({ txid: TXID, encoded_amount: 13.700123, merchant_ref: 'CS-1' });
  });
});
