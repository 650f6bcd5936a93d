import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { never, ok, refuse } from '@/testing/responses.js';
import { openDashboard, openDashboardAt, advanceTime, sidebar } from '@/testing/dashboard.js';
import { makeCreated, makeMethod, makeQuote } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const open = async (...methods: ReturnType<typeof makeMethod>[]) => {
  server.use(http.get('/api/user/payment-methods/enabled', () => ok(methods)));
  const user = await openDashboard();
  await user.click(sidebar().getByRole('button', { name: 'Topup' }));
  return { user, d: within(await screen.findByRole('dialog', { name: 'Topup Quota' })) };
};

const iconOf = (radio: HTMLElement) => {
  const label = radio.closest('label')!;
  return { image: label.querySelector('img'), fallback: label.querySelector('svg') };
};

describe('payment methods', () => {
  it.each([
    ['/uploads/qris.png', '/uploads/qris.png'],
    ['/icons/qris.png', '/api/icons/qris.png'],
    ['https://cdn.example.com/qris.png', 'https://cdn.example.com/qris.png'],
  ])('§2 resolve the icon %s to %s', async (icon_url, src) => {
    const { d } = await open(makeMethod({ icon_url }));
    const { image } = iconOf(await d.findByRole('radio', { name: /QRIS/ }));
    expect(image).toHaveAttribute('src', src);
  });

  it('show a fallback icon when the provider’s does not load', async () => {
    const { d } = await open(makeMethod({ icon_url: 'https://cdn.example.com/gone.png' }));
    const radio = await d.findByRole('radio', { name: /QRIS/ });
    fireEvent.error(iconOf(radio).image!);
    expect(iconOf(radio).image).toBeNull();
    expect(iconOf(radio).fallback).toBeInTheDocument();
  });

  it.each([
    [{ fee_flat: 4_250, fee_percent: 0 }, 'Rp 4.250 fee'],
    [{ fee_flat: 0, fee_percent: 0.7 }, 'Rp 175 fee'],
    [{ fee_flat: 750, fee_percent: 0.7 }, 'Rp 925 fee'],
    [{ fee_flat: 0, fee_percent: 0.7133 }, 'Rp 179 fee'],
    [{ fee_flat: 0, fee_percent: 0 }, 'No fee'],
  ])('§2 show their fee %j as %s', async (fee, shown) => {
    const { d } = await open(makeMethod(fee));
    const label = (await d.findByRole('radio', { name: /QRIS/ })).closest('label')!;
    expect(await within(label).findByText(shown)).toBeVisible();
  });

  it('show how their fee is calculated while the amount is unknown', async () => {
    server.use(http.post('/api/user/topup/calculate', never));
    const { d } = await open(makeMethod());
    await d.findByRole('radio', { name: /QRIS/ });
    expect(d.getByText('Rp 750 + 0.70 %')).toBeVisible();
  });

  it('list QRIS first, then the virtual accounts by bank, then the others', async () => {
    const { d } = await open(
      makeMethod({ code: 'ALFAMART', name: 'Alfamart', type: 'direct' }),
      makeMethod({ code: 'BCAVA', name: 'BCA Virtual Account', type: 'direct' }),
      makeMethod({ name: 'QRIS by ShopeePay' }),
      makeMethod({ code: 'BRIVA', name: 'BRI Virtual Account', type: 'direct' }),
    );
    await d.findAllByText('Rp 925 fee');
    expect(d.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent)).toEqual([
      'QRIS (any bank or e-wallet)QRIS by ShopeePayRp 925 fee',
      'BCARp 925 fee',
      'BRIRp 925 fee',
      'AlfamartPay at the counterRp 925 fee',
    ]);
    const banks = d.getByRole('group', { name: 'Bank transfer (virtual account)' });
    expect(within(banks).getAllByRole('radio')).toHaveLength(2);
  });

  it('remember the last method that was used', async () => {
    const bri = makeMethod({ code: 'BRIVA', name: 'BRI Virtual Account' });
    server.use(http.post('/api/user/topup', () => ok(makeCreated())));
    const { user, d } = await open(makeMethod(), bri);
    await user.click(await d.findByRole('radio', { name: /BRI/ }));
    await waitFor(() => expect(d.getByRole('button', { name: 'Proceed' })).toBeEnabled());
    await user.click(d.getByRole('button', { name: 'Proceed' }));
    await user.click(await d.findByRole('button', { name: /^Pay Rp/ }));
    await screen.findByRole('dialog', { name: 'Payment created' });
    await user.keyboard('{Escape}');
    await user.click(sidebar().getByRole('button', { name: 'Topup' }));
    const again = within(await screen.findByRole('dialog', { name: 'Topup Quota' }));
    expect(await again.findByRole('radio', { name: /BRI/ })).toBeChecked();
    expect(await again.findByText('Rp 25.925', { selector: 'dd' })).toBeVisible();
  });

  it('need a choice if the last method is no longer enabled', async () => {
    localStorage.setItem('casement-payment-method', 'OVO');
    const { d } = await open(makeMethod());
    expect(await d.findByText('Choose a payment method to see the total.')).toBeVisible();
  });

  it.each([
    ['at least its minimum', { fee_flat: 0, fee_percent: 0.1, minimum_fee: 2_000 }, 'Rp 2.000'],
    ['at most its maximum', { fee_flat: 0, fee_percent: 90, maximum_fee: 5_000 }, 'Rp 5.000'],
    ['rounded up to a full rupiah', { fee_flat: 0, fee_percent: 0.7133 }, 'Rp 179'],
  ])('§2 charge a fee that is %s', async (_, fee, shown) => {
    const { user, d } = await open(makeMethod(fee));
    await user.click(await d.findByRole('radio', { name: /QRIS/ }));
    expect(await d.findByText(shown)).toBeVisible();
  });

  it('§8 stay visible when a refetch fails', async () => {
    let requests = 0;
    server.use(
      http.get('/api/user/payment-methods/enabled', () => {
        requests += 1;
        return requests === 1 ? ok([makeMethod()]) : refuse(500);
      }),
    );
    const user = await openDashboardAt(new Date());
    const topup = async () => {
      await user.click(sidebar().getByRole('button', { name: 'Topup' }));
      return within(await screen.findByRole('dialog', { name: 'Topup Quota' }));
    };
    await (await topup()).findByRole('radio', { name: /QRIS/ });
    await user.keyboard('{Escape}');
    await advanceTime(61_000);
    const again = await topup();
    await advanceTime(1_000);
    expect(requests).toBe(2);
    expect(again.getByRole('radio', { name: /QRIS/ })).toBeVisible();
    expect(again.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
  });

  it('show that none is enabled', async () => {
    const { d } = await open();
    expect(await d.findByText('No payment methods are enabled')).toBeVisible();
  });
});

describe('top-up quantity', () => {
  it('shows the unit price with decimals', async () => {
    server.use(
      http.post('/api/user/topup/calculate', () => ok({ ...makeQuote(1), unit_price: 22_500.75 })),
    );
    const { d } = await open(makeMethod());
    expect(await d.findByText('Install quota, 1 × Rp 22.500,75')).toBeVisible();
  });

  it('stays within the bounds that come with the price', async () => {
    const limits = { min_quantity: 2, max_quantity: 20 };
    server.use(
      http.post('/api/user/topup/calculate', async ({ request }) => {
        const { quantity } = (await request.json()) as { quantity: number };
        return ok({ ...makeQuote(quantity), ...limits });
      }),
    );
    const { user, d } = await open(makeMethod());
    await d.findByText('Enter a whole number from 2 to 20.');
    expect(d.getByRole('button', { name: 'Less' })).toBeDisabled();
    expect(d.queryByRole('button', { name: '25 quota' })).not.toBeInTheDocument();
    await user.click(d.getByRole('button', { name: '10 quota' }));
    const field = d.getByLabelText('Quantity');
    await user.clear(field);
    await user.type(field, '199');
    expect(field).toHaveValue('19');
    await user.click(d.getByRole('button', { name: 'More' }));
    expect(field).toHaveValue('20');
    expect(d.getByRole('button', { name: 'More' })).toBeDisabled();
  });

  it('§5 does not proceed outside the bounds', async () => {
    server.use(
      http.post('/api/user/topup/calculate', () => ok({ ...makeQuote(1), min_quantity: 2 })),
    );
    const { user, d } = await open(makeMethod());
    await user.click(await d.findByRole('radio', { name: /QRIS/ }));
    await d.findByText(/^about/);
    await user.click(d.getByRole('button', { name: 'Proceed' }));
    expect(d.getByText('Please enter quantity and select payment method')).toBeVisible();
  });

  it("shows the server's error at the field", async () => {
    const message = 'A topup has at least 5 quota.';
    server.use(http.post('/api/user/topup/calculate', () => refuse(400, { message })));
    const { d } = await open(makeMethod());
    expect(await findToast('Calculation Error')).toHaveTextContent(message);
    await waitFor(() => expect(d.getByLabelText('Quantity')).toHaveAccessibleDescription(message));
  });

  it('§5 is priced only above 0', async () => {
    const requests: unknown[] = [];
    server.use(
      http.post('/api/user/topup/calculate', async ({ request }) => {
        const { quantity } = (await request.json()) as { quantity: number };
        requests.push(quantity);
        return ok(makeQuote(quantity));
      }),
    );
    const { user, d } = await open(makeMethod());
    await d.findByText(/^about/);
    const field = d.getByLabelText('Quantity');
    await user.clear(field);
    await user.type(field, '0');
    await user.clear(field);
    await user.type(field, '3');
    await d.findByText('Install quota, 3 × Rp 25.000');
    expect(requests).toEqual([1, 3]);
  });
});
