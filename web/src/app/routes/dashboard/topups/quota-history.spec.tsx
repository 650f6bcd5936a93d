import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { ok, page, refuse } from '@/testing/responses.js';
import { goTo, openDashboard } from '@/testing/dashboard.js';
import { makeLedgerItem, makeTopup } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const LEDGER = '/api/user/quota/ledger';

const open = async () => {
  const user = await openDashboard();
  await goTo(user, 'Topup History');
  await user.click(screen.getByRole('button', { name: 'Quota history' }));
  return { user, d: within(await screen.findByRole('dialog', { name: 'Quota history' })) };
};

describe('quota history', () => {
  it('shows time, amount, reason and resulting balance', async () => {
    server.use(
      http.get(LEDGER, () =>
        page([
          makeLedgerItem({
            kind: 'hold',
            amount: -1,
            balance_after: 1_016,
            reason: 'Install on 203.0.113.24',
          }),
          makeLedgerItem({
            kind: 'credit',
            amount: 10,
            balance_after: 1_017,
            reason: 'Topup T26112300841',
          }),
          makeLedgerItem({ kind: 'capture', amount: 0 }),
        ]),
      ),
    );
    const { d } = await open();
    const rows = within(await d.findByRole('table'));
    for (const text of [
      'Reserved',
      '−1',
      '1,016',
      'Install on 203.0.113.24',
      'Top-up',
      '+10',
      'Topup T26112300841',
      'Used',
      '0',
    ]) {
      expect(rows.getByText(text)).toBeVisible();
    }
    expect(rows.getAllByText('21 Nov 2026, 14:02 WIB')[0]).toBeVisible();
  });

  it('names installs and top-ups in sentences and links to them', async () => {
    server.use(
      http.get(LEDGER, ({ request }) => {
        expect(new URL(request.url).searchParams.get('view')).toBe('summary');
        return page([
          makeLedgerItem({
            kind: 'capture',
            amount: -1,
            cause: 'install_completed',
            install_id: 'i1',
            install_ip: '203.0.113.7',
          }),
          makeLedgerItem({ topup_id: 't1', topup_reference: 'T26112300841' }),
          makeLedgerItem({
            cause: 'install_failed',
            reason: 'Install failed',
            install_id: 'i2',
            install_ip: null,
          }),
          makeLedgerItem({ cause: 'added_by_administrator', reason: 'Added by an administrator' }),
        ]);
      }),
    );
    const { d } = await open();
    const rows = within(await d.findByRole('table'));
    expect(rows.getByRole('link', { name: 'Install on 203.0.113.7 completed' })).toHaveAttribute(
      'href',
      '/dashboard?open=install%3Ai1',
    );
    expect(rows.getByRole('link', { name: 'Top-up T26112300841 paid' })).toHaveAttribute(
      'href',
      '/dashboard?open=topup%3AT26112300841',
    );
    expect(rows.getByText('Install failed')).toBeVisible();
    expect(rows.getByText('Added by an administrator')).toBeVisible();
  });

  it('opens the top-up of a change', async () => {
    const topup = makeTopup({ reference: 'T1' });
    server.use(
      http.get(LEDGER, () => page([makeLedgerItem({ topup_id: 't1', topup_reference: 'T1' })])),
      http.get('/api/user/topup/T1', () => ok(topup)),
    );
    const { user, d } = await open();
    await user.click(
      within(await d.findByRole('table')).getByRole('link', { name: 'Top-up T1 paid' }),
    );
    expect(await screen.findByRole('dialog', { name: 'Transaction details' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Quota history' })).not.toBeInTheDocument();
  });

  it('pages by 15', async () => {
    const requests: (string | null)[] = [];
    server.use(
      http.get(LEDGER, ({ request }) => {
        const query = new URL(request.url).searchParams;
        requests.push(query.get('page'));
        expect(query.get('pageSize')).toBe('15');
        const number = Number(query.get('page'));
        return page([makeLedgerItem({ reason: `Entry of page ${number}` })], {
          page: number,
          total: 31,
        });
      }),
    );
    const { user, d } = await open();
    await user.click(await d.findByRole('button', { name: 'Next' }));
    expect(await within(d.getByRole('table')).findByText('Entry of page 2')).toBeVisible();
    expect(requests).toEqual(['1', '2']);
  });

  it('downloads as CSV', async () => {
    const content = 'when,what,amount\n2026-11-21,credit,10\n';
    const saved: string[] = [];
    let blob: Blob | undefined;
    Object.assign(URL, {
      createObjectURL: (given: Blob) => {
        blob = given;
        return 'blob:csv';
      },
      revokeObjectURL: () => undefined,
    });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    server.use(
      http.get(LEDGER, ({ request }) =>
        new URL(request.url).searchParams.get('format') === 'csv'
          ? new HttpResponse(content, { headers: { 'content-type': 'text/csv' } })
          : page([makeLedgerItem()]),
      ),
    );
    const { user, d } = await open();
    await user.click(d.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved).toEqual(['quota-history.csv']));
    expect(blob).toHaveProperty('size', content.length);
  });

  it('§8 shows the server’s message when the download fails', async () => {
    const message = 'The ledger cannot be read now.';
    server.use(
      http.get(LEDGER, ({ request }) =>
        request.url.includes('csv') ? refuse(503, { message }) : page([]),
      ),
    );
    const { user, d } = await open();
    await user.click(d.getByRole('button', { name: 'Download CSV' }));
    expect(await findToast('Download failed')).toHaveTextContent(message);
  });

  it('shows the empty state', async () => {
    server.use(http.get(LEDGER, () => page([])));
    const { d } = await open();
    expect(await d.findByText('No changes yet')).toBeVisible();
  });

  it('shows a failed load', async () => {
    server.use(http.get(LEDGER, () => refuse(500)));
    const { d } = await open();
    expect(await findToast('Failed to load quota history')).toHaveTextContent('Please try again.');
    expect(d.getByRole('button', { name: 'Try Again' })).toBeVisible();
  });
});
