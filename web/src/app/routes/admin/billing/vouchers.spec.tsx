import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { makeVoucher } from '@/testing/factories/voucher-factories.js';
import { findToast } from '@/testing/render.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { savedFiles } from '@/testing/saved-files.js';

const VOUCHERS = '/api/admin/vouchers';
const list = async () => within(await screen.findByRole('region', { name: 'Vouchers' }));

describe('/admin vouchers section', () => {
  const files = savedFiles();

  it('lists value, uses and status, and exports the filtered list', async () => {
    const free = makeVoucher({ id: 'v2', code: 'GIFT-1234', percentage: null, quota: 3 });
    const requests: string[] = [];
    const user = await openAdmin('Vouchers', [
      http.get(VOUCHERS, ({ request }) => {
        requests.push(new URL(request.url).search);
        return page([makeVoucher(), { ...free, enabled: false, max_uses: 1, uses: 1 }]);
      }),
    ]);
    const rows = within(await (await list()).findByRole('table')).getAllByRole('row');
    expect(rows[1]).toHaveTextContent(/7K3M-9QX2-PDHA.*20 % off.*12 of 100.*Enabled/);
    expect(rows[2]).toHaveTextContent(/GIFT-1234.*3 quota.*1 of 1.*Disabled/);
    await user.selectOptions((await list()).getByLabelText('Status'), 'enabled');
    await waitFor(() => expect(requests.at(-1)).toContain('status=enabled'));
    await user.click((await list()).getByRole('button', { name: 'Export CSV' }));
    await findToast('Export saved');
    expect(await files.text()).toContain('7K3M-9QX2-PDHA,Launch campaign,20,,12,100,1,1');
  });

  it('creates a discount, and free quota in bulk', async () => {
    const bodies: Record<string, unknown>[] = [];
    const user = await openAdmin('Vouchers', [
      http.post(VOUCHERS, async ({ request }) => {
        const body = (await request.json()) as { count: number };
        bodies.push(body);
        return ok(Array.from({ length: body.count }, () => makeVoucher()));
      }),
    ]);
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: 'Create vouchers' }));
      return within(await screen.findByRole('dialog', { name: 'Create vouchers' }));
    };
    const replace = async (field: HTMLElement, text: string) => {
      await user.clear(field);
      await user.type(field, text);
    };
    const first = await open();
    await replace(first.getByLabelText('Discount in percent'), '95');
    await user.click(first.getByRole('button', { name: 'Create' }));
    expect(await first.findByText(/Discount must be from 0.01 to 90 %/)).toBeVisible();
    await replace(first.getByLabelText('Discount in percent'), '12,5');
    await user.clear(first.getByLabelText('Uses of each code'));
    await user.type(first.getByLabelText('Own code'), 'summer-26');
    await user.type(first.getByLabelText('Valid from'), '2020-12-01');
    await user.click(first.getByRole('button', { name: 'Choose a date: Valid until' }));
    await user.click(await screen.findByRole('button', { name: 'Today' }));
    await user.click(first.getByRole('button', { name: 'Create' }));
    await findToast('Voucher 7K3M-9QX2-PDHA created');
    expect(bodies[0]).toMatchObject({
      percentage: 12.5,
      quota: null,
      max_uses: null,
      code: 'summer-26',
      valid_from: '2020-12-01',
      valid_until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    });

    const second = await open();
    await user.selectOptions(second.getByLabelText('Voucher for'), 'quota');
    await replace(second.getByLabelText('Quota'), '5');
    await replace(second.getByLabelText('Number of codes'), '25');
    await user.click(second.getByRole('button', { name: 'Create' }));
    await findToast('25 vouchers created');
    expect(bodies[1]).toMatchObject({
      percentage: null,
      quota: 5,
      count: 25,
      max_uses: 1,
      valid_until: null,
    });
  });

  it('shows a taken code next to its field', async () => {
    const message = 'Another voucher has this code. Nothing was created.';
    const user = await openAdmin('Vouchers', [
      http.post(VOUCHERS, () =>
        refuse(409, { code: 'CONFLICT', message, details: [{ path: 'code', message }] }),
      ),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Create vouchers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create vouchers' }));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(dialog.getByLabelText('Own code')).toBeInvalid());
    expect(dialog.getByText(message)).toBeVisible();
  });

  it('disables a code and shows its uses', async () => {
    const bodies: unknown[] = [];
    const { id, code } = makeVoucher();
    const use = {
      id: 'u1',
      user_id: 'u',
      username: 'budi_s',
      topup: { reference: 'T26112300841', status: 'PAID', quantity: 2, discount_amount: 10_000 },
      created_at: '2026-11-21T07:02:00.000Z',
    };
    const user = await openAdmin('Vouchers', [
      http.patch(`${VOUCHERS}/${id}`, async ({ request }) => {
        bodies.push(await request.json());
        return ok(null);
      }),
      http.get(`${VOUCHERS}/${id}/uses`, () =>
        page([use, { ...use, id: 'u2', username: null, topup: null }]),
      ),
    ]);
    const table = within(await (await list()).findByRole('table'));
    await user.click(table.getByRole('button', { name: `Disable ${code}` }));
    await findToast('Voucher disabled');
    expect(bodies).toEqual([{ enabled: false }]);
    await user.click(table.getByRole('button', { name: `Uses of ${code}` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Uses of ${code}` }));
    const rows = within(await dialog.findByRole('table')).getAllByRole('row');
    expect(rows[1]).toHaveTextContent(/budi_s.*T26112300841 · PAID.*Rp 10.000/);
    expect(rows[2]).toHaveTextContent(/unknown.*Redeemed/);
  });
});
