import { screen, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, refuse } from '@/testing/responses.js';
import { table } from '@/testing/dashboard.js';
import { makeMethod } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';

const qris = makeMethod();
const bri = makeMethod({
  code: 'BRIVA',
  name: 'BRI Virtual Account',
  type: 'Virtual Account',
  fee_flat: 4_250,
  fee_percent: 0,
  is_enabled: false,
});

const open = (methods = [qris, bri], ...handlers: RequestHandler[]) =>
  openAdmin('Payment Methods', [
    http.get('/api/admin/payment-methods', () => ok(methods)),
    ...handlers,
  ]);

describe('/admin payments section', () => {
  it('§2 shows its title and columns', async () => {
    await open();
    const rows = await table();
    expect(rows.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '#',
      'Code',
      'Name',
      'Type',
      'Fee',
      'Status',
      'Actions',
    ]);
    expect(screen.getByRole('heading', { level: 1, name: 'Payment Methods' })).toBeVisible();
  });

  it('§2 shows number, fee (flat and percent) and status', async () => {
    await open();
    const rows = await table();
    const cells = (name: string) =>
      within(rows.getByText(name).closest('tr')!)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells('QRIS (any bank or e-wallet)')).toEqual([
      '1',
      'QRIS',
      'QRIS',
      'QRIS (any bank or e-wallet)',
      'Rp 750 + 0.70 %',
      'Enabled',
      'Disable',
    ]);
    expect(cells('BRIVA')).toEqual([
      '2',
      'BRIVA',
      'BRI Virtual Account',
      'Bank transfer',
      'Rp 4.250',
      'Disabled',
      'Enable',
    ]);
  });

  it.each([
    ['/uploads/qris.png', '/uploads/qris.png'],
    ['/icons/qris.png', '/api/icons/qris.png'],
    ['https://cdn.example.com/qris.png', 'https://cdn.example.com/qris.png'],
  ])('§2 resolves the icon %s', async (icon_url, src) => {
    await open([makeMethod({ icon_url })]);
    const rows = await table();
    expect(rows.getByRole('row', { name: /QRIS/ }).querySelector('img')).toHaveAttribute(
      'src',
      src,
    );
  });

  it('§2 renders as a list of cards on narrow screens', async () => {
    await open();
    const card = within((await screen.findAllByRole('listitem')).at(-1)!);
    expect(card.getByText('BRI Virtual Account')).toBeInTheDocument();
    expect(card.getByText('Disabled')).toBeInTheDocument();
    expect(card.getByRole('button', { name: 'Enable BRI Virtual Account' })).toBeInTheDocument();
  });

  it('§2 prompts to sync when there are no methods', async () => {
    await open([]);
    expect(await screen.findByText('No payment methods found')).toBeVisible();
    expect(screen.getByText('Sync them from the provider to get started.')).toBeVisible();
  });

  it('§8 syncs the methods', async () => {
    const user = await open(
      [],
      http.post('/api/admin/payment-methods/sync', () => ok({ totalFromProvider: 14 })),
    );
    await user.click((await screen.findAllByRole('button', { name: 'Sync from provider' }))[0]!);
    expect(await findToast('Sync successful')).toHaveTextContent(
      'Synced 14 payment methods from the provider',
    );
  });

  it('§8 shows a failed sync', async () => {
    const user = await open(
      [qris],
      http.post('/api/admin/payment-methods/sync', () => refuse(503)),
    );
    await user.click(screen.getByRole('button', { name: 'Sync from provider' }));
    expect(await findToast('Sync failed')).toHaveTextContent('Failed to sync payment methods');
  });

  it.each([
    [qris, 'Disable QRIS', 'QRIS has been disabled', false],
    [bri, 'Enable BRI Virtual Account', 'BRI Virtual Account has been enabled', true],
  ])('§4 toggles method %o', async (method, button, text, is_enabled) => {
    const sent: unknown[] = [];
    const user = await open(
      [qris, bri],
      http.patch(`/api/admin/payment-methods/${method.code}`, async ({ request }) => {
        sent.push(await request.json());
        return ok(null);
      }),
    );
    await user.click((await table()).getByRole('button', { name: button }));
    expect(await findToast('Payment method updated')).toHaveTextContent(text);
    expect(sent).toEqual([{ is_enabled }]);
  });

  const gopay = {
    ...makeMethod({ code: 'MIDTRANS_GOPAY', name: 'GoPay', fee_flat: 0, fee_percent: 0 }),
    fee_editable: true,
  };

  it('changes the fee of a method whose provider lists none', async () => {
    const sent: unknown[] = [];
    const user = await open(
      [qris, gopay],
      http.patch('/api/admin/payment-methods/MIDTRANS_GOPAY', async ({ request }) => {
        sent.push(await request.json());
        return ok(null);
      }),
    );
    const rows = await table();
    expect(rows.queryByRole('button', { name: 'Edit fee of QRIS' })).toBeNull();
    await user.click(rows.getByRole('button', { name: 'Edit fee of GoPay' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit fee of GoPay' }));
    await user.type(dialog.getByLabelText('Percentage'), '{selectall}2.9');
    await user.type(dialog.getByLabelText('Flat fee (Rp)'), '{selectall}1500');
    await user.click(dialog.getByRole('button', { name: 'Save fee' }));
    expect(await findToast('Payment method updated')).toHaveTextContent(
      'The fee of GoPay has been changed',
    );
    expect(sent).toEqual([{ fee_flat: 1_500, fee_percent: 2.9 }]);
  });

  it.each([
    ['Flat fee (Rp)', '1.5', 'Flat fee must be whole rupiah from 0 to 1000000'],
    ['Percentage', '101', 'Percentage must be from 0 to 100 with at most four decimals'],
  ])('rejects the %s %s before it is sent', async (field, typed, message) => {
    const user = await open([gopay]);
    await user.click((await table()).getByRole('button', { name: 'Edit fee of GoPay' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit fee of GoPay' }));
    await user.type(dialog.getByLabelText(field), `{selectall}${typed}`);
    await user.click(dialog.getByRole('button', { name: 'Save fee' }));
    expect(await dialog.findByText(message)).toBeVisible();
  });

  it('names a provider that did not answer the sync', async () => {
    const user = await open(
      [qris],
      http.post('/api/admin/payment-methods/sync', () =>
        ok({ totalFromProvider: 13, unavailable: ['tripay'] }),
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Sync from provider' }));
    expect(await findToast('Sync successful')).toHaveTextContent(
      'Tripay did not answer; its payment methods are unchanged.',
    );
  });

  it('§8 shows a failed toggle', async () => {
    const user = await open(
      [qris],
      http.patch('/api/admin/payment-methods/QRIS', () => refuse(500)),
    );
    await user.click((await table()).getByRole('button', { name: 'Disable QRIS' }));
    expect(await findToast('Update failed')).toHaveTextContent('Failed to update payment method');
  });
});
