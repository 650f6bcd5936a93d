import type { Announcement } from '@casement/proto/http/telegram/announcements.js';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok } from '@/testing/responses.js';
import { findToast, openSite } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const announcement: Announcement = {
  id: '00000000-0000-7000-9000-0000000000aa',
  kind: 'maintenance',
  text_en: 'Installs pause for an hour.',
  text_id: 'Instalasi berhenti satu jam.',
  starts_at: '2026-11-21T07:00:00.000Z',
  ends_at: '2099-11-21T08:00:00.000Z',
};

describe('announcement banner', () => {
  it('shows the text, its kind and its end to customers', async () => {
    server.use(http.get('/api/user/announcements', () => ok([announcement])));
    await openSite('/dashboard', { token: 't' });
    expect(await screen.findByText(/Installs pause for an hour\./)).toHaveTextContent(
      'Maintenance: Installs pause for an hour.',
    );
    expect(screen.getByText('Until 21 Nov 2099, 15:00 WIB')).toBeVisible();
  });
});

describe('/admin announcements section', () => {
  const LIST = '/api/admin/announcements';

  it('creates an announcement with times in Asia/Jakarta', async () => {
    const sent: unknown[] = [];
    const user = await openAdmin('Announcements', [
      http.get(LIST, () => ok([])),
      http.put(`${LIST}/:id`, async ({ request }) => {
        sent.push(await request.json());
        return ok(announcement);
      }),
    ]);
    await user.click(screen.getByRole('button', { name: 'New announcement' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New announcement' }));
    await user.selectOptions(dialog.getByLabelText('Kind'), 'Maintenance');
    await user.type(dialog.getByLabelText('Text in English'), 'Pause');
    await user.type(dialog.getByLabelText('Text in Indonesian'), 'Jeda');
    await user.type(dialog.getByLabelText('From (Asia/Jakarta)'), '2026-12-01 22.00');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Please enter a date and time')).toBeVisible();
    await user.type(dialog.getByLabelText('Until (Asia/Jakarta)'), '2026-12-01 23:00');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await findToast('Announcement saved');
    expect(sent).toEqual([
      {
        kind: 'maintenance',
        text_en: 'Pause',
        text_id: 'Jeda',
        starts_at: '2026-12-01T22:00:00+07:00',
        ends_at: '2026-12-01T23:00:00+07:00',
      },
    ]);
  });

  it('chooses the day from the calendar, keeps the time, and closes only the calendar by Escape', async () => {
    const user = await openAdmin('Announcements', [http.get(LIST, () => ok([announcement]))]);
    const table = within(await screen.findByRole('table'));
    await user.click(table.getByRole('button', { name: /^Edit/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit announcement' }));
    const from = dialog.getByLabelText('From (Asia/Jakarta)');
    expect(from).toHaveValue('2026-11-21 14:00');
    const opener = dialog.getByRole('button', { name: 'Choose a date: From (Asia/Jakarta)' });
    await user.click(opener);
    await user.keyboard('{ArrowRight}{Enter}');
    expect(from).toHaveValue('2026-11-22 14:00');
    expect(opener).toHaveFocus();
    await user.click(opener);
    expect(await screen.findByRole('button', { name: '22 Nov 2026' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: /^Choose a date/ })).toBeNull();
    expect(from).toBeVisible();
    expect(opener).toHaveFocus();
  });

  it('lists announcements with their state and deletes after a confirmation', async () => {
    jest.spyOn(window, 'confirm').mockReturnValue(true);
    const removed: unknown[] = [];
    const user = await openAdmin('Announcements', [
      http.get(LIST, () => ok([announcement])),
      http.delete(`${LIST}/:id`, ({ params }) => {
        removed.push(params.id);
        return ok(null);
      }),
    ]);
    const table = within(await screen.findByRole('table'));
    expect(table.getByText('Shown now')).toBeVisible();
    await user.click(table.getByRole('button', { name: /^Delete/ }));
    await findToast('Announcement deleted');
    expect(removed).toEqual([announcement.id]);
  });
});
