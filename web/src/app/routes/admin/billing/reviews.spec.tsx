import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { never, ok, page, refuse } from '@/testing/responses.js';
import { makeReview, makeTopupDetails } from '@/testing/factories/admin-factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const REVIEWS = '/api/admin/topups/review';
const review = makeReview({
  id: 'r1',
  user_id: 'u1',
  username: 'budi_s',
  reference: 'T26112300841',
});
const details = makeTopupDetails({
  ...review,
  payable_amount: 226_500,
  creditable: true,
  callbacks: [
    {
      id: 'c1',
      received_at: '2026-11-21T07:10:00.000Z',
      deliveries: 1,
      outcome: 'amount_mismatch',
      status: 'PAID',
      amount: 100_000,
      body: '',
    },
  ],
});
const open = (handler: Parameters<typeof http.get>[1] = () => page([review])) =>
  openAdmin('Top-ups', [
    http.get('/api/admin/topups/r1', () => ok(details)),
    http.get(REVIEWS, handler),
  ]);
const region = async () =>
  within(await screen.findByRole('region', { name: 'Payments to review' }));

describe('/admin payments to review', () => {
  it('shows the problem, its time and the remedy', async () => {
    await open();
    const rows = within(await (await region()).findByRole('table'));
    const cells = within(rows.getByText('T26112300841').closest('tr')!).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      'T26112300841',
      'budi_s',
      '10',
      'Rp 225.000',
      'UNPAID',
      review.reason,
      '21 Nov 2026, 14:10 WIB',
      'Resolve',
    ]);
  });

  it('links to the page of the paying user', async () => {
    const user = await open();
    const requests: string[] = [];
    server.use(
      http.get('/api/admin/users/:id', ({ params }) => {
        requests.push(String(params.id));
        return never();
      }),
    );
    const rows = within(await (await region()).findByRole('table'));
    await user.click(rows.getByRole('button', { name: 'budi_s' }));
    await waitFor(() => expect(requests).toEqual(['u1']));
  });

  it('shows the id of a deleted user without a link', async () => {
    await open(() => page([{ ...review, username: null }]));
    const rows = within(await (await region()).findByRole('table'));
    expect(rows.getByRole('cell', { name: 'u1' })).toBeVisible();
    expect(rows.queryByRole('button', { name: 'u1' })).not.toBeInTheDocument();
  });

  it('hides the queue while no payment waits', async () => {
    await open(() => page([]));
    await screen.findByRole('region', { name: 'Top-ups' });
    expect(screen.queryByText('Payments to review')).not.toBeInTheDocument();
  });

  it('§8 shows a failed load and retries', async () => {
    const user = await open(() => refuse(503));
    await findToast('Failed to load data');
    server.use(http.get(REVIEWS, () => page([review])));
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await (await region()).findByRole('table')).toBeVisible();
  });

  describe('deciding about a payment', () => {
    const start = async () => {
      const user = await open();
      const rows = within(await (await region()).findByRole('table'));
      await user.click(rows.getByRole('button', { name: 'Resolve T26112300841' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Review payment' }));
      expect(await dialog.findByText(review.reason)).toBeVisible();
      return { user, dialog };
    };

    it('compares the ordered with the received amount', async () => {
      const { dialog } = await start();
      expect(dialog.getByText('10 quota · Rp 226.500')).toBeVisible();
      expect(dialog.getByText('Rp 100.000')).toBeVisible();
    });

    it.each([
      ['Close with a note', 'review/resolve', 'Review closed'],
      ['Credit 10 quota', 'credit', '10 quota credited'],
    ])('%s: saves the note and removes the payment', async (decision, path, toast) => {
      const sent: unknown[] = [];
      const { user, dialog } = await start();
      server.use(
        http.post(`/api/admin/topups/r1/${path}`, async ({ request }) => {
          sent.push(await request.json());
          return ok(null);
        }),
        http.get(REVIEWS, () => page([])),
      );
      await user.click(dialog.getByRole('radio', { name: new RegExp(`^${decision}`) }));
      await user.type(dialog.getByLabelText('Note'), 'Compared with the statement');
      await user.click(dialog.getByRole('button', { name: decision }));
      await findToast(toast);
      expect(sent).toEqual([{ note: 'Compared with the statement', review: review.review }]);
      await waitFor(() => expect(screen.queryByText('Payments to review')).toBeNull());
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });

    it('requires a decision and a note before sending', async () => {
      const { user, dialog } = await start();
      await user.click(dialog.getByRole('button', { name: 'Save decision' }));
      expect(await dialog.findByText('Please enter a resolution note')).toBeVisible();
      await user.type(dialog.getByLabelText('Note'), 'Refunded');
      await user.click(dialog.getByRole('button', { name: 'Save decision' }));
      expect(await findToast('Invalid input')).toHaveTextContent('Please choose what to do');
    });

    it('shows reasons that were added after the payment was opened before it is decided', async () => {
      const { user, dialog } = await start();
      const message = 'This payment has new reasons for a review.';
      const dispute = 'The bank disputes the payment.';
      const sent: unknown[] = [];
      let now = details;
      server.use(
        http.get('/api/admin/topups/r1', () => ok(now)),
        http.post('/api/admin/topups/r1/review/resolve', async ({ request }) => {
          sent.push(((await request.json()) as { review: string }).review);
          if (sent.length > 1) return ok(null);
          const added = { review: `${review.review},disputed` };
          now = { ...details, ...added, reason: `${review.reason} ${dispute}` };
          return refuse(409, { code: 'REVIEW_CHANGED', message });
        }),
      );
      await user.click(dialog.getByRole('radio', { name: /^Close with a note/ }));
      await user.type(dialog.getByLabelText('Note'), 'Refunded');
      await user.click(dialog.getByRole('button', { name: 'Close with a note' }));
      expect(await findToast('Decision not saved')).toHaveTextContent(message);
      expect(await dialog.findByText(new RegExp(dispute))).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Close with a note' }));
      await findToast('Review closed');
      expect(sent).toEqual([review.review, `${review.review},disputed`]);
    });

    it('reports that another administrator was first and keeps the note', async () => {
      const { user, dialog } = await start();
      const message = 'This payment is not waiting for a review.';
      server.use(http.post('/api/admin/topups/r1/review/resolve', () => refuse(404, { message })));
      await user.click(dialog.getByRole('radio', { name: /^Close with a note/ }));
      await user.type(dialog.getByLabelText('Note'), 'Refunded');
      await user.click(dialog.getByRole('button', { name: 'Close with a note' }));
      expect(await findToast('Decision not saved')).toHaveTextContent(message);
      expect(dialog.getByLabelText('Note')).toHaveValue('Refunded');
    });
  });
});
