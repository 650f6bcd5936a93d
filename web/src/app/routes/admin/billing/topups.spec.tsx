import type { AdminTopupDetails } from '@casement/proto/http/billing/admin-topups.js';
import type { TopupRefund } from '@casement/proto/http/billing/refunds.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { csvTime } from '@/lib/csv/csv.js';
import { openAdmin } from '@/testing/admin.js';
import { never, ok, page, refuse } from '@/testing/responses.js';
import { makeAdminTopup, makeTopupDetails } from '@/testing/factories/admin-factories.js';
import { makeUser } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { savedFiles } from '@/testing/saved-files.js';
import { server } from '@/testing/server.js';

const TOPUPS = '/api/admin/topups';
const item = makeAdminTopup({ reference: 'T26112300841', username: 'budi_s', status: 'PAID' });

const region = async () => within(await screen.findByRole('region', { name: 'Top-ups' }));

describe('/admin top-ups', () => {
  const csv = savedFiles();

  it('exports CSV with the current filters', async () => {
    const requests: string[] = [];
    const user = await openAdmin('Top-ups', [
      http.get(TOPUPS, ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        if (searchParams.has('after')) requests.push(search);
        return page([item]);
      }),
    ]);
    await user.selectOptions((await region()).getByLabelText('Status'), 'PAID');
    await user.click((await region()).getByRole('button', { name: 'Export CSV' }));
    expect(await findToast('Export saved')).toHaveTextContent(/1 rows in top-ups-.*\.csv/);
    expect(requests).toEqual(['?page=1&pageSize=100&status=PAID&after=']);
    const [head, line, end] = (await csv.text()).split('\r\n');
    expect(head).toBe(
      'Reference,Our reference,User,User ID,Quantity,Before discount,Discount,Amount (ex fee),Fee,Total including fee,Payment,Status,Created,Paid',
    );
    expect(line?.split(',')).toEqual(
      [
        ...[item.reference, item.merchant_ref, 'budi_s', item.user_id, item.quantity],
        ...[item.total_amount, item.discount_amount, item.final_amount, item.fee_amount],
        ...[item.payable_amount, item.payment_name, 'PAID', csvTime(item.created_at)],
        item.paid_at && csvTime(item.paid_at),
      ].map((cell) => String(cell ?? '')),
    );
    expect(end).toBe('');
  });

  it('§2 shows the order, user, payment method and status of each top-up', async () => {
    await openAdmin('Top-ups', [http.get(TOPUPS, () => page([item]))]);
    const rows = within(await (await region()).findByRole('table'));
    const cells = within(rows.getByText('T26112300841').closest('tr')!).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      'T26112300841',
      'budi_s',
      '10',
      'Rp 225.000',
      'QRIS',
      'PAID',
      '21 Nov 2026, 14:02 WIB',
    ]);
  });

  it('shows our reference for an unconfirmed order and no name for an unknown user', async () => {
    const nameless = makeAdminTopup({ reference: null, merchant_ref: 'CSM-1', username: null });
    await openAdmin('Top-ups', [http.get(TOPUPS, () => page([nameless]))]);
    const rows = within(await (await region()).findByRole('table'));
    expect(rows.getByText('CSM-1').closest('tr')).toHaveTextContent('unknown');
  });

  it('links to the page of the user', async () => {
    const user = await openAdmin('Top-ups', [
      http.get(TOPUPS, () => page([item])),
      http.get('/api/admin/users/:id', ({ params }) => {
        expect(params.id).toBe(item.user_id);
        return ok(makeUser({ username: 'budi_s' }));
      }),
    ]);
    const rows = within(await (await region()).findByRole('table'));
    await user.click(rows.getByRole('button', { name: 'budi_s' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'budi_s' })).toBeVisible();
  });

  it('searches, filters and pages on the server', async () => {
    const requests: string[] = [];
    const user = await openAdmin('Top-ups', [
      http.get(TOPUPS, ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        requests.push(search);
        return page([item], { page: Number(searchParams.get('page')), total: 31 });
      }),
    ]);
    await (await region()).findByRole('table');
    await user.click((await region()).getByRole('button', { name: /next/i }));
    await waitFor(() => expect(requests.at(-1)).toBe('?page=2&pageSize=15'));
    await user.type(screen.getByLabelText('Search by full reference'), 'T26');
    await waitFor(() => expect(requests.at(-1)).toBe('?page=1&pageSize=15&search=T26'));
    await user.selectOptions((await region()).getByLabelText('Status'), 'UNPAID');
    await waitFor(() =>
      expect(requests.at(-1)).toBe('?page=1&pageSize=15&search=T26&status=UNPAID'),
    );
  });

  it('shows the empty state and the state without matches', async () => {
    const user = await openAdmin('Top-ups', [http.get(TOPUPS, () => page([]))]);
    expect(await screen.findByText('No top-ups yet')).toBeVisible();
    await user.selectOptions((await region()).getByLabelText('Status'), 'FAILED');
    expect(await screen.findByText('No top-ups found')).toBeVisible();
  });

  it('shows the loading state', async () => {
    await openAdmin('Top-ups', [http.get(TOPUPS, () => never())]);
    expect((await region()).getByRole('status', { name: 'Loading...' })).toBeInTheDocument();
  });

  it('§8 shows a failed load and retries', async () => {
    const user = await openAdmin('Top-ups', [
      http.get(TOPUPS, () => refuse(503, { message: 'The top-ups cannot be read now.' })),
    ]);
    expect(await findToast('Failed to load data')).toHaveTextContent(
      'The top-ups cannot be read now.',
    );
    server.use(http.get(TOPUPS, () => page([item])));
    await user.click((await region()).getByRole('button', { name: 'Try Again' }));
    await (await region()).findByRole('table');
    expect(screen.queryByText('The top-ups cannot be read now.', { selector: 'p' })).toBeNull();
  });
});

describe('/admin top-up filters', () => {
  it('filters by method, user, date and amount and resets them together', async () => {
    const requests: string[] = [];
    const user = await openAdmin('Top-ups', [
      http.get(TOPUPS, ({ request }) => {
        requests.push(new URL(request.url).search);
        return page([item]);
      }),
      http.get('/api/admin/users', () => page([makeUser({ id: 'u7', username: 'budi_s' })])),
    ]);
    const list = await region();
    await user.selectOptions(list.getByLabelText('Payment'), 'QRIS');
    await user.type(list.getByLabelText('Username'), 'budi_s');
    await waitFor(() => expect(requests.at(-1)).toContain('method=QRIS&user=u7'));
    fireEvent.change(list.getByLabelText('From'), { target: { value: '2026-11-01' } });
    await user.type(list.getByLabelText('Min. amount (Rp)'), '100.000{Enter}');
    await waitFor(() =>
      expect(requests.at(-1)).toBe(
        '?page=1&pageSize=15&method=QRIS&user=u7&from=2026-11-01&min=100000',
      ),
    );
    await user.click(list.getByRole('button', { name: 'Reset filters' }));
    for (const field of ['Username', 'From', 'Min. amount (Rp)']) {
      await waitFor(() => expect(list.getByLabelText(field)).toHaveValue(''));
    }
    expect(list.getByLabelText('Payment')).toHaveValue('all');
    expect(list.queryByRole('button', { name: 'Reset filters' })).not.toBeInTheDocument();
  });
});

describe('/admin top-up details', () => {
  const details = makeTopupDetails({
    ...item,
    status: 'UNPAID',
    creditable: true,
    callbacks: [
      {
        id: 'c1',
        received_at: '2026-11-21T07:10:00.000Z',
        deliveries: 2,
        outcome: 'amount_mismatch',
        status: 'PAID',
        amount: 100_000,
        body: '{"status":"PAID"}',
      },
    ],
  });
  const open = async (...handlers: RequestHandler[]) => {
    const user = await openAdmin('Top-ups', [
      http.get(`${TOPUPS}/${item.id}`, () => ok(details)),
      http.get(TOPUPS, () => page([item])),
      ...handlers,
    ]);
    await user.click((await region()).getAllByRole('button', { name: item.reference! })[0]!);
    const drawer = within(await screen.findByRole('dialog', { name: 'Top-up' }));
    await drawer.findByText('Provider reported PAID');
    return { user, drawer };
  };

  it('show the timeline and the raw callbacks', async () => {
    const { user, drawer } = await open();
    const events = within(drawer.getByRole('list', { name: 'Timeline' })).getAllByRole('listitem');
    expect(events.map(({ textContent }) => textContent)).toEqual([
      'Ordered21 Nov 2026, 14:02 WIB',
      'Provider reported PAID21 Nov 2026, 14:10 WIBRp 100.000 · Amount differs',
    ]);
    await user.click(drawer.getByText('21 Nov 2026, 14:10 WIB · sent 2 times'));
    expect(drawer.getByText(/"status": "PAID"/)).toBeVisible();
  });

  it('check with the provider and show its answer', async () => {
    const { user, drawer } = await open(
      http.post(`${TOPUPS}/:id/check`, () =>
        ok({ outcome: 'nothing_new', provider: '{"status":"UNPAID"}' }),
      ),
    );
    await user.click(drawer.getByRole('button', { name: 'Check with provider' }));
    expect(await findToast('Checked with the provider')).toHaveTextContent('Nothing new');
    expect(await drawer.findByText(/"status": "UNPAID"/)).toBeVisible();
  });

  it('credit the ordered quota with a note', async () => {
    const sent: unknown[] = [];
    const { user, drawer } = await open(
      http.post(`${TOPUPS}/:id/credit`, async ({ request }) => {
        sent.push(await request.json());
        return ok(null);
      }),
    );
    await user.click(drawer.getByRole('button', { name: 'Credit 10 quota' }));
    const task = within(await screen.findByRole('dialog', { name: 'Review payment' }));
    await user.type(task.getByLabelText('Note'), 'Seen on the account statement');
    await user.click(task.getByRole('button', { name: 'Credit 10 quota' }));
    await findToast('10 quota credited');
    expect(sent).toEqual([{ note: 'Seen on the account statement', review: '' }]);
  });
});

describe('/admin refund', () => {
  const plan = (quantity: number, amount: number) => ({ quantity, amount, amount_usdt: null });
  const options: NonNullable<AdminTopupDetails['refund_options']> = {
    full: plan(10, 450_000),
    unused: plan(4, 165_000),
    unused_quantity: 4,
    by_provider: true,
  };
  const refund: TopupRefund = {
    ...plan(10, 450_000),
    state: 'by_hand',
    origin: 'administrator',
    taken: 10,
    reason: 'Asked for it',
    reference: null,
    failure: null,
    by: 'admin',
    created_at: '2026-11-22T07:02:00.000Z',
  };
  const open = async (change: Partial<AdminTopupDetails>) => {
    const sent: [path: string, body: unknown][] = [];
    const user = await openAdmin('Top-ups', [
      http.get(`${TOPUPS}/${item.id}`, () => ok(makeTopupDetails({ ...item, ...change }))),
      http.get(TOPUPS, () => page([item])),
      http.post(`${TOPUPS}/:id/:rest*`, async ({ request }) => {
        const path = new URL(request.url).pathname.split(`${item.id}/`)[1]!;
        sent.push([path, await request.json().catch(() => null)]);
        return ok({ state: 'refunded' });
      }),
    ]);
    await user.click((await region()).getAllByRole('button', { name: item.reference! })[0]!);
    const drawer = within(await screen.findByRole('dialog', { name: 'Top-up' }));
    await drawer.findByText('Timeline');
    return { user, drawer, sent };
  };

  it('returns the unused part with a reason', async () => {
    const { user, drawer, sent } = await open({ refund_options: options });
    await user.click(drawer.getByRole('button', { name: 'Refund' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund top-up' }));
    await user.type(dialog.getByLabelText('Reason'), 'Asked for it');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await findToast('Please choose what to refund');
    expect(dialog.getByText('Whole payment, Rp 450.000')).toBeVisible();
    await user.click(dialog.getByText('Unused part, Rp 165.000'));
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await findToast('Top-up refunded');
    const body = { part: 'unused', by_hand: false, reason: 'Asked for it' };
    expect(sent).toEqual([['refund', body]]);
  });

  it('is made by hand if the provider cannot return the payment', async () => {
    const { user, drawer, sent } = await open({
      refund_options: { ...options, unused: null, by_provider: false },
    });
    await user.click(drawer.getByRole('button', { name: 'Refund' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund top-up' }));
    expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument();
    await user.type(dialog.getByLabelText('Reason'), 'Asked for it');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await waitFor(() =>
      expect(sent).toEqual([['refund', { part: 'full', by_hand: true, reason: 'Asked for it' }]]),
    );
  });

  it('is confirmed with the reference of the transfer', async () => {
    const { user, drawer, sent } = await open({ refund });
    expect(drawer.getByText(/^Return Rp 450\.000 to the customer/)).toBeVisible();
    expect(drawer.queryByRole('button', { name: 'Refund' })).not.toBeInTheDocument();
    await user.click(drawer.getByRole('button', { name: 'Confirm refund' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm the refund' }));
    await user.type(dialog.getByLabelText('Reference of the transfer'), 'BCA 4711');
    await user.click(dialog.getByRole('button', { name: 'Confirm refund' }));
    await findToast('Refund confirmed');
    expect(sent).toEqual([['refund/confirm', { reference: 'BCA 4711' }]]);
  });

  it('is cancelled while it waits for a transfer', async () => {
    const { user, drawer, sent } = await open({ refund });
    await user.click(drawer.getByRole('button', { name: 'Cancel refund' }));
    await findToast('Refund cancelled. The quota was returned.');
    expect(sent).toEqual([['refund/cancel', null]]);
  });

  it('shows that the money of a refund came back, and confirms the transfer', async () => {
    const { user, drawer, sent } = await open({
      refund: { ...refund, state: 'refunded', failure: 'expired or canceled card' },
      refunded_at: '2026-11-22T07:02:00.000Z',
    });
    expect(
      drawer.getByText(/could not pay Rp 450.000.* \(expired or canceled card\)/),
    ).toBeVisible();
    expect(drawer.queryByRole('button', { name: 'Cancel refund' })).not.toBeInTheDocument();
    await user.click(drawer.getByRole('button', { name: 'Confirm refund' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm the refund' }));
    expect(
      dialog.getByText('The customer already has the notification and the credit note.'),
    ).toBeVisible();
    await user.type(dialog.getByLabelText('Reference of the transfer'), 'BCA 4711');
    await user.click(dialog.getByRole('button', { name: 'Confirm refund' }));
    await findToast('Refund confirmed');
    expect(sent).toEqual([['refund/confirm', { reference: 'BCA 4711' }]]);
  });

  it('shows why the provider refused, and can be restarted', async () => {
    const refused = { ...refund, state: 'not_refunded' as const, failure: '412 Too late' };
    const { drawer } = await open({ refund: refused, refund_options: options });
    expect(drawer.getByText(/quota was returned\. 412 Too late/)).toBeVisible();
    expect(drawer.getByRole('button', { name: 'Refund' })).toBeVisible();
  });

  it('links to the account after a lost dispute', async () => {
    const { user, drawer } = await open({
      refund: { ...refund, state: 'refunded', origin: 'dispute', taken: 4 },
      refunded_at: '2026-11-22T07:02:00.000Z',
      refund_short: 6,
    });
    expect(
      drawer.getByText(/took the payment back\. 6 quota had already been spent/),
    ).toBeVisible();
    const requests: string[] = [];
    server.use(
      http.get('/api/admin/users/:id', ({ params }) => {
        requests.push(String(params.id));
        return never();
      }),
    );
    await user.click(drawer.getByRole('button', { name: 'Open the account' }));
    await waitFor(() => expect(requests).toEqual([item.user_id]));
  });
});
