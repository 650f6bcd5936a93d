import type { RecoveryRecord } from '@casement/proto/http/security/recovery.js';
import { recoveryOverview, recoveryRecord } from '@casement/proto/http/security/recovery.js';
import type { ServiceOperations } from '@casement/proto/http/operations.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import type { TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { BlocksProjection } from '../../src/blocks/blocks-projection.js';
import { AutomaticRecovery } from '../../src/recovery/automatic-recovery.js';
import { RecoveryRunner } from '../../src/recovery/recovery-runner.js';
import {
  administrator,
  alertsOf,
  secondReplica,
  blocksOf,
  createAlert,
  raiseSignals,
  securityApp,
  times,
  unblockAll,
} from '../support/security-app.js';

describe('recovery', () => {
  let app: TestApp;
  let admin: ReturnType<typeof administrator>;
  const userId = newId();
  beforeAll(async () => {
    app = await securityApp({ env: { RECOVERY_INTERVAL_MS: '300000', RECOVERY_RETRY_MS: '1' } });
    admin = administrator(app, { userId });
    // Waits for the first check, which runs at startup.
    await waitFor(async () => (await overview()).status.lastCheck !== null);
  });
  beforeEach(async () => {
    await app.database.query('DELETE FROM recovery');
    await app.database.query('DELETE FROM alert');
    await unblockAll(app);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  const overview = async (query = '') =>
    recoveryOverview.parse((await admin.get(`recovery${query}`).expect(200)).body.data);
  const get = async (id: string) =>
    (await admin.get(`recovery/${id}`).expect(200)).body.data as RecoveryRecord;
  const trigger = async (body: object) =>
    (await admin.post('recovery/trigger', body).expect(200)).body.data as RecoveryRecord;
  const ended = (id: string) =>
    waitFor(async () => {
      const record = await get(id);
      return record.status !== 'in_progress' && record;
    });
  /** Makes every projection to the enforcement points fail until the mock is restored. */
  const projectionFailing = () =>
    jest
      .spyOn(app.get(BlocksProjection), 'project')
      .mockRejectedValue(new Error('the messaging is away'));
  const automatic = async () => {
    await app.database.query('UPDATE recovery_check SET last_check = NULL');
    await app.get(AutomaticRecovery).check();
  };

  it.each([
    ['get', 'recovery'],
    ['get', `recovery/${newId()}`],
    ['post', 'recovery/trigger'],
    ['post', 'recovery/cancel'],
    ['post', `recovery/${newId()}/retry`],
  ] as const)('§6 %s %s allows administrators only', async (method, path) => {
    await app.http[method](`/api/security/${path}`).set(app.as()).expect(403);
    await app.http[method](`/api/security/${path}`).expect(401);
  });

  describe('manual recovery', () => {
    const ip = '203.0.113.80';
    const attacked = async () => {
      await app.database.query('DELETE FROM offender');
      await app.database.query('DELETE FROM rule_hit');
      await raiseSignals(
        app,
        'honeypot_filled',
        times(3, () => ({ ip })),
      );
      await waitFor(() => app.get(EdgeState).isBlocked(ip));
    };

    it('§4 §7 unblock lifts the block at every enforcement point and records its true duration', async () => {
      await attacked();
      const begun = await trigger({ ip, recoveryType: 'unblock', reason: 'customer called' });
      expect(recoveryRecord.parse(begun)).toEqual(begun);
      expect(begun).toMatchObject({ status: 'in_progress', duration: null, triggeredBy: userId });
      const record = await ended(begun.id);
      expect(record).toMatchObject({
        ip,
        ipAddress: ip,
        recoveryType: 'unblock',
        status: 'success',
        attempts: 1,
        reason: 'customer called',
        result: 'The block was lifted.',
        error: '',
      });
      expect(record.startedAt).toBe(record.timestamp);
      const [{ ms }] = await app.database.query<{ ms: number }>(
        'SELECT extract(epoch FROM finished_at - started_at) * 1000 AS ms FROM recovery',
      );
      expect(record.duration).toBe(Math.round(Number(ms)));
      await waitFor(() => !app.get(EdgeState).isBlocked(ip));
      expect(await alertsOf(app, ip)).toHaveLength(1);
    });

    it('reset-attempts clears attempts and offences but keeps the block', async () => {
      await attacked();
      await ended((await trigger({ ip, recoveryType: 'reset-attempts' })).id);
      expect(await blocksOf(app, ip)).toHaveLength(1);
      await app.database.query('DELETE FROM blocked_ip');
      await raiseSignals(
        app,
        'honeypot_filled',
        times(3, () => ({ ip })),
      );
      // The next block is a first offence again: half an hour instead of the two hours of a second offence.
      expect(await blocksOf(app, ip)).toMatchObject([{ minutes: 30 }]);
    });

    it('clear-alerts deletes only the alerts of the address', async () => {
      await createAlert(app, { ip });
      await createAlert(app, { ip: '203.0.113.81' });
      const { result } = await ended((await trigger({ ip, recoveryType: 'clear-alerts' })).id);
      expect(result).toBe('1 alert was cleared.');
      expect(await alertsOf(app, ip)).toEqual([]);
      expect(await alertsOf(app, '203.0.113.81')).toHaveLength(1);
    });

    it('full-recovery does all of it, and keeps the rules from blocking the address for a while', async () => {
      await attacked();
      await ended((await trigger({ ip, recoveryType: 'full-recovery' })).id);
      expect([await blocksOf(app, ip), await alertsOf(app, ip)]).toEqual([[], []]);
      await raiseSignals(
        app,
        'honeypot_filled',
        times(3, () => ({ ip })),
      );
      expect(await blocksOf(app, ip)).toEqual([]);
      expect(await alertsOf(app, ip)).toMatchObject([{ outcome: 'none' }]);
    });

    it.each([
      ['§5 no address', { recoveryType: 'unblock' }, 'IP Address required'],
      ['§5 a blank address', { ip: ' ', recoveryType: 'unblock' }, 'IP Address required'],
      [
        'text that is not an address',
        { ip: 'me', recoveryType: 'unblock' },
        'Please enter a valid IP address.',
      ],
      ['§5 no type', { ip }, 'Recovery type is required'],
      ['an unknown type', { ip, recoveryType: 'expired-block' }, 'Recovery type is required'],
    ])('rejects %s', async (_what, body, message) => {
      const answer = await admin.post('recovery/trigger', body).expect(400);
      expect(answer.body.message).toBe(message);
    });

    it('records triggering, cancelling and retrying in the audit log', async () => {
      projectionFailing();
      const { id } = await trigger({ ip, recoveryType: 'unblock' });
      await admin.post('recovery/cancel', { id }).expect(200);
      await admin.post(`recovery/${id}/retry`, {}).expect(200);
      const acts = () =>
        app.nats
          .events('security.audit.recorded.v1')
          .then((events) => events.filter(({ payload }) => payload.target === `recovery:${id}`));
      await waitFor(async () => (await acts()).length === 3);
      expect((await acts()).map(({ payload }) => [payload.action, payload.actorId])).toEqual(
        expect.arrayContaining([
          ['recovery.triggered', userId],
          ['recovery.cancelled', userId],
          ['recovery.retried', userId],
        ]),
      );
    });
  });

  describe('failing recovery', () => {
    const ip = '203.0.113.82';

    it('§9 fails after one attempt and three retries', async () => {
      const project = projectionFailing();
      const { id } = await trigger({ ip, recoveryType: 'unblock' });
      await waitFor(async () => {
        await app.get(RecoveryRunner).runDue();
        return (await get(id)).status === 'failed';
      });
      expect(project).toHaveBeenCalledTimes(4);
      expect(await get(id)).toMatchObject({
        attempts: 4,
        error: expect.stringContaining('messaging'),
      });
      expect((await get(id)).duration).not.toBeNull();
    });

    it('succeeds on a retry once the enforcement points are reachable again', async () => {
      const project = projectionFailing();
      const { id } = await trigger({ ip, recoveryType: 'unblock' });
      await waitFor(async () => (await get(id)).error !== '');
      project.mockRestore();
      await waitFor(async () => {
        await app.get(RecoveryRunner).runDue();
        return (await get(id)).status === 'success';
      });
      expect((await get(id)).attempts).toBe(2);
      expect((await get(id)).error).toBe('');
    });

    it('§4 can be retried only if it has failed', async () => {
      const project = projectionFailing();
      const { id } = await trigger({ ip, recoveryType: 'unblock' });
      await admin.post('recovery/cancel', { id }).expect(200);
      project.mockRestore();
      const { body } = await admin.post(`recovery/${id}/retry`, {}).expect(200);
      expect(body.data).toMatchObject({ id, status: 'in_progress', attempts: expect.any(Number) });
      expect(await ended(id)).toMatchObject({ status: 'success' });
      await admin.post(`recovery/${id}/retry`, {}).expect(409);
      await admin.post(`recovery/${newId()}/retry`, {}).expect(404);
      await admin.post('recovery/odd/retry', {}).expect(400);
    });

    it("is listed among security's failed jobs, and restarts on request", async () => {
      const project = projectionFailing();
      const { id } = await trigger({ ip, recoveryType: 'unblock' });
      await admin.post('recovery/cancel', { id }).expect(200);
      project.mockRestore();
      const headers = app.as({ admin: true });
      const operations = '/api/admin/operations/security';
      const failed = async () => {
        const { body } = await app.http.get(operations).set(headers).expect(200);
        return (body.data as ServiceOperations).failed_jobs;
      };
      expect(await failed()).toMatchObject({
        total: 1,
        rows: [{ kind: 'recovery', id, title: 'unblock', can_retry: true }],
      });
      await app.http
        .post(`${operations}/failed-jobs/recovery/${id}/retry`)
        .set(headers)
        .expect(200);
      expect(await ended(id)).toMatchObject({ status: 'success' });
      expect(await failed()).toEqual({ total: 0, rows: [] });
      await app.http
        .post(`${operations}/failed-jobs/recovery/${id}/retry`)
        .set(headers)
        .expect(409);
      await app.http.post(`${operations}/failed-jobs/recovery/odd/retry`).set(headers).expect(404);
    });

    it('§4 §8 stops when cancelled in progress, and cannot be cancelled twice', async () => {
      const project = projectionFailing();
      const { id } = await trigger({ ip, recoveryType: 'unblock' });
      const { body } = await admin.post('recovery/cancel', { id }).expect(200);
      expect(body.message).toBe('Recovery Cancelled');
      expect(body.data).toMatchObject({
        status: 'failed',
        error: 'Cancelled by an administrator.',
      });
      project.mockRestore();
      await admin.post('block-ip', { ip }).expect(200);
      await app.get(RecoveryRunner).runDue();
      expect(await blocksOf(app, ip)).toHaveLength(1);
      await admin.post('recovery/cancel', { id }).expect(409);
      await admin.post('recovery/cancel', { id: newId() }).expect(404);
      await admin.post('recovery/cancel', { id: 'odd' }).expect(400);
    });
  });

  describe('recovery history', () => {
    it('§2 §7 is paged and filtered by status, newest first', async () => {
      await app.database.query(
        `INSERT INTO recovery (id, ip, recovery_type, status, started_at, finished_at, next_attempt_at)
         SELECT gen_random_uuid(), '203.0.113.' || n, 'unblock', s,
                now() - make_interval(mins => n), CASE WHEN s = 'in_progress' THEN NULL ELSE now() END,
                now() + interval '1 day'
           FROM generate_series(1, 6) n, unnest(ARRAY['success', 'failed', 'in_progress']) s`,
      );
      const { body } = await admin.get('recovery').expect(200);
      expect(body.meta).toEqual({ page: 1, pageSize: 15, total: 18 });
      expect(body.data.history).toHaveLength(15);
      for (const status of ['success', 'failed', 'in_progress']) {
        const { history } = await overview(`?status=${status}`);
        expect(history.map((one) => one.status)).toEqual(times(6, () => status));
        expect(history[0].ip).toBe('203.0.113.1');
      }
      await admin.get('recovery?status=odd').expect(400);
    });

    it('§7 returns a recovery by ID, and 404 for an unknown ID', async () => {
      const { id } = await trigger({ ip: '203.0.113.83', recoveryType: 'clear-alerts' });
      expect(await ended(id)).toMatchObject({ id, recoveryType: 'clear-alerts' });
      await admin.get(`recovery/${newId()}`).expect(404);
      await admin.get('recovery/odd').expect(400);
    });
  });

  describe('automatic recovery', () => {
    it('§2 §9 shows the actual state: enabled, 5 minutes, 3 retries, running, last check', async () => {
      const before = Date.now();
      await automatic();
      const { systemRecoveryActive, status } = await overview();
      expect(systemRecoveryActive).toBe(true);
      expect(status).toMatchObject({
        autoRecovery: true,
        intervalMinutes: 5,
        maxRetries: 3,
        running: true,
        manualOverride: true,
      });
      expect(Date.parse(status.lastCheck!)).toBeGreaterThan(before - 5_000);
    });

    it('is reported as not running after two intervals without a check', async () => {
      await app.database.query(
        `UPDATE recovery_check SET last_check = now() - interval '11 minutes'`,
      );
      expect(await overview()).toMatchObject({
        systemRecoveryActive: false,
        status: { running: false },
      });
    });

    it('lifts expired blocks and clears their entries, with a record of each', async () => {
      const ip = '203.0.113.84';
      await admin.post('block-ip', { ip, duration: 1 });
      await waitFor(() => app.get(EdgeWriter).readBlock(ip));
      await app.database.query(`UPDATE blocked_ip SET expires_at = now() - interval '1 second'`);
      await automatic();
      const { history } = await overview();
      expect(history).toMatchObject([
        { ip, recoveryType: 'expired-block', triggeredBy: 'system', status: 'success' },
      ]);
      expect(await app.get(EdgeWriter).readBlock(ip)).toBeUndefined();
      await automatic();
      expect((await overview()).history).toHaveLength(1);
    });

    it('repairs the bucket: restores a missing entry and removes an entry without a decision', async () => {
      const [listedIp, unknownIp] = ['203.0.113.85', '203.0.113.86'];
      await admin.post('block-ip', { ip: listedIp });
      await waitFor(() => app.get(EdgeState).isBlocked(listedIp));
      await app.get(EdgeWriter).unblock(listedIp);
      await app.get(EdgeWriter).block({ ip: unknownIp });
      await waitFor(
        () => app.get(EdgeState).isBlocked(unknownIp) && !app.get(EdgeState).isBlocked(listedIp),
      );
      await automatic();
      await waitFor(
        () => app.get(EdgeState).isBlocked(listedIp) && !app.get(EdgeState).isBlocked(unknownIp),
      );
      const { history } = await overview();
      expect(history.map(({ ip }) => ip).sort()).toEqual([listedIp, unknownIp]);
      expect(history).toMatchObject([
        { recoveryType: 'block-repair', status: 'success' },
        { recoveryType: 'block-repair', status: 'success' },
      ]);
    });

    it('changes nothing if everything is correct', async () => {
      await admin.post('block-ip', { ip: '203.0.113.87' });
      await waitFor(() => app.get(EdgeState).isBlocked('203.0.113.87'));
      await automatic();
      expect((await overview()).history).toEqual([]);
    });

    it('runs on one of many replicas per interval', async () => {
      const other = await secondReplica(app, { env: { RECOVERY_INTERVAL_MS: '300000' } });
      try {
        await app.database.query('UPDATE recovery_check SET last_check = NULL');
        const repairs = [app, other].map((one) => jest.spyOn(one.get(BlocksProjection), 'repair'));
        await Promise.all(
          [app, other, app, other].map((one) => one.get(AutomaticRecovery).check()),
        );
        expect(repairs[0].mock.calls.length + repairs[1].mock.calls.length).toBe(1);
      } finally {
        await other.close();
      }
    });
  });
});
