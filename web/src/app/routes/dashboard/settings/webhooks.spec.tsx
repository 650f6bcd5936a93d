import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, page, refuse } from '@/testing/responses.js';
import { goTo, openDashboard } from '@/testing/dashboard.js';
import { makeWebhook, makeWebhookDelivery } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const HOOKS = '/api/user/webhooks';
const URL = 'https://panel.example.com/webhooks';

const open = async () => {
  const user = await openDashboard();
  await goTo(user, 'Settings');
  await user.click(screen.getByRole('button', { name: 'Webhooks' }));
  return user;
};
const dialog = (name: string) => screen.findByRole('dialog', { name });

describe('/dashboard settings: webhooks', () => {
  it('explains webhooks in the empty state', async () => {
    await open();
    expect(await screen.findByText('No webhooks yet')).toBeVisible();
  });

  it('reports a failed load and retries', async () => {
    let fails = true;
    server.use(http.get(HOOKS, () => (fails ? refuse(500, { message: 'Not now.' }) : ok([]))));
    const user = await open();
    expect(await screen.findByText('Failed to load your webhooks')).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No webhooks yet')).toBeVisible();
  });

  it('shows address, events and health of each webhook', async () => {
    const at = '2026-11-21T07:00:00.000Z';
    server.use(
      http.get(HOOKS, () =>
        ok([
          makeWebhook({ previous_secret_until: at }),
          makeWebhook({ url: 'https://b.example/', failing_since: at }),
          makeWebhook({ url: 'https://c.example/', paused: { at, reason: 'failing' } }),
        ]),
      ),
    );
    await open();
    const items = await screen.findAllByRole('listitem');
    const [works, failing, paused] = items as [HTMLElement, HTMLElement, HTMLElement];
    expect(works).toHaveTextContent(`${URL}Active`);
    expect(works).toHaveTextContent('Install completed, Install failed');
    expect(works).toHaveTextContent('old secret valid until 21 Nov 2026, 14:00 WIB');
    expect(failing).toHaveTextContent('every delivery has failed since 21 Nov 2026, 14:00 WIB');
    expect(paused).toHaveTextContent('paused 21 Nov 2026, 14:00 WIB after 24 hours of failures');
    expect(within(paused).getByRole('button', { name: /^Resume/ })).toBeVisible();
    expect(within(paused).queryByRole('button', { name: /^Test/ })).not.toBeInTheDocument();
  });

  it('creates a webhook and shows its secret once until it is copied', async () => {
    let sent: unknown;
    const made: ReturnType<typeof makeWebhook>[] = [];
    server.use(
      http.get(HOOKS, () => ok(made)),
      http.post(HOOKS, async ({ request }) => {
        sent = await request.json();
        made.push(makeWebhook());
        return ok({ ...made[0], secret: SECRET });
      }),
    );
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Create webhook' }));
    const form = within(await dialog('Create webhook'));
    await user.click(form.getByRole('button', { name: 'Create webhook' }));
    expect(await form.findByText(/Enter an https:\/\/ URL/)).toBeVisible();
    expect(form.getByRole('group', { name: 'Events' })).toHaveAccessibleDescription(
      'Choose at least one event',
    );
    await user.type(form.getByLabelText('Endpoint URL'), URL);
    await user.click(form.getByRole('checkbox', { name: /Install completed/ }));
    await user.click(form.getByRole('checkbox', { name: /Top-up paid/ }));
    await user.click(form.getByRole('button', { name: 'Create webhook' }));

    const shown = within(await dialog('Your signing secret'));
    expect(sent).toEqual({ url: URL, events: ['install.completed', 'topup.paid'] });
    await user.click(shown.getByRole('button', { name: 'Copy signing secret' }));
    expect(await navigator.clipboard.readText()).toBe(SECRET);
    await user.keyboard('{Escape}');
    expect(shown.getByText(SECRET)).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'I have copied it' }));
    await waitFor(() => expect(screen.queryByText(SECRET)).not.toBeInTheDocument());
    expect(await screen.findByText(URL)).toBeVisible();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(SECRET);
  });

  it('keeps the input when the webhook is rejected', async () => {
    const message = 'You have 10 webhooks, which is the limit.';
    server.use(http.post(HOOKS, () => refuse(409, { message })));
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Create webhook' }));
    const form = within(await dialog('Create webhook'));
    await user.type(form.getByLabelText('Endpoint URL'), URL);
    await user.click(form.getByRole('checkbox', { name: /Install completed/ }));
    await user.click(form.getByRole('button', { name: 'Create webhook' }));
    expect(await findToast('Failed to save the webhook')).toHaveTextContent(message);
    expect(form.getByLabelText('Endpoint URL')).toHaveValue(URL);
  });

  it('changes, pauses, resumes, rotates the secret and deletes, each after confirmation', async () => {
    const calls: string[] = [];
    let webhook = makeWebhook();
    let isDeleted = false;
    server.use(
      http.get(HOOKS, () => ok(isDeleted ? [] : [webhook])),
      http.put(`${HOOKS}/:id`, async ({ request }) => {
        const body = (await request.json()) as object;
        webhook = { ...webhook, ...body };
        calls.push(`edit ${JSON.stringify(body)}`);
        return ok(webhook);
      }),
      http.post(`${HOOKS}/:id/:act`, ({ params }) => {
        calls.push(String(params['act']));
        const paused = { at: '2026-11-21T07:00:00.000Z', reason: 'owner' as const };
        if (params['act'] === 'pause') webhook = { ...webhook, paused };
        if (params['act'] === 'resume') webhook = { ...webhook, paused: null };
        return ok({ ...webhook, secret: SECRET });
      }),
      http.delete(`${HOOKS}/:id`, () => {
        calls.push('delete');
        isDeleted = true;
        return ok(null);
      }),
    );
    const user = await open();
    await user.click(await screen.findByRole('button', { name: `Edit: ${URL}` }));
    const form = within(await dialog('Edit webhook'));
    await user.click(form.getByRole('checkbox', { name: /Install failed/ }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: `Pause: ${URL}` }));
    expect(await findToast('Webhook paused')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: `Resume: ${URL}` }));
    expect(await findToast('Webhook resumed')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: `New secret: ${URL}` }));
    const rotate = within(await dialog(`New secret: ${URL}`));
    expect(rotate.getByText(/signed with both/)).toBeVisible();
    await user.click(rotate.getByRole('button', { name: 'New secret' }));
    const shown = within(await dialog('Your signing secret'));
    expect(shown.getByText(SECRET)).toBeVisible();
    expect(shown.getByText(/old secret stays valid for 24 hours/)).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'I have copied it' }));
    await user.click(await screen.findByRole('button', { name: `Delete: ${URL}` }));
    const remove = within(await dialog(`Delete: ${URL}`));
    await user.click(remove.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No webhooks yet')).toBeVisible();
    expect(calls).toEqual([
      `edit ${JSON.stringify({ url: URL, events: ['install.completed'] })}`,
      'pause',
      'resume',
      'secret',
      'delete',
    ]);
  });

  it('shows deliveries with their responses, also after a test, and resends one', async () => {
    const webhook = makeWebhook();
    let failed = makeWebhookDelivery({
      status: 'failed',
      answer: 'database is locked',
      tries: [
        { at: '2026-11-20T07:00:00.000Z', took: 10_002, status: null, failure: 'timeout' },
        { at: '2026-11-21T07:00:00.000Z', took: 84, status: 500, failure: 'status' },
      ],
    });
    const replayed: unknown[] = [];
    server.use(
      http.get(HOOKS, () => ok([webhook])),
      http.post(`${HOOKS}/:id/test`, () => ok(makeWebhookDelivery())),
      http.get(`${HOOKS}/:id/deliveries`, () =>
        page([failed, makeWebhookDelivery({ event: 'webhook.test' })]),
      ),
      http.post(`${HOOKS}/:id/deliveries/:delivery/replay`, ({ params }) => {
        replayed.push(params['delivery']);
        failed = { ...failed, status: 'waiting' };
        return ok(failed);
      }),
    );
    const user = await open();
    await user.click(await screen.findByRole('button', { name: `Test: ${URL}` }));
    expect(await findToast('Test event sent')).toBeVisible();
    expect((await screen.findAllByText('Test event')).length).toBeGreaterThan(0);
    // Exists in both the table and the list for narrow screens.
    const details = { name: /^Details: Install completed/ };
    await user.click((await screen.findAllByRole('button', details))[0]!);
    const shown = within(await dialog('Install completed'));
    expect(shown.getByText(/no response within 10 seconds · 10,002 ms/)).toBeVisible();
    expect(shown.getByText(/returned 500 · 84 ms/)).toBeVisible();
    expect(shown.getByText('database is locked')).toBeVisible();
    expect(shown.getByRole('group', { name: 'Request body' })).toHaveTextContent('203.0.113.24');
    await user.click(shown.getByRole('button', { name: 'Send again' }));
    expect(await findToast('Sending the event again')).toBeVisible();
    expect(replayed).toEqual([failed.id]);
    await user.click(shown.getAllByRole('button', { name: 'Close' })[0]!);
    await user.click(await screen.findByRole('button', { name: 'All webhooks' }));
    expect(await screen.findByRole('button', { name: 'Create webhook' })).toBeVisible();
  });
});
