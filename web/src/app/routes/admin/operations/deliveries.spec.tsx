import { screen, waitFor, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, page, refuse } from '@/testing/responses.js';
import { makeDelivery } from '@/testing/factories/telegram-factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const LIST = '/api/admin/telegram-bot/deliveries';
const lost = makeDelivery({
  username: 'budi_s',
  status: 'failed',
  channel: 'email',
  attempts: 5,
  error: '550 5.1.1 No such user here',
  sent_at: null,
});
const unwanted = makeDelivery({
  username: null,
  event: 'quota_low',
  status: 'skipped',
  channel: null,
  attempts: 0,
  sent_at: null,
});

const open = (rows = [makeDelivery(), lost, unwanted], ...handlers: RequestHandler[]) =>
  openAdmin('Telegram', [...handlers, http.get(LIST, () => page(rows))]);
const log = async () => within(await screen.findByRole('table'));
const retry = { name: 'Retry: Installation finished for budi_s' };

describe('/admin telegram section: deliveries', () => {
  it('shows recipient, channel and the last response of each message', async () => {
    await open();
    const cells = async (name: string) =>
      within((await log()).getByText(name).closest('tr')!)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(await cells('rahmat_p')).toEqual([
      'rahmat_p',
      'Installation finished',
      'Telegram',
      'Sent',
      '1',
      '–',
      '21 Nov 2026, 14:02 WIB',
      '',
    ]);
    expect((await cells('budi_s')).slice(2)).toEqual([
      'Email',
      'Failed',
      '5',
      '550 5.1.1 No such user here',
      '21 Nov 2026, 14:02 WIB',
      'Retry',
    ]);
    expect((await cells('Low quota')).slice(0, 4)).toEqual([
      'unknown',
      'Low quota',
      'none',
      'Skipped',
    ]);
  });

  it('searches and filters on the server', async () => {
    const requests: string[] = [];
    const user = await open(
      [lost],
      http.get(LIST, ({ request }) => {
        requests.push(new URL(request.url).search);
        return page([lost]);
      }),
    );
    await log();
    await user.selectOptions(screen.getByLabelText('Filter by status'), 'failed');
    await waitFor(() => expect(requests.at(-1)).toContain('status=failed'));
    await user.type(screen.getByLabelText('Search user ID or error'), 'budi');
    await waitFor(() => expect(requests.at(-1)).toContain('search=budi'));
  });

  it('resends a failed message and keeps the focus when the button disappears', async () => {
    const sent: unknown[] = [];
    const user = await open(
      [lost],
      http.post(`${LIST}/:id/retry`, ({ params }) => {
        sent.push(params.id);
        server.use(http.get(LIST, () => page([{ ...lost, status: 'waiting' }])));
        return ok({ ...lost, status: 'waiting' });
      }),
    );
    await user.click((await log()).getByRole('button', retry));
    expect(await findToast('Sending again')).toBeVisible();
    expect(sent).toEqual([lost.id]);
    expect((await log()).getByText('Waiting')).toBeVisible();
    await waitFor(() => expect(document.body).not.toHaveFocus());
  });

  it('§8 shows a failed retry', async () => {
    const user = await open(
      [lost],
      http.post(`${LIST}/:id/retry`, () => refuse(409, { message: 'It was sent meanwhile.' })),
    );
    await user.click((await log()).getByRole('button', retry));
    expect(await findToast('Retry failed')).toHaveTextContent('It was sent meanwhile.');
  });

  it('shows the empty state', async () => {
    await open([]);
    expect(await screen.findByText('No deliveries yet')).toBeVisible();
  });

  it('sends a test and shows the response', async () => {
    const user = await open(
      [],
      http.post('/api/admin/telegram-bot/test', () =>
        ok({ delivered: false, answer: '403: Forbidden: bot was blocked by the user' }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Test Telegram' }));
    expect(await screen.findByText('Telegram: not delivered.')).toBeVisible();
    expect(screen.getByText('403: Forbidden: bot was blocked by the user')).toBeVisible();
  });
});
