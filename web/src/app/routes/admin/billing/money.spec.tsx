import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { makeMoneyReport } from '@/testing/factories/admin-factories.js';
import { findToast } from '@/testing/render.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { savedFiles } from '@/testing/saved-files.js';
import type { MoneyReport } from '@casement/proto/http/billing/money.js';

const MONEY = '/api/admin/topups/money';

describe('/admin money', () => {
  const csv = savedFiles();
  const open = async (change: Partial<MoneyReport> = {}) => {
    const months: string[] = [];
    const user = await openAdmin('Money', [
      http.get(MONEY, ({ request }) => {
        months.push(new URL(request.url).searchParams.get('month')!);
        return ok(makeMoneyReport(change));
      }),
      http.get('/api/admin/topups', () => page([])),
    ]);
    return { user, months };
  };
  const table = async (name: string) =>
    within(await within(await screen.findByRole('region', { name })).findByRole('table'));
  const rowsOf = async (name: string) =>
    (await table(name))
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      );

  it('shows revenue, fees and refunds by method and product, with their total', async () => {
    await open();
    expect(await rowsOf('Revenue')).toEqual([
      ['Total', '', '', '45', 'Rp 10.800.000', 'Rp 108.300', '1', 'Rp 226.575'],
      [
        ...['QRIS by ShopeePay', 'Tripay', 'Windows Install Quota', '42'],
        ...['Rp 9.450.000', 'Rp 66.150', '1', 'Rp 226.575'],
      ],
      [
        ...['International card', 'Stripe', 'Windows Install Quota', '3'],
        ...['Rp 1.350.000', 'Rp 42.150', '0', 'Rp 0'],
      ],
    ]);
    expect(await rowsOf('Outstanding orders')).toMatchObject([
      ['QRIS by ShopeePay', 'Tripay', '2', 'Rp 453.150', '21 Nov 2026, 14:02 WIB'],
    ]);
    expect((await rowsOf('Daily reconciliation'))[1]).toEqual([
      '20 Nov 2026',
      '40',
      '38',
      '1',
      '1',
    ]);
  });

  it('shows differences above the revenue and opens the top-up', async () => {
    const { user } = await open();
    await table('Revenue');
    const [first] = screen.getAllByRole('region', { name: /^(Revenue|Differences)/ });
    expect(first).toHaveAccessibleName('Differences to the providers');
    const button = { name: 'Open top-up cs_live_a1B2c3' };
    await user.click(within(first!).getAllByRole('button', button)[0]!);
    expect(await screen.findByLabelText('Search by full reference')).toHaveValue('cs_live_a1B2c3');
  });

  it('shows no differences if there are none', async () => {
    await open({ differences: [] });
    await table('Revenue');
    expect(screen.queryByText('Differences to the providers')).not.toBeInTheDocument();
  });

  it('loads another month', async () => {
    const { user, months } = await open();
    const select = await screen.findByRole('combobox', { name: 'Month' });
    const earlier = within(select).getAllByRole<HTMLOptionElement>('option')[1]!.value;
    await user.selectOptions(select, earlier);
    expect(months.at(-1)).toBe(earlier);
  });

  it('exports the rows as CSV', async () => {
    const { user } = await open();
    await table('Revenue');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await findToast('Export saved');
    const file = await csv.text();
    expect(file).toContain('Tripay,QRIS,Windows Install Quota,42,9450000,66150,1,226575');
    expect(file).not.toContain('Total');
  });

  it('says that loading failed', async () => {
    await openAdmin('Money', [http.get(MONEY, () => refuse(503))]);
    expect(await screen.findByText('Failed to load data')).toBeVisible();
  });
});
