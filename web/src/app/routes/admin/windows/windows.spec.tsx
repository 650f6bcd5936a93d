import { screen, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, refuse } from '@/testing/responses.js';
import { table } from '@/testing/dashboard.js';
import { makeVersion } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';

const server2022 = makeVersion({ id: 'v1', processor: 'avx' });

const open = (...handlers: RequestHandler[]) =>
  openAdmin('Windows Versions', [
    http.get('/api/admin/windows-versions', () =>
      ok([server2022, makeVersion({ name: 'Windows 11 Pro', slug: 'win11', available: false })]),
    ),
    ...handlers,
  ]);

const add = async (...handlers: RequestHandler[]) => {
  const user = await open(...handlers);
  await user.click(screen.getByRole('button', { name: 'Add Windows Version' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Windows Version' }));
  return { user, dialog };
};

describe('/admin windows section', () => {
  it('§2 shows the versions and which of them have an image', async () => {
    await open();
    const rows = await table();
    expect(rows.getByText('ws2022')).toBeVisible();
    expect(rows.getByText('Available')).toBeVisible();
    expect(rows.getByText('No image yet')).toBeVisible();
  });

  it('§5 requires name and slug', async () => {
    const { user, dialog } = await add();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Name is required')).toBeVisible();
    expect(dialog.getByText('Slug is required')).toBeVisible();
  });

  it('§8 creates a version', async () => {
    const sent: unknown[] = [];
    const { user, dialog } = await add(
      http.post('/api/admin/windows-versions', async ({ request }) => {
        sent.push(await request.json());
        return ok(server2022);
      }),
    );
    await user.type(dialog.getByLabelText('Name'), 'Windows 10');
    await user.type(dialog.getByLabelText('Slug'), 'win10');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await findToast('Windows version created successfully')).toBeVisible();
    expect(sent).toEqual([{ name: 'Windows 10', slug: 'win10', processor: '', boot_guard: true }]);
  });

  it('§8 shows a rejected save', async () => {
    const { user, dialog } = await add(
      http.post('/api/admin/windows-versions', () =>
        refuse(409, { message: 'That slug is taken.' }),
      ),
    );
    await user.type(dialog.getByLabelText('Name'), 'Windows 10');
    await user.type(dialog.getByLabelText('Slug'), 'win10');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await findToast('Operation failed')).toHaveTextContent('That slug is taken.');
  });

  it('§8 saves the change', async () => {
    const sent: unknown[] = [];
    const user = await open(
      http.put('/api/admin/windows-versions/v1', async ({ request }) => {
        sent.push(await request.json());
        return ok(server2022);
      }),
    );
    await user.click((await table()).getByRole('button', { name: 'Edit Windows Server 2022' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Windows Version' }));
    await user.type(dialog.getByLabelText('Name'), ' Core');
    const processor = dialog.getByLabelText('Required processor features (optional)');
    expect(processor).toHaveValue('avx');
    await user.clear(processor);
    await user.type(processor, 'sse4_2, popcnt');
    await user.click(dialog.getByRole('checkbox', { name: /^Guard the first starts/ }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await findToast('Windows version updated successfully')).toBeVisible();
    expect(sent).toEqual([
      {
        name: 'Windows Server 2022 Core',
        slug: 'ws2022',
        processor: 'sse4_2, popcnt',
        boot_guard: false,
      },
    ]);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('§5 deletes a version after the browser’s confirmation: %p', async (confirmed, times) => {
    let deleted = 0;
    jest.spyOn(window, 'confirm').mockReturnValue(confirmed);
    const user = await open(
      http.delete('/api/admin/windows-versions/v1', () => {
        deleted += 1;
        return ok(null);
      }),
    );
    await user.click((await table()).getByRole('button', { name: 'Delete Windows Server 2022' }));
    if (confirmed) expect(await findToast('Windows version deleted successfully')).toBeVisible();
    expect(deleted).toBe(times);
  });
});
