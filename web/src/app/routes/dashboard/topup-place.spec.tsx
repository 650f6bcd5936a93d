import { screen, waitFor, within } from '@testing-library/react';
import { goTo, openDashboard, sidebar } from '@/testing/dashboard.js';
import { back } from '@/testing/render.js';

// A reload needs a browser: web/e2e/mocked/places.e2e-spec.ts.
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
});
