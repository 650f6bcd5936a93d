import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { table } from '@/testing/dashboard.js';
import { makeReceipt, makeReceiptSettings } from '@/testing/factories/receipt-factories.js';
import { findToast } from '@/testing/render.js';
import { ok, page } from '@/testing/responses.js';
import { savedFiles } from '@/testing/saved-files.js';

describe('/admin receipts section', () => {
  const files = savedFiles();

  it('warns that no receipts are issued until the seller is known', async () => {
    await openAdmin('Receipts', [
      http.get('/api/admin/receipts/settings', () =>
        ok(makeReceiptSettings({ seller_name: '', seller_address: '', seller_tax_id: '' })),
      ),
    ]);
    expect(await screen.findByText(/No receipts are issued until/)).toBeVisible();
  });

  it('saves the seller and the tax', async () => {
    const bodies: unknown[] = [];
    const user = await openAdmin('Receipts', [
      http.put('/api/admin/receipts/settings', async ({ request }) => {
        bodies.push(await request.json());
        return ok(null);
      }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Edit settings' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Settings' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await findToast('Receipt settings saved');
    expect(bodies).toEqual([makeReceiptSettings()]);

    await user.click(await screen.findByRole('button', { name: 'Edit settings' }));
    const again = within(await screen.findByRole('dialog', { name: 'Settings' }));
    await user.click(again.getByRole('checkbox'));
    await user.type(again.getByLabelText('Rate in percent'), 'x');
    await user.click(again.getByRole('button', { name: 'Save' }));
    expect(await again.findByText(/Tax rate must be from/)).toBeVisible();
    await user.clear(again.getByLabelText('Rate in percent'));
    await user.type(again.getByLabelText('Rate in percent'), '11,5');
    await user.click(again.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Edit settings' });
    expect(bodies.at(-1)).toEqual(
      makeReceiptSettings({ tax_label: 'PPN', tax_rate: 11.5, tax_base_factor: '1/1' }),
    );
  });

  it('lists a month, and exports it as CSV and as ZIP', async () => {
    const months: (string | null)[] = [];
    const monthOf = ({ url }: Request) => new URL(url).searchParams.get('month');
    const user = await openAdmin('Receipts', [
      http.get('/api/admin/receipts', ({ request }) => {
        months.push(monthOf(request));
        return page([makeReceipt({ buyer: { name: '=1+1', address: '', tax_id: '' } })]);
      }),
      http.get('/api/admin/receipts/archive', ({ request }) => {
        months.push(monthOf(request));
        return new HttpResponse('PK', { headers: { 'content-type': 'application/zip' } });
      }),
    ]);
    const rows = await table();
    expect(rows.getByText('RCP-2026-000042')).toBeVisible();
    const month = screen.getByLabelText('Month');
    const [, earlier] = within(month).getAllByRole('option');
    await user.selectOptions(month, earlier!);
    const { value } = earlier as HTMLOptionElement;
    await user.click(screen.getByRole('button', { name: /Export CSV/ }));
    await waitFor(() => expect(files.names()).toEqual([expect.stringMatching(/^receipts-.*csv$/)]));
    expect(await files.text()).toContain('RCP-2026-000042,Receipt,,2026-11-21T14:02');
    expect(await files.text()).toContain("'=1+1");
    await user.click(screen.getByRole('button', { name: 'Download ZIP' }));
    await waitFor(() => expect(files.names().at(-1)).toBe(`receipts-${value}.zip`));
    expect(months.at(-1)).toBe(value);
  });
});
