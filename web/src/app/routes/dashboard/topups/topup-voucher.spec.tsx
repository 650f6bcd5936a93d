import type { CreateTopupRequest, TopupQuote } from '@casement/proto/http/billing/topups.js';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { openDashboard, sidebar } from '@/testing/dashboard.js';
import { makeCreated, makeQuote } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const NONE = { percentage: null, quota: null, applied: false, refusal: null };
const VOUCHERS: Record<string, Partial<NonNullable<TopupQuote['voucher']>>> = {
  SUMMER: { percentage: 20, applied: true },
  SMALL: { percentage: 1 },
  GIFT: { quota: 3 },
  OLD: { refusal: { code: 'VOUCHER_NOT_VALID', message: 'This voucher code has expired.' } },
};

const open = async () => {
  server.use(
    http.post('/api/user/topup/calculate', async ({ request }) => {
      const body = (await request.json()) as { quantity: number; voucher_code?: string };
      const code = body.voucher_code;
      const voucher = code === undefined ? null : { ...NONE, code, ...VOUCHERS[code] };
      const quote = makeQuote(body.quantity);
      return ok({
        ...quote,
        voucher,
        ...(voucher?.applied && { discount_percentage: 20, final_amount: 20_000 }),
      });
    }),
  );
  const user = await openDashboard();
  await user.click(sidebar().getByRole('button', { name: 'Topup' }));
  const d = within(await screen.findByRole('dialog', { name: 'Topup Quota' }));
  await user.click(await d.findByRole('radio', { name: /QRIS/ }));
  return { user, d };
};
const enter = async (code: string) => {
  const { user, d } = await open();
  await user.click(d.getByRole('button', { name: 'I have a voucher code' }));
  await user.type(d.getByLabelText('Voucher code'), `${code}{Enter}`);
  return { user, d };
};

describe('voucher code in the top-up dialog', () => {
  it('stays hidden until it is needed', async () => {
    const { user, d } = await open();
    expect(d.queryByLabelText('Voucher code')).not.toBeInTheDocument();
    await user.click(d.getByRole('button', { name: 'I have a voucher code' }));
    expect(d.getByLabelText('Voucher code')).toHaveFocus();
  });

  it('prices and places the order with the discount', async () => {
    const sent: CreateTopupRequest[] = [];
    server.use(
      http.post('/api/user/topup', async ({ request }) => {
        sent.push((await request.json()) as CreateTopupRequest);
        return ok(makeCreated());
      }),
    );
    const { user, d } = await enter('SUMMER');
    expect(await d.findByText('20 % off with this voucher')).toBeVisible();
    await user.click(d.getByRole('button', { name: 'Proceed' }));
    await user.click(await d.findByRole('button', { name: /^Pay Rp/ }));
    await waitFor(() => expect(sent).toMatchObject([{ quantity: 1, voucher_code: 'SUMMER' }]));
  });

  it('keeps the discount for the quantity if that is better', async () => {
    const { d } = await enter('SMALL');
    expect(await d.findByText(/quantity discount is at least as good/)).toBeVisible();
  });

  it('shows why a code cannot be used, and still allows the order', async () => {
    const { user, d } = await enter('OLD');
    expect(await d.findByText('This voucher code has expired.')).toBeVisible();
    await user.click(d.getByRole('button', { name: 'Proceed' }));
    expect(await d.findByRole('button', { name: /^Pay Rp/ })).toBeVisible();
  });

  it('redeems free quota without an order', async () => {
    const codes: unknown[] = [];
    server.use(
      http.post('/api/user/vouchers/redeem', async ({ request }) => {
        codes.push(await request.json());
        return ok({ code: 'GIFT', quota: 3, new_quota: 8 });
      }),
    );
    const { user, d } = await enter('GIFT');
    await user.click(await d.findByRole('button', { name: 'Redeem' }));
    expect(await findToast('Voucher redeemed')).toHaveTextContent(
      '3 quota added. You now have 8 quota.',
    );
    expect(codes).toEqual([{ code: 'GIFT' }]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('shows why free quota was not redeemed', async () => {
    server.use(
      http.post('/api/user/vouchers/redeem', () =>
        refuse(409, { code: 'VOUCHER_EMAIL_UNVERIFIED', message: 'Please verify your email.' }),
      ),
    );
    const { user, d } = await enter('GIFT');
    await user.click(await d.findByRole('button', { name: 'Redeem' }));
    expect(await findToast('Voucher wasn’t redeemed')).toHaveTextContent(
      'Please verify your email.',
    );
  });
});
