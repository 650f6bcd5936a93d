import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { csvTime } from '@/lib/csv/csv.js';
import { openAdmin } from '@/testing/admin.js';
import { never, ok, page, refuse } from '@/testing/responses.js';
import { makeAdminTopup } from '@/testing/factories/admin-factories.js';
import { makeUser } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { savedFiles } from '@/testing/saved-files.js';
import { server } from '@/testing/server.js';

const TOPUPS = '/api/admin/topups';
const item = makeAdminTopup({ reference: 'T26112300841', username: 'budi_s', status: 'PAID' });

const region = async () => within(await screen.findByRole('region', { name: 'Latest top-ups' }));

describe('/admin latest top-ups of the dashboard section', () => {
  const csv = savedFiles();

  it('exports CSV with the current filters', async () => {
    const requests: string[] = [];
    const user = await openAdmin('Dashboard', [
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
    await openAdmin('Dashboard', [http.get(TOPUPS, () => page([item]))]);
    const rows = within(await (await region()).findByRole('table'));
    const cells = within(rows.getByText('T26112300841').closest('tr')!).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      'T26112300841',
      'budi_s',
      '10',
      'Rp 225.000',
      'QRIS',
      'PAID',
      '21 Nov 2026, 14:02',
    ]);
  });

  it('shows our reference for an unconfirmed order and no name for an unknown user', async () => {
    const nameless = makeAdminTopup({ reference: null, merchant_ref: 'CSM-1', username: null });
    await openAdmin('Dashboard', [http.get(TOPUPS, () => page([nameless]))]);
    const rows = within(await (await region()).findByRole('table'));
    expect(rows.getByText('CSM-1').closest('tr')).toHaveTextContent('unknown');
  });

  it('links to the page of the user', async () => {
    const user = await openAdmin('Dashboard', [
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
    const user = await openAdmin('Dashboard', [
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
    const user = await openAdmin('Dashboard', [http.get(TOPUPS, () => page([]))]);
    expect(await screen.findByText('No top-ups yet')).toBeVisible();
    await user.selectOptions((await region()).getByLabelText('Status'), 'FAILED');
    expect(await screen.findByText('No top-ups found')).toBeVisible();
  });

  it('shows its loading state while the other regions are visible', async () => {
    await openAdmin('Dashboard', [http.get(TOPUPS, () => never())]);
    expect(await screen.findByText('203.0.113.24')).toBeVisible();
    expect((await region()).getByRole('status')).toBeInTheDocument();
  });

  it('§8 shows a failed load in its own region and retries', async () => {
    const user = await openAdmin('Dashboard', [
      http.get(TOPUPS, () => refuse(503, { message: 'The top-ups cannot be read now.' })),
    ]);
    expect(await findToast('Failed to load data')).toHaveTextContent(
      'The top-ups cannot be read now.',
    );
    expect(screen.getByText('203.0.113.24')).toBeVisible();
    server.use(http.get(TOPUPS, () => page([item])));
    await user.click((await region()).getByRole('button', { name: 'Try Again' }));
    await (await region()).findByRole('table');
    expect(screen.queryByText('The top-ups cannot be read now.', { selector: 'p' })).toBeNull();
  });
});

describe('/admin dashboard section with failing services', () => {
  it('requests the state of each service at most twice', async () => {
    let requests = 0;
    await openAdmin('Dashboard', [
      http.get('/api/admin/operations/:service', () => {
        requests += 1;
        return refuse(404);
      }),
    ]);
    expect(await screen.findByText(/Some counts couldn’t be loaded/)).toBeVisible();
    await region();
    // Once for the attention panel, once more when the set-up card mounts.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(requests).toBeLessThanOrEqual(10);
  });
});
