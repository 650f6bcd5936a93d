import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, page, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, sidebar, table } from '@/testing/dashboard.js';
import {
  makeBpayOrder,
  makeCreated,
  makeMethod,
  makeTopup,
  makeUser,
} from '@/testing/factories/factories.js';
import { back, reload } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const PAY = 'Pay Rp 227.325';
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Topup Quota' }));

const toConfirm = async () => {
  server.use(http.get('/api/user/profile', () => ok({ user: makeUser({ id: 'me' }) })));
  const user = await openDashboard();
  await user.click(sidebar().getByRole('button', { name: 'Topup' }));
  const d = await dialog();
  await user.click(await d.findByRole('radio', { name: /QRIS/ }));
  await user.click(await d.findByRole('button', { name: '10 quota' }));
  await waitFor(() => expect(d.getByRole('button', { name: 'Proceed' })).toBeEnabled());
  await user.click(d.getByRole('button', { name: 'Proceed' }));
  await d.findByRole('button', { name: PAY });
  return user;
};

describe('top-up history state', () => {
  it('Back closes the dialog and nothing else', async () => {
    const user = await openDashboard();
    await goTo(user, 'Install History');
    await user.click(sidebar().getByRole('button', { name: 'Topup' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Topup Quota' }));
    await user.click(await dialog.findByRole('radio', { name: /QRIS/ }));
    back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { level: 1, name: 'Install History' })).toBeVisible();
  });

  it('a reload restores the confirmation, and Pay places the same order', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post('/api/user/topup', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return refuse(502);
      }),
    );
    const user = await toConfirm();
    await user.click(screen.getByRole('button', { name: PAY }));
    await waitFor(() => expect(keys).toHaveLength(1));
    await reload();
    await user.click(await (await dialog()).findByRole('button', { name: PAY }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).toBe(keys[0]);
  });

  it('a reload returns to the first step if the method is no longer offered', async () => {
    await toConfirm();
    server.use(
      http.get('/api/user/payment-methods/enabled', () => ok([makeMethod({ code: 'OTHER' })])),
    );
    await reload();
    expect(await (await dialog()).findByRole('button', { name: 'Proceed' })).toBeVisible();
    expect(screen.queryByRole('button', { name: PAY })).not.toBeInTheDocument();
  });

  /** Creates an order and opens its payment dialog. The server then returns the order with the fields of `payment`. */
  const toPayment = async (payment: Partial<ReturnType<typeof makeTopup>>) => {
    const created = makeCreated({ reference: 'T-VA-1', pay_code: '8808123456' });
    server.use(
      http.post('/api/user/topup', () => ok(created)),
      http.get('/api/user/topup/T-VA-1', () =>
        ok(makeTopup({ ...created, status: 'UNPAID', ...payment })),
      ),
    );
    const user = await toConfirm();
    await user.click(screen.getByRole('button', { name: PAY }));
    await screen.findByRole('dialog', { name: 'Payment created' });
    return user;
  };

  it('a reload restores a payment without a QR code and shows its payment number', async () => {
    await toPayment({});
    await reload();
    const d = within(await screen.findByRole('dialog', { name: 'Payment created' }));
    expect(d.getByText('8808123456')).toBeVisible();
    expect(d.getByRole('button', { name: 'Continue to Payment' })).toBeVisible();
  });

  it('a reload opens the details if the payment was made in the meantime', async () => {
    await toPayment({});
    server.use(
      http.get('/api/user/topup/T-VA-1', () =>
        ok(makeTopup({ reference: 'T-VA-1', status: 'PAID' })),
      ),
    );
    await reload();
    await screen.findByRole('dialog', { name: 'Transaction details' });
  });

  it("a reload shows 'Not found' if the payment belongs to another user", async () => {
    await toPayment({});
    server.use(http.get('/api/user/topup/T-VA-1', () => refuse(404, { code: 'NOT_FOUND' })));
    await reload();
    const d = await screen.findByRole('dialog', { name: 'Not found' });
    expect(d).toHaveTextContent('We couldn’t find this in your account.');
  });

  describe('crypto transfer', () => {
    const order = makeBpayOrder({ merchant_ref: 'CS-1' });
    const transfer = makeTopup({
      merchant_ref: 'CS-1',
      reference: null,
      payment_method: 'BPAY',
      status: 'UNPAID',
      encoded_amount: order.encoded_amount_usdt,
    });

    const toTransfer = async () => {
      server.use(
        http.get('/api/user/profile', () => ok({ user: makeUser({ id: 'me' }) })),
        http.get('/api/user/topup/history', () => page([transfer])),
        http.get('/api/user/topup/CS-1', () => ok(transfer)),
        http.post('/api/user/topup/bpay/prepare', () => ok(order)),
      );
      const user = await openDashboard();
      await goTo(user, 'Topup History');
      await user.click((await table()).getByRole('button', { name: 'Pay CS-1' }));
      await screen.findByRole('dialog', { name: 'Pay with Binance Pay' });
      return user;
    };

    it('a reload restores the receiver and the input', async () => {
      const user = await toTransfer();
      await user.type(screen.getByLabelText('Order ID'), 'M_P_7');
      await reload();
      const d = within(await screen.findByRole('dialog', { name: 'Pay with Binance Pay' }));
      expect(d.getByText('13.700123 USDT')).toBeVisible();
      expect(d.getByText(order.receiver_id)).toBeVisible();
      expect(d.getByLabelText('Order ID')).toHaveValue('M_P_7');
    });

    it('offers only verification if another order is open now', async () => {
      await toTransfer();
      server.use(
        http.post('/api/user/topup/bpay/prepare', () =>
          ok(makeBpayOrder({ merchant_ref: 'CS-2', encoded_amount_usdt: 9.9 })),
        ),
      );
      await reload();
      const d = await screen.findByRole('dialog', { name: 'Verify a Binance Pay transfer' });
      expect(within(d).getByText('13.700123 USDT')).toBeVisible();
    });
  });
});
