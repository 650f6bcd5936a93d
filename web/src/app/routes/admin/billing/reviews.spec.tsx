import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { never, ok, page, refuse } from '@/testing/responses.js';
import { makeReview } from '@/testing/factories/admin-factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const REVIEWS = '/api/admin/topups/review';
const review = makeReview({
  id: 'r1',
  user_id: 'u1',
  username: 'budi_s',
  reference: 'T26112300841',
});
const open = (handler: Parameters<typeof http.get>[1] = () => page([review])) =>
  openAdmin('Payment Methods', [http.get(REVIEWS, handler)]);
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
      '21 Nov 2026, 14:10',
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

  it('shows the empty state', async () => {
    await open(() => page([]));
    expect(await screen.findByText('Nothing to review')).toBeVisible();
  });

  it('shows the loading state', async () => {
    await open(() => never());
    expect((await region()).getByRole('status')).toBeInTheDocument();
  });

  it('§8 shows a failed load and retries', async () => {
    const user = await open(() => refuse(503));
    await findToast('Failed to load data');
    server.use(http.get(REVIEWS, () => page([review])));
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await (await region()).findByRole('table')).toBeVisible();
  });

  describe('resolving a payment', () => {
    const start = async () => {
      const user = await open();
      const rows = within(await (await region()).findByRole('table'));
      await user.click(rows.getByRole('button', { name: 'Resolve T26112300841' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Resolve review' }));
      expect(dialog.getByText(review.reason)).toBeVisible();
      expect(dialog.getByText('budi_s · 10 quota ordered · Rp 225.000')).toBeVisible();
      return { user, dialog };
    };

    it('sends the resolution and removes the payment from the list', async () => {
      const sent: unknown[] = [];
      const { user, dialog } = await start();
      server.use(
        http.post('/api/admin/topups/r1/review/resolve', async ({ request }) => {
          sent.push(await request.json());
          return ok(null);
        }),
        http.get(REVIEWS, () => page([])),
      );
      await user.type(dialog.getByLabelText('Resolution note'), 'Refunded');
      await user.click(dialog.getByRole('button', { name: 'Resolve' }));
      await findToast('Review resolved');
      expect(sent).toEqual([{ note: 'Refunded' }]);
      expect(await screen.findByText('Nothing to review')).toBeVisible();
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    });

    it('requires a note before sending', async () => {
      const { user, dialog } = await start();
      await user.click(dialog.getByRole('button', { name: 'Resolve' }));
      expect(await dialog.findByText('Please enter a resolution note')).toBeVisible();
    });

    it('reports that another administrator was first and keeps the note', async () => {
      const { user, dialog } = await start();
      const message = 'This payment is not waiting for a review.';
      server.use(http.post('/api/admin/topups/r1/review/resolve', () => refuse(404, { message })));
      await user.type(dialog.getByLabelText('Resolution note'), 'Refunded');
      await user.click(dialog.getByRole('button', { name: 'Resolve' }));
      expect(await findToast('Resolve failed')).toHaveTextContent(message);
      expect(dialog.getByLabelText('Resolution note')).toHaveValue('Refunded');
    });
  });
});
