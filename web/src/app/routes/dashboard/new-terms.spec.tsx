import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { makeCreated, makeDashboard } from '@/testing/factories/factories.js';
import { openDashboard, sidebar } from '@/testing/dashboard.js';
import { findToast } from '@/testing/render.js';
import { ok } from '@/testing/responses.js';
import { server } from '@/testing/server.js';

const terms = { version: 2, change_en: 'Refunds are new.', change_id: 'Pengembalian dana baru.' };

describe('new terms', () => {
  const accepted: unknown[] = [];
  let orders: number;
  beforeEach(() => {
    accepted.length = 0;
    orders = 0;
    server.use(
      http.get('/api/user/dashboard', () =>
        ok({ ...makeDashboard(), terms_to_accept: accepted.length ? null : terms }),
      ),
      http.post('/api/user/terms/accept', async ({ request }) => {
        accepted.push(await request.json());
        return ok(null);
      }),
      http.post('/api/user/topup', () => {
        orders += 1;
        return ok(makeCreated());
      }),
    );
  });

  /** Confirms a top-up and returns the question about the terms. */
  const orderTopup = async () => {
    const user = await openDashboard();
    await user.click(sidebar().getByRole('button', { name: 'Topup' }));
    const topup = within(await screen.findByRole('dialog', { name: 'Topup Quota' }));
    await user.click(await topup.findByRole('radio', { name: /QRIS/ }));
    const proceed = topup.getByRole('button', { name: 'Proceed' });
    await waitFor(() => expect(proceed).toBeEnabled());
    await user.click(proceed);
    await user.click(await topup.findByRole('button', { name: /^Pay/ }));
    const dialog = await screen.findByRole('dialog', { name: 'New Terms of Service' });
    return { user, dialog: within(dialog) };
  };

  it('are accepted before a top-up, which then continues', async () => {
    const { user, dialog } = await orderTopup();
    expect(dialog.getByText('Refunds are new.')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Read the terms' })).toHaveAttribute(
      'href',
      '/legal/terms?lang=en',
    );
    expect(orders).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(orders).toBe(1));
    expect(accepted).toEqual([{ version: 2 }]);
  });

  it('stop a top-up if they are not accepted', async () => {
    const { user, dialog } = await orderTopup();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await findToast('Payment Error')).toHaveTextContent(
      'Please accept the new terms first.',
    );
    expect(orders).toBe(0);
  });
});
