import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { never, ok, page, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, sidebar, table } from '@/testing/dashboard.js';
import {
  makeBpayOrder,
  makeCreated,
  makeMethod,
  makeTopup,
  makeVersion,
} from '@/testing/factories/factories.js';
import { server } from '@/testing/server.js';

const QR = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const bpay = makeMethod({ code: 'BPAY', name: 'Binance Pay', fee_flat: 0, fee_percent: 0 });

const open = async () => {
  const user = await openDashboard();
  await user.click(sidebar().getByRole('button', { name: 'Topup' }));
  const d = within(await screen.findByRole('dialog', { name: 'Topup Quota' }));
  return { user, d };
};

/** Selects ten quota with this method and stops before the last button. */
const toConfirm = async (name: RegExp) => {
  const { user, d } = await open();
  await user.click(await d.findByRole('radio', { name }));
  await user.click(await d.findByRole('button', { name: '10 quota' }));
  await waitFor(() => expect(d.getByRole('button', { name: 'Proceed' })).toBeEnabled());
  await user.click(d.getByRole('button', { name: 'Proceed' }));
  return { user, d };
};

const payment = async (name: RegExp) => within(await screen.findByRole('dialog', { name }));

const isBefore = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

const valueOf = (within: Awaited<ReturnType<typeof payment>>, term: string) =>
  within.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;

describe('top-up total', () => {
  it('is shown below amount and fee once a method is selected', async () => {
    const { user, d } = await open();
    await d.findByText('Choose a payment method to see the total.');
    await user.click(await d.findByRole('radio', { name: /QRIS/ }));
    await user.click(d.getByRole('button', { name: '10 quota' }));
    await d.findByText('Rp 227.325');
    expect(valueOf(d, 'Amount (ex fee)')).toMatch(/^Rp 225\.000 /);
    expect(valueOf(d, 'QRIS fee')).toBe('Rp 2.325');
    expect(valueOf(d, 'Total')).toBe('Rp 227.325');
    expect(d.getByText('Rp 227.325').closest('.dialog-body')).toBeNull();
  });

  it('is shown on the button that places the order', async () => {
    const { d } = await toConfirm(/QRIS/);
    expect(await d.findByRole('button', { name: 'Pay Rp 227.325' })).toBeVisible();
  });

  it.each([
    ['the QR dialog', QR, /^Pay with/],
    ['the created payment', null, /^Payment created/],
  ])('can be copied from %s, next to amount and fee', async (_, qr_url, name) => {
    server.use(http.post('/api/user/topup', () => ok(makeCreated({ qr_url }))));
    const { user, d } = await toConfirm(/QRIS/);
    await user.click(await d.findByRole('button', { name: 'Pay Rp 227.325' }));
    const dialog = await payment(name);
    expect(dialog.getByText('Rp 227.325')).toBeVisible();
    expect(valueOf(dialog, 'Amount (ex fee)')).toBe('Rp 225.000');
    expect(valueOf(dialog, 'Fee')).toBe('Rp 2.325');
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Copy Total' }));
    expect(await navigator.clipboard.readText()).toBe('227325');
  });

  it('is the provider’s, with a note if it differs from the confirmed total', async () => {
    const created = makeCreated({ qr_url: QR, fee_amount: 2_500, payable_amount: 227_500 });
    server.use(http.post('/api/user/topup', () => ok(created)));
    const { user, d } = await toConfirm(/QRIS/);
    await user.click(await d.findByRole('button', { name: 'Pay Rp 227.325' }));
    const dialog = await payment(/^Pay with/);
    expect(dialog.getByText('Rp 227.500')).toBeVisible();
    expect(dialog.getByRole('alert')).toHaveTextContent(
      'The provider’s total differs from the Rp 227.325 shown before. You haven’t been charged.',
    );
  });

  it('equals the amount for a method without a fee', async () => {
    const free = makeMethod({ fee_flat: 0, fee_percent: 0 });
    server.use(http.get('/api/user/payment-methods/enabled', () => ok([free])));
    const { d } = await toConfirm(/QRIS/);
    expect(valueOf(d, 'QRIS fee')).toBe('No fee');
    expect(await d.findByRole('button', { name: 'Pay Rp 225.000' })).toBeVisible();
  });

  it('is the exact USDT amount for a transfer, known after ordering', async () => {
    server.use(
      http.get('/api/user/payment-methods/enabled', () => ok([bpay])),
      http.post('/api/user/topup/bpay/prepare', () => ok(makeBpayOrder())),
    );
    const { user, d } = await toConfirm(/Binance Pay/);
    expect(valueOf(d, 'Total')).toBe(
      'about 13.70 USDTYou’ll see the exact amount in the next step.',
    );
    await user.click(await d.findByRole('button', { name: 'Continue with Binance Pay' }));
    const dialog = await payment(/^Pay with Binance Pay/);
    expect(dialog.getByText('13.700123 USDT')).toBeVisible();
    expect(dialog.getByText('This is the total, with no fee.')).toBeVisible();
  });

  it('is shown in the history and can be copied from the details', async () => {
    const topups = [
      makeTopup({ reference: 'T1' }),
      makeTopup({ reference: 'B1', payment_method: 'BPAY', encoded_amount: 13.700123 }),
      makeTopup({ reference: null, status: 'PENDING', fee_amount: null, payable_amount: null }),
    ];
    server.use(http.get('/api/user/topup/history', () => page(topups)));
    const user = await openDashboard();
    await goTo(user, 'Topup History');
    const rows = await table();
    const totals = rows.getAllByRole('row').map((row) => row.children[4]?.textContent);
    expect(totals).toEqual(['Total', 'Rp 227.325', '13.700123 USDT', '–']);
    const items = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(items[0]).toHaveTextContent(/Rp 227\.325.*Amount \(ex fee\) Rp 225\.000/);
    expect(items[2]).toHaveTextContent('Amount (ex fee) Rp 225.000');

    await user.click(rows.getByRole('button', { name: 'Details of T1' }));
    const details = await payment(/^Transaction details/);
    expect(valueOf(details, 'Amount (ex fee)')).toBe('Rp 225.000');
    expect(valueOf(details, 'Fee')).toBe('Rp 2.325');
    expect(valueOf(details, 'Total')).toBe('Rp 227.325');
    await user.click(details.getByRole('button', { name: 'Copy Total' }));
    expect(await navigator.clipboard.readText()).toBe('227325');
  });
});

describe('top-up without installable Windows version', () => {
  const WARNING = 'No Windows version can be installed right now.';
  const versions = (...available: boolean[]) =>
    http.get('/api/user/windows-versions', () =>
      ok(available.map((isAvailable) => makeVersion({ available: isAvailable }))),
    );
  const orders = () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/api/user/topup', async ({ request }) => {
        sent.push(await request.json());
        return ok(makeCreated({ qr_url: QR }));
      }),
    );
    return sent;
  };

  it.each([
    ['no version has an image', [false, false]],
    ['no version exists', []],
  ])('warns before the payment and requires another click (%s)', async (_, available) => {
    server.use(versions(...available));
    const sent = orders();
    const { user, d } = await open();
    const warning = await d.findByText(WARNING);
    expect(isBefore(warning, d.getByLabelText('Quantity'))).toBe(true);
    expect(d.queryByRole('checkbox')).not.toBeInTheDocument();

    await user.click(await d.findByRole('radio', { name: /QRIS/ }));
    await user.click(await d.findByRole('button', { name: '10 quota' }));
    await waitFor(() => expect(d.getByRole('button', { name: 'Proceed' })).toBeEnabled());
    await user.click(d.getByRole('button', { name: 'Proceed' }));
    const pay = await d.findByRole('button', { name: 'Pay Rp 227.325' });
    await user.dblClick(pay);
    expect(d.getByRole('alert')).toHaveTextContent('Tick the box to continue.');
    expect(d.getByRole('checkbox', { name: 'Top up anyway' })).toHaveFocus();
    expect(sent).toEqual([]);

    await user.click(d.getByRole('checkbox', { name: 'Top up anyway' }));
    await user.click(pay);
    await payment(/^Pay with/);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['a version is installable', versions(false, true)],
    ['the versions are not known yet', http.get('/api/user/windows-versions', never)],
    ['the versions cannot be loaded', http.get('/api/user/windows-versions', () => refuse(503))],
  ])('shows no warning if %s', async (_, answer) => {
    server.use(answer);
    const sent = orders();
    const { user, d } = await toConfirm(/QRIS/);
    expect(d.queryByText(WARNING)).not.toBeInTheDocument();
    await user.click(await d.findByRole('button', { name: 'Pay Rp 227.325' }));
    await payment(/^Pay with/);
    expect(sent).toHaveLength(1);
  });
});
