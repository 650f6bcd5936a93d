import type { ServiceOperations } from '@casement/proto/http/operations.js';
import { screen, waitFor, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, refuse } from '@/testing/responses.js';
import {
  makeDeadLetter,
  makeFailedJob,
  makeOperations,
} from '@/testing/factories/operations-factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const PATH = '/api/admin/operations';
const deadLetter = makeDeadLetter();
const RETRY = { name: `Retry ${deadLetter.subject}` };
const DISCARD = { name: `Discard ${deadLetter.subject}` };

const billing = (overrides: Partial<ServiceOperations>) =>
  http.get(`${PATH}/billing`, () => ok(makeOperations(overrides)));
const open = (...handlers: RequestHandler[]) => openAdmin('Operations', handlers);
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const withDeadLetter = billing({ dead_letters: { total: 1, rows: [deadLetter] } });
const mockNoDeadLetters = () => server.use(billing({}));

describe('/admin operations section', () => {
  it('shows the build, replica and dependencies of every service', async () => {
    await open();
    for (const name of [
      'Accounts',
      'Billing',
      'Installs',
      'Telegram and notifications',
      'Security',
    ])
      expect(await (await card(name)).findByText('Healthy')).toBeVisible();
    const shown = await card('Billing');
    expect(shown.getByText(/Version 1\.4\.2/)).toHaveTextContent(
      'Version 1.4.2 · billing-6c9f7b8d54-x2k9q/7 · up since 20 Nov 2026, 10:00 WIB',
    );
    expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Databaseworking',
      'Migrationsworking',
      'NATSworking',
      'Blocks and sessionsworking',
    ]);
    expect(shown.getByText('No dead letters and no failed jobs.')).toBeVisible();
  });

  it('marks an unresponsive service and shows the others', async () => {
    const user = await open(http.get(`${PATH}/install`, () => refuse(503)));
    const installs = await card('Installs');
    expect((await installs.findAllByText('Not responding'))[0]).toBeVisible();
    expect(await (await card('Security')).findByText('Healthy')).toBeVisible();
    server.use(http.get(`${PATH}/install`, () => ok(makeOperations({ service: 'install' }))));
    await user.click(installs.getByRole('button', { name: 'Try Again' }));
    expect(await installs.findByText('Healthy')).toBeVisible();
  });

  it('drops the last response of a service that has become unresponsive', async () => {
    const user = await open();
    const shown = await card('Billing');
    await shown.findByText('Healthy');
    server.use(http.get(`${PATH}/billing`, () => refuse(503)));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await shown.findAllByText('Not responding');
    expect(shown.queryByText('Healthy')).not.toBeInTheDocument();
  });

  it('names the failing component and the reason', async () => {
    await open(billing({ parts: [{ name: 'nats', ok: false, problem: 'not connected' }] }));
    const shown = await card('Billing');
    expect(await shown.findByText('Degraded')).toBeVisible();
    expect(shown.getByRole('listitem')).toHaveTextContent('NATSfailingnot connected');
  });

  it('reports lists that failed to load', async () => {
    await open(billing({ dead_letters: null, failed_jobs: null }));
    expect(await screen.findByText(/its lists are unavailable/)).toBeVisible();
    expect((await card('Billing')).queryByText(/No dead letters/)).not.toBeInTheDocument();
  });

  it('shows a dead letter and that the list is truncated', async () => {
    await open(billing({ dead_letters: { total: 1_236, rows: [deadLetter] } }));
    const list = within(await screen.findByRole('list', { name: 'Dead letters (1,236)' }));
    expect(list.getByRole('listitem')).toHaveTextContent(
      `${deadLetter.subject}${deadLetter.error}8 attempts · first seen 21 Nov 2026, 14:02 WIB · ` +
        `last tried 21 Nov 2026, 14:02 WIB · Event ${deadLetter.event_id}`,
    );
    expect(screen.getByText('Showing the newest 1 of 1,236.')).toBeVisible();
  });

  it('retries a dead letter and moves the focus to its service when it is gone', async () => {
    const requests: unknown[] = [];
    const user = await open(
      withDeadLetter,
      http.post(`${PATH}/billing/dead-letters/:id/retry`, ({ params }) => {
        requests.push(params.id);
        mockNoDeadLetters();
        return ok(null);
      }),
    );
    await user.click(await screen.findByRole('button', RETRY));
    await findToast('Retrying the event');
    expect(requests).toEqual([deadLetter.id]);
    await waitFor(() => expect(screen.queryByRole('button', RETRY)).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Billing' })).toHaveFocus());
  });

  it('polls while a dead letter is being retried and offers no second retry', async () => {
    const user = await open(
      billing({ dead_letters: { total: 1, rows: [{ ...deadLetter, retry_requested: true }] } }),
      http.post(`${PATH}/billing/dead-letters/:id/retry`, () => refuse(500)),
    );
    const button = await screen.findByRole('button', RETRY);
    expect(button).toHaveTextContent('Retrying...');
    await user.click(button);
    expect(screen.queryByText('Retry failed')).not.toBeInTheDocument();
    mockNoDeadLetters();
    await waitFor(() => expect(button).not.toBeInTheDocument(), { timeout: 60_000 });
  });

  it('§8 shows a rejected retry and reloads the list', async () => {
    const user = await open(
      withDeadLetter,
      http.post(`${PATH}/billing/dead-letters/:id/retry`, () => {
        mockNoDeadLetters();
        return refuse(404, { message: 'This event is no longer in the list.' });
      }),
    );
    await user.click(await screen.findByRole('button', RETRY));
    expect(await findToast('Retry failed')).toHaveTextContent(
      'This event is no longer in the list.',
    );
    await waitFor(() => expect(screen.queryByRole('button', RETRY)).not.toBeInTheDocument());
  });

  it('discards a dead letter only after confirmation', async () => {
    const discarded: unknown[] = [];
    const user = await open(
      withDeadLetter,
      http.delete(`${PATH}/billing/dead-letters/:id`, ({ params }) => {
        discarded.push(params.id);
        mockNoDeadLetters();
        return ok(null);
      }),
    );
    await user.click(await screen.findByRole('button', DISCARD));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard this event?' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(discarded).toEqual([]);

    await user.click(screen.getByRole('button', DISCARD));
    const again = within(await screen.findByRole('dialog', { name: 'Discard this event?' }));
    expect(again.getByText(deadLetter.subject)).toBeVisible();
    await user.click(again.getByRole('button', { name: 'Discard' }));
    await findToast('Event discarded');
    expect(discarded).toEqual([deadLetter.id]);
    await waitFor(() => expect(screen.queryByRole('button', DISCARD)).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Billing' })).toHaveFocus());
  });

  it('retries a failed job only if it can be retried', async () => {
    const job = makeFailedJob();
    const mail = makeFailedJob({
      kind: 'mail',
      id: 'm1',
      title: 'verification',
      error: 'EENVELOPE 550',
      can_retry: false,
    });
    const retried: unknown[] = [];
    const user = await open(
      http.get(`${PATH}/install`, () =>
        ok(makeOperations({ service: 'install', failed_jobs: { total: 2, rows: [job, mail] } })),
      ),
      http.post(`${PATH}/install/failed-jobs/:kind/:id/retry`, ({ params }) => {
        retried.push([params.kind, params.id]);
        return ok(null);
      }),
    );
    const list = within(await screen.findByRole('list', { name: 'Failed jobs (2)' }));
    expect(list.getByText('Email: verification').closest('li')).toHaveTextContent(
      'This can’t be retried.',
    );
    expect(list.getAllByRole('button')).toHaveLength(1);
    await user.click(list.getByRole('button', { name: 'Retry Windows image: import win11.qcow2' }));
    await findToast('Retrying the job');
    expect(retried).toEqual([['image', job.id]]);
  });
});
