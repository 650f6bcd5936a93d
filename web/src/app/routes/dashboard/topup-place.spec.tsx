import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, refuse } from '@/testing/answers.js';
import { goTo, openDashboard, sidebar } from '@/testing/dashboard.js';
import { makeMethod, makeUser } from '@/testing/factories.js';
import { back, reload } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const PAY = 'Pay Rp 227.325';
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Topup Quota' }));

const toConfirm = async () => {
  server.use(http.get('/api/user/profile', () => ok({ user: makeUser({ id: 'me' }) })));
  const user = await openDashboard();
  await user.click(sidebar().getByRole('button', { name: 'Topup' }));
  const d = await dialog();
  await user.click(await d.findByRole('radio', { name: /QRIS/ }));
  await user.click(await d.findByRole('button', { name: '10 quota' }));
  await waitFor(() => expect(d.getByRole('button', { name: 'Proceed' })).toBeEnabled());
  await user.click(d.getByRole('button', { name: 'Proceed' }));
  await d.findByRole('button', { name: PAY });
  return user;
};

describe('the place of a top-up', () => {
  it('is left by Back, which closes the dialog and no more', async () => {
    const user = await openDashboard();
    await goTo(user, 'Install History');
    await user.click(sidebar().getByRole('button', { name: 'Topup' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Topup Quota' }));
    await user.click(await dialog.findByRole('radio', { name: /QRIS/ }));
    back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { level: 1, name: 'Install History' })).toBeVisible();
  });

  it('is its confirmation again after a reload, and Pay then places the same order', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post('/api/user/topup', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return refuse(502);
      }),
    );
    const user = await toConfirm();
    await user.click(screen.getByRole('button', { name: PAY }));
    await waitFor(() => expect(keys).toHaveLength(1));
    await reload();
    await user.click(await (await dialog()).findByRole('button', { name: PAY }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).toBe(keys[0]);
  });

  it('is its first step after a reload where the method is not offered any more', async () => {
    await toConfirm();
    server.use(
      http.get('/api/user/payment-methods/enabled', () => ok([makeMethod({ code: 'OTHER' })])),
    );
    await reload();
    expect(await (await dialog()).findByRole('button', { name: 'Proceed' })).toBeVisible();
    expect(screen.queryByRole('button', { name: PAY })).not.toBeInTheDocument();
  });
});
