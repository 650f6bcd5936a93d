import type { Receipt } from '@casement/proto/http/billing/receipts.js';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { ok, page, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, table } from '@/testing/dashboard.js';
import { makeTopup } from '@/testing/factories/factories.js';
import { makeReceipt } from '@/testing/factories/receipt-factories.js';
import { findToast } from '@/testing/render.js';
import { savedFiles } from '@/testing/saved-files.js';
import { server } from '@/testing/server.js';

const NUMBER = 'RCP-2026-000042';

describe('receipts of the top-up history', () => {
  const files = savedFiles();

  const open = async (receipt: Partial<Receipt> = {}) => {
    server.use(
      http.get('/api/user/topup/history', () =>
        page([
          makeTopup({ reference: 'T1', status: 'PAID', receipt_number: NUMBER }),
          makeTopup({ reference: 'T2', status: 'PAID', receipt_number: null }),
        ]),
      ),
      http.get('/api/user/receipts/:number', () => ok(makeReceipt(receipt))),
    );
    const user = await openDashboard();
    await goTo(user, 'Topup History');
    const rows = await table();
    expect(rows.getAllByRole('button', { name: /^Receipt/ })).toHaveLength(1);
    await user.click(rows.getByRole('button', { name: `Receipt ${NUMBER}` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Receipt ${NUMBER}` }));
    await dialog.findByText('PT Jendela Awan Nusantara');
    return { user, dialog };
  };

  it('show seller, buyer, price, discount, fee and total', async () => {
    const { dialog } = await open();
    for (const text of [
      'Sri Ananda Wibowo',
      '10 × Rp 25.000',
      '−Rp 25.000',
      'Rp 2.325',
      'Rp 227.325',
      'T2611210001',
    ]) {
      expect(dialog.getByText(text)).toBeVisible();
    }
    expect(dialog.queryByText(/Faktur Pajak/)).not.toBeInTheDocument();
  });

  it('name the included tax, and say how to add a missing buyer', async () => {
    const tax = {
      label: 'PPN',
      rate: 12,
      base_factor: '11/12',
      base_amount: 185_811,
      amount: 22_297,
    };
    const { dialog } = await open({ buyer: null, tax });
    expect(dialog.getByText('Includes PPN 12 %')).toBeVisible();
    expect(dialog.getByText('Rp 22.297')).toBeVisible();
    expect(dialog.getByText('Rp 185.811')).toBeVisible();
    expect(dialog.getByText(/not a Faktur Pajak/)).toBeVisible();
    expect(dialog.getByText(/This receipt has no buyer/)).toBeVisible();
  });

  it('are saved as PDF in the current language', async () => {
    const languages: (string | null)[] = [];
    server.use(
      http.get(`/api/user/receipts/${NUMBER}/pdf`, ({ request }) => {
        languages.push(new URL(request.url).searchParams.get('language'));
        return new HttpResponse('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } });
      }),
    );
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Download PDF' }));
    await waitFor(() => expect(files.names()).toEqual([`${NUMBER}.pdf`]));
    expect(languages).toEqual(['en']);
  });

  it('report a failed download', async () => {
    server.use(http.get(`/api/user/receipts/${NUMBER}/pdf`, () => refuse(503)));
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Download PDF' }));
    expect(await findToast('Download failed')).toBeVisible();
    expect(files.names()).toEqual([]);
  });
});

describe('receipt details of the profile', () => {
  it('are saved, and show the server’s objection at its field', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.put('/api/user/receipts/buyer', async ({ request }) => {
        bodies.push(await request.json());
        return bodies.length > 1
          ? ok(null)
          : refuse(400, { code: 'VALIDATION_FAILED', details: [{ path: 'name', message: 'No' }] });
      }),
    );
    const user = await openDashboard();
    await goTo(user, 'Settings');
    const form = within(await screen.findByRole('region', { name: 'Receipt details' }));
    const name = form.getByLabelText('Name or company');
    await waitFor(() => expect(name).toBeEnabled());
    await user.type(name, 'Sri Ananda');
    await user.click(form.getByRole('button', { name: 'Save details' }));
    await findToast('Receipt details weren’t saved');
    expect(name).toHaveAccessibleDescription('No');
    await user.click(form.getByRole('button', { name: 'Save details' }));
    await findToast('Receipt details saved');
    expect(bodies.at(-1)).toEqual({ name: 'Sri Ananda', address: '', tax_id: '' });
  });

  it('refuse letters that cannot be printed before sending', async () => {
    const user = await openDashboard();
    await goTo(user, 'Settings');
    const form = within(await screen.findByRole('region', { name: 'Receipt details' }));
    const name = form.getByLabelText('Name or company');
    await waitFor(() => expect(name).toBeEnabled());
    await user.type(name, '小林');
    await user.click(form.getByRole('button', { name: 'Save details' }));
    expect(await form.findByText(/Please use Latin letters/)).toBeVisible();
  });
});

describe('account deletion', () => {
  const files = savedFiles();

  it('offers all receipts first', async () => {
    server.use(
      http.get(
        '/api/user/receipts/archive',
        () => new HttpResponse('PK', { headers: { 'content-type': 'application/zip' } }),
      ),
    );
    const user = await openDashboard();
    await goTo(user, 'Settings');
    await user.click(await screen.findByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('button', { name: 'Download all receipts' }));
    await waitFor(() => expect(files.names()).toEqual(['receipts.zip']));
  });
});
