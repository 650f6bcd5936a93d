import { desktopEndReasons } from '@casement/proto/http/install/desktops/desktops.js';
import { screen, waitFor, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { makeDesktop } from '@/testing/factories/desktop-factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const LIST = '/api/admin/desktops';
const open = makeDesktop();
const ended = makeDesktop({
  ip: '192.0.2.7',
  username: null,
  ended_at: '2026-11-21T07:04:05.000Z',
  end: 'lost',
});

const show = (rows = [open, ended], ...handlers: RequestHandler[]) =>
  openAdmin('Desktops', [...handlers, http.get(LIST, () => page(rows))]);
const list = async () => within(await screen.findByRole('table'));

describe('/admin desktops section', () => {
  it('shows user, target, client address, duration and traffic of each session', async () => {
    await show();
    const cells = async (ip: string) =>
      within((await list()).getByText(ip).closest('tr')!)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(await cells('203.0.113.24')).toEqual([
      '203.0.113.24',
      'rahmat_p',
      '198.51.100.7',
      'Open',
      '21 Nov 2026, 14:02 WIB',
      '7 min 5 s',
      '1.5 MiB / 50.0 MiB',
      'End',
    ]);
    expect((await cells('192.0.2.7')).slice(1)).toEqual([
      'unknown',
      '198.51.100.7',
      'Connection to relay lost',
      '21 Nov 2026, 14:02 WIB',
      '2 min 5 s',
      '1.5 MiB / 50.0 MiB',
      '',
    ]);
  });

  it('names every end reason', async () => {
    await show(
      desktopEndReasons.map((end, n) =>
        makeDesktop({ ip: `192.0.2.${n}`, ended_at: '2026-11-21T07:04:05.000Z', end }),
      ),
    );
    const rows = (await list()).getAllByRole('row').slice(1);
    const names = rows.map((row) => within(row).getAllByRole('cell')[3]?.textContent);
    expect(names.every((name) => (name ?? '').length > 3)).toBe(true);
    expect(new Set(names).size).toBe(desktopEndReasons.length);
  });

  it('searches and filters on the server', async () => {
    const requests: string[] = [];
    const user = await show(
      [open],
      http.get(LIST, ({ request }) => {
        requests.push(new URL(request.url).search);
        return page([open]);
      }),
    );
    await list();
    await user.selectOptions(screen.getByLabelText('Filter by state'), 'Open');
    await waitFor(() => expect(requests.at(-1)).toContain('status=open'));
    await user.type(screen.getByLabelText('Search username or IP'), 'budi');
    await waitFor(() => expect(requests.at(-1)).toContain('search=budi'));
  });

  it('ends a session after confirmation and shows it as closing', async () => {
    const sent: unknown[] = [];
    const user = await show(
      [open],
      http.post(`${LIST}/:id/end`, ({ params }) => {
        sent.push(params.id);
        const closing = { ...open, ending: 'ended_by_administrator' as const };
        server.use(http.get(LIST, () => page([closing])));
        return ok(closing);
      }),
    );
    await user.click(
      (await list()).getByRole('button', { name: 'End the desktop of 203.0.113.24' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/rahmat_p will be disconnected/)).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'End' }));
    expect(await findToast('Closing the desktop')).toBeVisible();
    expect(sent).toEqual([open.id]);
    expect(await (await list()).findByText('Closing')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect((await list()).queryByRole('button', { name: /^End/ })).not.toBeInTheDocument();
  });

  it('shows a rejected request to end a session', async () => {
    const user = await show(
      [open],
      http.post(`${LIST}/:id/end`, () => refuse(404, { message: 'It is not kept any more.' })),
    );
    await user.click((await list()).getByRole('button', { name: /^End the desktop/ }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'End' }),
    );
    expect(await findToast('Failed to end the desktop')).toHaveTextContent(
      'It is not kept any more.',
    );
  });

  it('shows the empty state and the state without matches', async () => {
    const user = await show([]);
    expect(await screen.findByText('No desktops yet')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Filter by state'), 'Ended');
    expect(await screen.findByText('No desktops found')).toBeVisible();
  });

  it('offers a retry after a failed load', async () => {
    await show(
      [],
      http.get(LIST, () => refuse(503, { message: 'Please wait.' })),
    );
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeVisible();
  });
});
