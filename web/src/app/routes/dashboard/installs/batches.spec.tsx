import type { Batch } from '@casement/proto/http/install/batches/batches.js';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { ok, page, refuse } from '@/testing/responses.js';
import { goTo, openDashboard, sidebar } from '@/testing/dashboard.js';
import { makeBatch, makeBatchRow, makeLargeBatch } from '@/testing/factories/batch-factories.js';
import { makeDashboard } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { savedFiles } from '@/testing/saved-files.js';
import { server } from '@/testing/server.js';

const BATCHES = '/api/user/batches';
const ONE = `${BATCHES}/batch-1`;

const open = async () => {
  const user = await openDashboard();
  await goTo(user, 'Install Windows');
  await user.click(screen.getByRole('button', { name: 'Many machines at once' }));
  return user;
};
const has = (...batches: Batch[]) =>
  server.use(
    http.get(BATCHES, () => page(batches.map(({ rows: _, ...summary }) => summary))),
    ...batches.map((batch) => http.get(`${BATCHES}/${batch.id}`, () => ok(batch))),
  );
const openBatch = async (batch: Batch) => {
  has(batch);
  const user = await open();
  const [button] = await screen.findAllByRole('button', { name: /^Open the batch of/ });
  await user.click(button!);
  await screen.findByRole('heading', { name: 'Batch of 21 Nov 2026, 10:00 WIB' });
  return user;
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const press = (user: UserEvent, name: string | RegExp) =>
  user.click(screen.getByRole('button', { name }));

describe('/dashboard batches', () => {
  const files = savedFiles();

  it('explains batches in the empty state', async () => {
    has();
    await open();
    expect(await screen.findByText('No batches yet')).toBeVisible();
    expect(screen.getByText(/^Up to 200 machines per batch/)).toBeVisible();
  });

  it('reports a failed load and retries', async () => {
    let fails = true;
    server.use(http.get(BATCHES, () => (fails ? refuse(500, { message: 'Not now.' }) : page([]))));
    const user = await open();
    expect(await screen.findByText('Failed to load your batches')).toBeVisible();
    fails = false;
    await press(user, 'Try Again');
    expect(await screen.findByText('No batches yet')).toBeVisible();
  });

  it('shows the errors of each machine before sending and sends the valid ones', async () => {
    has();
    const sent: unknown[] = [];
    server.use(
      http.post(BATCHES, async ({ request }) => {
        sent.push(await request.json());
        return ok(makeBatch([makeBatchRow({ status: 'checking' })], { status: 'checking' }));
      }),
      http.get(ONE, () =>
        ok(makeBatch([makeBatchRow({ status: 'checking' })], { status: 'checking' })),
      ),
    );
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'New batch' }));
    await user.type(
      screen.getByLabelText('Machines'),
      '203.0.113.24,sesame-root\nnone,sesame-root\n203.0.113.24,x',
    );
    await user.selectOptions(await screen.findByLabelText('Windows version'), 'ws2022');
    await user.type(screen.getByLabelText('RDP password'), 'Secret-1!');
    await press(user, 'Preview');
    const table = within(await screen.findByRole('table'));
    const texts = table.getAllByRole('row').map((row) => row.textContent);
    expect(texts.slice(1)).toEqual([
      expect.stringContaining('2nonews2022Invalid IPv4 address'),
      expect.stringContaining('This address is already in the batch (row 1)'),
      expect.stringContaining('1203.0.113.24ws2022No problems found'),
    ]);
    expect(screen.getByText(/^2 machines have problems and will be left out/)).toBeVisible();
    expect(sent).toEqual([]);
    await press(user, 'Check 1 machine');
    expect(await screen.findByText(/0 of 1 machines checked/)).toBeVisible();
    expect(sent).toEqual([
      {
        rows: [
          {
            ip: '203.0.113.24',
            passwd_vps: 'sesame-root',
            passwd_rdp: 'Secret-1!',
            win_ver: 'ws2022',
          },
        ],
      },
    ]);
    // Neither the history nor any storage contains a password.
    const kept = JSON.stringify([window.history.state, { ...localStorage }, { ...sessionStorage }]);
    expect(kept).not.toMatch(/sesame|Secret/);
  });

  it('requires 1 to 200 machines', async () => {
    has();
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'New batch' }));
    await press(user, 'Preview');
    expect(await screen.findByText('Enter at least one machine')).toBeVisible();
    const list = Array.from({ length: 201 }, (_, n) => `203.0.113.${n},x`).join('\n');
    await user.click(screen.getByLabelText('Machines'));
    await user.paste(list);
    await press(user, 'Preview');
    expect(await screen.findByText(/^The list has 201 machines/)).toBeVisible();
  });

  it('reads a CSV file', async () => {
    has();
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'New batch' }));
    const file = new File(['ip,passwd_vps\n203.0.113.9,x'], 'machines.csv', { type: 'text/csv' });
    file.slice = () => file;
    file.text = () => Promise.resolve('ip,passwd_vps\n203.0.113.9,x');
    await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
    await waitFor(() =>
      expect(screen.getByLabelText('Machines')).toHaveValue('ip,passwd_vps\n203.0.113.9,x'),
    );
  });

  describe('ready batch', () => {
    const ready = () =>
      makeBatch([
        makeBatchRow(),
        makeBatchRow({ row: 2, ip: '203.0.113.25' }),
        makeBatchRow({ row: 3, ip: '203.0.113.26', status: 'unfit' }),
      ]);

    it('starts after the number of machines is typed', async () => {
      const sent: unknown[] = [];
      server.use(
        http.post(`${ONE}/start`, async ({ request }) => {
          sent.push(await request.json());
          return ok({ ...ready(), status: 'running', limit: 5 });
        }),
      );
      const user = await openBatch(ready());
      expect(screen.getByText(/2 machines are ready to start for 2 quota/)).toBeVisible();
      await press(user, 'Start 2 machines');
      const erase = await dialog('Erase 2 machines?');
      expect(erase.getByText(/Make sure they’re the right ones/)).toBeVisible();
      const submit = () =>
        user.click(erase.getByRole('button', { name: 'Erase and install, use 2 quota' }));
      await submit();
      expect(erase.getByText(/^That doesn’t match the number of machines/)).toBeVisible();
      expect(sent).toEqual([]);
      await user.clear(erase.getByLabelText('Concurrent installs'));
      await user.type(erase.getByLabelText('Concurrent installs'), '51');
      await user.type(erase.getByLabelText('Number of machines'), '2');
      await submit();
      expect(erase.getByText('Enter a whole number from 1 to 50')).toBeVisible();
      await user.clear(erase.getByLabelText('Concurrent installs'));
      await user.type(erase.getByLabelText('Concurrent installs'), '5');
      await submit();
      expect(await findToast('Batch started')).toBeVisible();
      expect(sent).toEqual([{ limit: 5 }]);
    });

    it('shows in the dialog how many machines the quota covers', async () => {
      const rows = Array.from({ length: 9 }, (_, n) => makeBatchRow({ row: n + 1 }));
      const user = await openBatch(makeBatch(rows));
      await press(user, 'Start 9 machines');
      const erase = await dialog('Erase 9 machines?');
      expect(erase.getByText(/^Your quota is enough for/)).toBeVisible();
    });
  });

  it('shows 200 machines at a glance and the reasons for failures', async () => {
    const user = await openBatch(makeLargeBatch());
    const grid = within(screen.getByRole('list', { name: 'Machines by state' }));
    expect(grid.getAllByRole('button')).toHaveLength(200);
    expect(grid.getByRole('button', { name: 'Row 7, 203.0.113.7: Not compatible' })).toHaveClass(
      'bad',
    );
    expect(grid.getByRole('button', { name: /^Row 1, .*Completed$/ })).toHaveClass('on');
    expect(
      grid.getByRole('button', { name: 'Row 114, 203.0.113.114: Installing, Writing, 45 %' }),
    ).toHaveClass('now');
    await user.selectOptions(screen.getByLabelText('Show'), 'unfit');
    const table = within(await screen.findByRole('table'));
    expect(table.getAllByText('The VPS did not accept the root password.')).toHaveLength(9);
  });

  it('names the settings that a retried row would not get', async () => {
    const lost = makeBatchRow({
      status: 'failed',
      missing_options: ['account_password', 'script'],
    });
    const user = await openBatch(makeBatch([lost], { status: 'ended' }));
    await press(user, 'Row 1, 203.0.113.24: Failed');
    const details = await dialog('203.0.113.24');
    expect(details.getByText(/won’t get them: second account, first-start script\./)).toBeVisible();
  });

  it('retries a row with new passwords', async () => {
    const failure = { code: 'SSH_AUTH_FAILED', message: 'Wrong password.', cure: 'Check it.' };
    const row = makeBatchRow({ status: 'unfit', failure, credentials_until: null });
    const sent: unknown[] = [];
    server.use(
      http.post(`${ONE}/rows/1/retry`, async ({ request }) => {
        sent.push(await request.json());
        return ok(makeBatch([makeBatchRow({ status: 'checking' })], { status: 'checking' }));
      }),
    );
    const user = await openBatch(makeBatch([row], { status: 'ended' }));
    await press(user, 'Row 1, 203.0.113.24: Not compatible');
    const details = await dialog('203.0.113.24');
    const retry = details.getByRole('button', { name: 'Retry' });
    expect(retry).toBeDisabled();
    await user.type(details.getByLabelText('VPS password'), 'right');
    await user.type(details.getByLabelText('RDP password'), 'Secret-1!');
    await user.click(retry);
    expect(await findToast('Checking the machine again')).toBeVisible();
    expect(sent).toEqual([{ passwd_vps: 'right', passwd_rdp: 'Secret-1!' }]);
  });

  it('requires the last number of the address before a retry in a started batch', async () => {
    let retried = 0;
    server.use(
      http.post(`${ONE}/rows/1/retry`, () => {
        retried += 1;
        return ok(makeBatch([makeBatchRow({ status: 'checking' })], { status: 'running' }));
      }),
    );
    const row = makeBatchRow({ status: 'no_quota' });
    const started_at = '2026-11-21T03:10:00.000Z';
    const user = await openBatch(makeBatch([row], { status: 'ended', started_at }));
    await press(user, 'Row 1, 203.0.113.24: No quota left');
    const details = await dialog('203.0.113.24');
    const retry = details.getByRole('button', { name: 'Retry' });
    expect(retry).toBeDisabled();
    await user.type(details.getByLabelText(/type the last number of/), '24');
    await user.click(retry);
    await waitFor(() => expect(retried).toBe(1));
  });

  it('cancels one machine', async () => {
    let cancelled = 0;
    server.use(
      http.post(`${ONE}/rows/1/cancel`, () => {
        cancelled += 1;
        return ok(makeBatch([makeBatchRow({ status: 'cancelled' })], { status: 'running' }));
      }),
    );
    const user = await openBatch(makeBatch([makeBatchRow()], { status: 'running', limit: 1 }));
    await press(user, 'Row 1, 203.0.113.24: Ready');
    const details = await dialog('203.0.113.24');
    await user.click(details.getByRole('button', { name: 'Cancel this machine' }));
    await waitFor(() => expect(cancelled).toBe(1));
  });

  it('pauses, resumes and cancels a batch', async () => {
    const acts: string[] = [];
    let batch = makeBatch([makeBatchRow()], { status: 'running', limit: 1 });
    const act = (name: string, status: Batch['status']) =>
      http.post(`${ONE}/${name}`, () => {
        acts.push(name);
        batch = { ...batch, status };
        return ok(batch);
      });
    const user = await openBatch(batch);
    server.use(
      http.get(ONE, () => ok(batch)),
      act('pause', 'paused'),
      act('resume', 'running'),
      act('cancel', 'cancelled'),
    );
    await press(user, 'Pause');
    await user.click(await screen.findByRole('button', { name: 'Resume' }));
    await screen.findByRole('button', { name: 'Pause' });
    await press(user, 'Cancel batch');
    const question = await dialog('Cancel this batch?');
    await user.click(question.getByRole('button', { name: 'Cancel batch' }));
    await waitFor(() => expect(acts).toEqual(['pause', 'resume', 'cancel']));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Cancel batch' })).not.toBeInTheDocument(),
    );
  });

  it('tells that a suspension paused the batch', async () => {
    const paused = { status: 'paused', pause_reason: 'account_suspended', limit: 1 } as const;
    await openBatch(makeBatch([makeBatchRow()], paused));
    expect(screen.getByText(/Your account was suspended, so this batch was paused/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Resume' })).toBeVisible();
  });

  describe('quota in the sidebar', () => {
    /** Serves a quota of 7, and 6 once `change` has been called. */
    const serveQuota = () => {
      let quota = 7;
      server.use(http.get('/api/user/dashboard', () => ok(makeDashboard({}, { quota }))));
      return {
        change: () => {
          quota = 6;
        },
      };
    };
    const expectQuota = (quota: string) =>
      waitFor(() => expect(sidebar().getByTestId('quota')).toHaveTextContent(quota));

    it('is refreshed when the status of a row changes', async () => {
      const quota = serveQuota();
      const batch = makeBatch([makeBatchRow({ status: 'ready' })], { status: 'running' });
      await openBatch(batch);
      await expectQuota('7');
      const row = makeBatchRow({ status: 'installing' });
      server.use(http.get(ONE, () => ok({ ...batch, rows: [row] })));
      quota.change();
      await waitFor(() => expect(sidebar().getByTestId('quota')).toHaveTextContent('6'), {
        timeout: 10_000,
      });
    }, 20_000);

    it.each([
      ['Resume', 'paused', 'resume', 'running'],
      ['Cancel batch', 'running', 'cancel', 'cancelled'],
    ] as const)('is refreshed after %s', async (name, before, path, after) => {
      const quota = serveQuota();
      const batch = makeBatch([makeBatchRow()], { status: before, limit: 1 });
      const user = await openBatch(batch);
      await expectQuota('7');
      server.use(
        http.post(`${ONE}/${path}`, () => {
          quota.change();
          return ok({ ...batch, status: after });
        }),
        http.get(ONE, () => ok({ ...batch, status: after })),
      );
      await press(user, name);
      if (name === 'Cancel batch') {
        const question = await dialog('Cancel this batch?');
        await user.click(question.getByRole('button', { name }));
      }
      await expectQuota('6');
    });
  });

  it('saves the results as CSV', async () => {
    server.use(http.get(`${ONE}/results.csv`, () => new Response('row,ip\r\n1,203.0.113.24\r\n')));
    const user = await openBatch(makeBatch());
    await press(user, 'Download CSV');
    await waitFor(() => expect(files.names()).toEqual(['batch-2026-11-21.csv']));
    expect(await files.text()).toContain('1,203.0.113.24');
  });
});
