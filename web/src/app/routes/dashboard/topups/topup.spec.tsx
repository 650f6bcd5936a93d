import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { formatDateTime } from '@/lib/format/format.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { openDashboard, openDashboardAt, advanceTime, sidebar } from '@/testing/dashboard.js';
import {
  makeCreated,
  makeDashboard,
  makeMethod,
  makeQuote,
  makeTopup,
} from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

/** Total for 10 quota by QRIS: the amount ex fee plus the fee. */
const PAY = 'Pay Rp 227.325';

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Topup Quota' }));

const open = async (user?: UserEvent) => {
  const opened = user ?? (await openDashboard());
  await opened.click(sidebar().getByRole('button', { name: 'Topup' }));
  const d = await dialog();
  await d.findByRole('radio', { name: /QRIS/ });
  return { user: opened, d };
};

const toConfirm = async () => {
  const { user, d } = await open();
  await user.click(d.getByRole('radio', { name: /QRIS/ }));
  await user.click(await d.findByRole('button', { name: '10 quota' }));
  await d.findByText('Rp 225.000');
  await waitFor(() => expect(d.getByRole('button', { name: 'Proceed' })).toBeEnabled());
  await user.click(d.getByRole('button', { name: 'Proceed' }));
  await d.findByRole('button', { name: PAY });
  return { user, d };
};

describe('Topup Quota dialog', () => {
  it('§9 prices a quantity: product, discount, separate fee line, amount ex fee', async () => {
    const { user, d } = await open();
    await user.click(d.getByRole('radio', { name: /QRIS/ }));
    await user.click(await d.findByRole('button', { name: '10 quota' }));
    expect(await d.findByText('Install quota, 10 × Rp 25.000')).toBeVisible();
    expect(d.getByText('Discount 10 %')).toBeVisible();
    expect(d.getByText('−Rp 25.000')).toBeVisible();
    expect(d.getByText('QRIS fee')).toBeVisible();
    expect(d.getByText('Rp 2.325')).toBeVisible();
    expect(d.getByText('Amount (ex fee)')).toBeVisible();
    expect(d.getByText('about $13.70')).toBeVisible();
  });

  it('§9 requests the price 500 ms after the last change', async () => {
    const recordedRequests: number[] = [];
    server.use(
      http.post('/api/user/topup/calculate', async ({ request }) => {
        const { quantity } = (await request.json()) as { quantity: number };
        recordedRequests.push(quantity);
        return ok(makeQuote(quantity));
      }),
    );
    const user = await openDashboardAt(new Date());
    const { d } = await open(user);
    await advanceTime(1_000);
    expect(recordedRequests).toEqual([1]);
    const field = d.getByLabelText('Quantity');
    await user.clear(field);
    await user.type(field, '12');
    await advanceTime(450);
    expect(recordedRequests).toEqual([1]);
    await advanceTime(100);
    expect(recordedRequests).toEqual([1, 12]);
  });

  it('§5 requires a quantity and a payment method', async () => {
    const { user, d } = await open();
    await d.findByText(/^about/);
    await user.click(d.getByRole('button', { name: 'Proceed' }));
    expect(d.getByText('Please enter quantity and select payment method')).toBeVisible();
    await user.click(d.getByRole('radio', { name: /QRIS/ }));
    await user.clear(d.getByLabelText('Quantity'));
    await user.click(d.getByRole('button', { name: 'Proceed' }));
    expect(d.getByText('Please enter quantity and select payment method')).toBeVisible();
    expect(d.queryByRole('button', { name: PAY })).not.toBeInTheDocument();
    expect(d.getByLabelText('Quantity')).toHaveFocus();
  });

  it('§5 accepts only integers of at least 1', async () => {
    const { user, d } = await open();
    const field = d.getByLabelText('Quantity');
    await user.clear(field);
    await user.type(field, '-2.5x');
    expect(field).toHaveValue('25');
    await user.clear(field);
    await user.type(field, '0');
    expect(d.getByText('Enter a whole number from 1 to 1000.')).toBeVisible();
    await user.clear(field);
    await user.type(field, '1');
    expect(d.getByRole('button', { name: 'Less' })).toBeDisabled();
    await user.click(d.getByRole('button', { name: 'More' }));
    expect(field).toHaveValue('2');
  });

  it('disables methods that do not accept the amount', async () => {
    server.use(
      http.get('/api/user/payment-methods/enabled', () =>
        ok([
          makeMethod(),
          makeMethod({ code: 'BRIVA', name: 'BRI Virtual Account', minimum_amount: 100_000 }),
        ]),
      ),
    );
    const { d } = await open();
    await waitFor(() => expect(d.getByRole('radio', { name: /BRI/ })).toBeDisabled());
    expect(d.getByText('from Rp 100.000')).toBeVisible();
  });

  it.each([
    ['/api/user/topup/calculate', 'Calculation Error', 'Failed to price'],
    ['/api/user/topup', 'Payment Error', 'Failed to create payment'],
  ])('§8 shows a failure of %s', async (path, title, text) => {
    if (path.endsWith('calculate')) {
      server.use(http.post(path, () => refuse(500)));
      await open();
    } else {
      server.use(http.post(path, () => refuse(502)));
      const { user, d } = await toConfirm();
      await user.click(d.getByRole('button', { name: PAY }));
    }
    expect(await findToast(title)).toHaveTextContent(text);
  });

  it.each([
    [
      'offline',
      false,
      'You’re offline. No payment was created and you haven’t been charged. Try again when you’re back online.',
    ],
    [
      'without a response',
      true,
      'The server didn’t respond. You haven’t been charged. You can pay again; this won’t create a second payment.',
    ],
  ])('%s: explains that nothing was charged and what to do', async (_, online, sentence) => {
    server.use(http.post('/api/user/topup', () => HttpResponse.error()));
    const { user, d } = await toConfirm();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    await user.click(d.getByRole('button', { name: PAY }));
    expect(await findToast('Payment Error')).toHaveTextContent(
      `Failed to create payment. ${sentence}`,
    );
  });

  it('§8 shows that the payment methods failed to load', async () => {
    server.use(http.get('/api/user/payment-methods/enabled', () => refuse(500)));
    const user = await openDashboard();
    await user.click(sidebar().getByRole('button', { name: 'Topup' }));
    expect(await findToast('Failed to load payment methods')).toBeVisible();
    expect(await (await dialog()).findByRole('button', { name: 'Try Again' })).toBeVisible();
  });

  it.each([
    ['Escape', (user: UserEvent) => user.keyboard('{Escape}')],
    ['the X', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Close' }))],
    ['a click outside', (user: UserEvent) => user.click(document.querySelector('.overlay')!)],
  ])('§8 %s does not discard the response to Pay', async (_, leave) => {
    const { answer, settle } = deferredResponse();
    server.use(http.post('/api/user/topup', () => answer));
    const { user, d } = await toConfirm();
    await user.click(d.getByRole('button', { name: PAY }));
    await waitFor(() => expect(d.getByRole('button', { name: PAY })).toBeDisabled());
    await leave(user);
    expect(screen.getByRole('dialog', { name: 'Topup Quota' })).toBeVisible();
    settle(refuse(502));
    expect(await findToast('Payment Error')).toHaveTextContent('Failed to create payment');
    expect(d.getByRole('button', { name: PAY })).toBeEnabled();
  });

  it('sends the same idempotency key for every attempt at an order', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post('/api/user/topup', async ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        expect(await request.json()).toEqual({ quantity: 10, payment_method: 'QRIS' });
        return refuse(502);
      }),
    );
    const { user, d } = await toConfirm();
    const pay = d.getByRole('button', { name: PAY });
    await user.click(pay);
    await waitFor(() => expect(keys).toHaveLength(1));
    await waitFor(() => expect(pay).toBeEnabled());
    await user.click(pay);
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('§4 continues to the payment page in a new window and closes', async () => {
    server.use(http.post('/api/user/topup', () => ok(makeCreated())));
    const openWindow = jest.spyOn(window, 'open').mockReturnValue(null);
    const { user, d } = await toConfirm();
    await user.click(d.getByRole('button', { name: PAY }));
    const created = within(await screen.findByRole('dialog', { name: 'Payment created' }));
    expect(created.getByText('T26112300841')).toBeVisible();
    expect(created.getByText('Rp 225.000')).toBeVisible();
    await user.click(created.getByRole('button', { name: 'Continue to Payment' }));
    expect(openWindow).toHaveBeenCalledWith(
      'https://pay.example.com/checkout/T26112300841',
      '_blank',
      'noopener',
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('§2 closes a created payment, which stays in the history', async () => {
    server.use(http.post('/api/user/topup', () => ok(makeCreated())));
    const openWindow = jest.spyOn(window, 'open').mockReturnValue(null).mockClear();
    const { user, d } = await toConfirm();
    await user.click(d.getByRole('button', { name: PAY }));
    const created = within(await screen.findByRole('dialog', { name: 'Payment created' }));
    await user.click(created.getAllByRole('button', { name: 'Close' })[1]!);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('§2 shows in the QR dialog that the payment has expired', async () => {
    const now = Math.floor(Date.now() / 1000);
    const created = makeCreated({
      qr_url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
      expired_time: now + 120,
    });
    server.use(http.post('/api/user/topup', () => ok(created)));
    const { user, d } = await toConfirm();
    jest.useFakeTimers({ now: now * 1000 });
    await userClickWithFakeTime(user, d.getByRole('button', { name: PAY }));
    const qr = within(await screen.findByRole('dialog', { name: /^Pay with/ }));
    expect(qr.getByRole('timer')).toBeVisible();
    await advanceTime(121_000);
    expect(qr.getByRole('alert')).toHaveTextContent(
      'This payment has expired. Please create a new top-up.',
    );
    expect(qr.getByText('EXPIRED')).toBeVisible();
    expect(qr.queryByRole('timer')).not.toBeInTheDocument();
  });

  it('§4 shows the QR code, polls every 5 s and closes when it is PAID', async () => {
    const created = makeCreated({ qr_url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' });
    let entry = makeTopup({ reference: created.reference, status: 'UNPAID' });
    let quota = 7;
    server.use(
      http.post('/api/user/topup', () => ok(created)),
      http.get('/api/user/topup/history', () => page([entry])),
      http.get('/api/user/dashboard', () => ok(makeDashboard({}, { quota }))),
    );
    const { user, d } = await toConfirm();
    jest.useFakeTimers({ now: Date.now() });
    await userClickWithFakeTime(user, d.getByRole('button', { name: PAY }));
    const qr = within(
      await screen.findByRole('dialog', { name: `Pay with ${created.payment_name}` }),
    );
    expect(qr.getByRole('img', { name: /QR code/ })).toHaveAttribute('src', created.qr_url);
    for (const text of [
      'Amount (ex fee)',
      'Rp 225.000',
      'UNPAID',
      created.payment_name,
      created.reference,
      '88120049',
      formatDateTime(created.expired_time * 1000),
    ]) {
      expect(qr.getByText(text)).toBeVisible();
    }
    await advanceTime(5_100);
    expect(
      qr.getByText('Waiting for your payment. This page updates automatically.'),
    ).toBeVisible();

    entry = { ...entry, status: 'PAID' };
    quota = 17;
    await advanceTime(5_100);
    expect(await findToast('Payment received')).toHaveTextContent('10 quota added.');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible();
    await waitFor(() => expect(sidebar().getByTestId('quota')).toHaveTextContent('17'));
  });

  it('§4 finds the payment on later pages of the history', async () => {
    const created = makeCreated({ qr_url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' });
    let version = 2;
    let status: 'UNPAID' | 'PAID' = 'UNPAID';
    const recordedRequests: number[] = [];
    server.use(
      http.post('/api/user/topup', () => ok(created)),
      http.get('/api/user/topup/history', ({ request }) => {
        const number = Number(new URL(request.url).searchParams.get('page'));
        recordedRequests.push(number);
        const entry = number === version ? { reference: created.reference, status } : {};
        return page([makeTopup(entry)], { page: number, total: 45 });
      }),
    );
    const { user, d } = await toConfirm();
    jest.useFakeTimers({ now: Date.now() });
    await userClickWithFakeTime(user, d.getByRole('button', { name: PAY }));
    await screen.findByRole('dialog', { name: /^Pay with/ });
    await advanceTime(5_100);
    expect(recordedRequests).toContain(2);
    expect(recordedRequests).not.toContain(3);
    version = 3;
    status = 'PAID';
    await advanceTime(5_100);
    expect(await findToast('Payment received')).toBeVisible();
    expect(Math.max(...recordedRequests)).toBe(3);
  });

  it('§9 pauses polling while the tab is hidden', async () => {
    const created = makeCreated({ qr_url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' });
    let recordedRequests = 0;
    server.use(
      http.post('/api/user/topup', () => ok(created)),
      http.get('/api/user/topup/history', () => {
        recordedRequests += 1;
        return page([makeTopup({ reference: created.reference, status: 'UNPAID' })]);
      }),
    );
    const { user, d } = await toConfirm();
    jest.useFakeTimers({ now: Date.now() });
    await userClickWithFakeTime(user, d.getByRole('button', { name: PAY }));
    await screen.findByRole('dialog', { name: /^Pay with/ });
    await advanceTime(5_100);
    const before = recordedRequests;
    expect(before).toBeGreaterThan(0);
    showTab('hidden');
    await advanceTime(20_000);
    expect(recordedRequests).toBe(before);
    showTab('visible');
    await advanceTime(5_100);
    expect(recordedRequests).toBeGreaterThan(before);
  });
});

/** Creates a response that the test resolves later. */
function deferredResponse() {
  let settle: (answer: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => {
    settle = resolve;
  });
  return { answer, settle: (response: Response) => settle(response) };
}

function showTab(state: DocumentVisibilityState) {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  window.dispatchEvent(new Event('visibilitychange'));
}

/** user-event waits with timers, which are fake here. */
async function userClickWithFakeTime(_: UserEvent, element: HTMLElement) {
  element.click();
  await advanceTime(0);
}
