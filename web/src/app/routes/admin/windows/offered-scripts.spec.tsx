import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok } from '@/testing/responses.js';
import { makeScript } from '@/testing/factories/factories.js';

describe('/admin windows section: offered scripts', () => {
  it('lists and adds scripts that all customers can choose, with a description', async () => {
    const sent: unknown[] = [];
    const own = makeScript({ name: 'My own' });
    const scripts = [own, makeScript({ offered: true })];
    const user = await openAdmin('Windows Versions', [
      http.get('/api/user/scripts', () => ok(scripts)),
      http.post('/api/admin/scripts', async ({ request }) => {
        sent.push(await request.json());
        scripts.push(makeScript({ name: 'Updates', offered: true }));
        return ok(scripts[2]);
      }),
    ]);
    expect(await screen.findByText('Installs IIS and opens port 80.')).toBeVisible();
    expect(screen.queryByText('My own')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Add script' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add script' }));
    await user.type(form.getByLabelText('Name'), 'Updates');
    await user.type(form.getByLabelText('Description'), 'Installs all updates.');
    const content = form.getByLabelText('Script (PowerShell)');
    expect(content).toHaveAccessibleDescription(/must not contain passwords/);
    await user.type(content, 'Get-Date');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Updates')).toBeVisible();
    expect(sent).toEqual([
      { name: 'Updates', description: 'Installs all updates.', content: 'Get-Date' },
    ]);
  });

  it('changes and deletes them by the operators’ routes', async () => {
    const script = makeScript({ offered: true });
    const calls: string[] = [];
    const path = `/api/admin/scripts/${script.id}`;
    const user = await openAdmin('Windows Versions', [
      http.get('/api/user/scripts', () => ok([script])),
      http.get(`/api/user/scripts/${script.id}`, () => ok({ ...script, content: 'Get-Date' })),
      http.put(path, () => {
        calls.push('put');
        return ok(script);
      }),
      http.delete(path, () => {
        calls.push('delete');
        return ok(null);
      }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Edit “Web server”' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit “Web server”' }));
    await form.findByLabelText('Script (PowerShell)');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Delete “Web server”' }));
    const confirm = within(await screen.findByRole('dialog', { name: 'Delete “Web server”' }));
    await user.click(confirm.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Script deleted')).toBeVisible();
    expect(calls).toEqual(['put', 'delete']);
  });
});
