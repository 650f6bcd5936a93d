import { securityAlert } from '@casement/proto/http/security/alerts.js';
import { securityDashboard, securityStats } from '@casement/proto/http/security/stats.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { administrator, createAlert, securityApp, times } from '../support/security-app.js';

describe('alerts', () => {
  let app: TestApp;
  let admin: ReturnType<typeof administrator>;
  const userId = newId();
  beforeAll(async () => {
    app = await securityApp();
    admin = administrator(app, { userId });
  });
  beforeEach(async () => {
    await app.database.query('DELETE FROM alert');
    await app.database.query('DELETE FROM blocked_ip');
    await app.database.query('DELETE FROM recovery');
  });
  afterAll(() => app.close());

  const messages = async (query: string): Promise<string[]> =>
    ((await admin.get(`alerts${query}`).expect(200)).body.data as { message: string }[]).map(
      ({ message }) => message,
    );
  /** Waits for an audit event with these fields and returns its actor. */
  const audited = (act: { action: string; target?: string; after?: string }) =>
    waitFor(async () => {
      const events = await app.nats.events('security.audit.recorded.v1');
      const acts = events.map(({ payload }) => payload);
      return acts.find((one) =>
        Object.entries(act).every(([key, value]) => one[key as 'action'] === value),
      )?.actorId;
    });

  it.each([
    ['get', 'dashboard'],
    ['get', 'alerts'],
    ['get', 'alerts/stats'],
    ['delete', 'alerts/clear'],
    ['delete', `alerts/${newId()}`],
  ] as const)('§6 %s %s allows administrators only', async (method, path) => {
    await app.http[method](`/api/security/${path}`).set(app.as()).expect(403);
    await app.http[method](`/api/security/${path}`).expect(401);
  });

  it('§3 §7 lists alerts newest first, with time and address under every field name', async () => {
    await createAlert(app, { message: 'older', hoursAgo: 1 });
    await createAlert(app, { message: 'newer', ip: '203.0.113.51' });
    const { body } = await admin.get('alerts').expect(200);
    expect(body.meta).toEqual({ page: 1, pageSize: 15, total: 2 });
    const [newer, older] = body.data;
    expect([newer.message, older.message]).toEqual(['newer', 'older']);
    expect(securityAlert.parse(newer)).toEqual(newer);
    expect(newer).toMatchObject({ ip: '203.0.113.51', ip_address: '203.0.113.51' });
    expect(newer.timestamp).toBe(newer.createdAt);
  });

  describe('§2 §7 alert filters', () => {
    beforeEach(async () => {
      await createAlert(app, { message: 'a', type: 'brute_force', severity: 'high', hoursAgo: 0 });
      await createAlert(app, { message: 'b', type: 'rate_limit', severity: 'low', hoursAgo: 2 });
      await createAlert(app, {
        message: 'c',
        type: 'suspicious',
        severity: 'medium',
        ip: '198.51.100.9',
        hoursAgo: 30,
      });
      await createAlert(app, { message: 'd', type: 'suspicious', severity: 'high', hoursAgo: 200 });
      await createAlert(app, { message: 'e', type: 'brute_force', severity: 'low', hoursAgo: 800 });
    });

    it.each([
      ['', ['a', 'b', 'c', 'd', 'e']],
      ['?type=all&severity=all&timeRange=all&ip=', ['a', 'b', 'c', 'd', 'e']],
      ['?type=brute_force', ['a', 'e']],
      ['?type=suspicious&severity=high', ['d']],
      ['?severity=low', ['b', 'e']],
      ['?timeRange=1h', ['a']],
      ['?timeRange=24h', ['a', 'b']],
      ['?timeRange=7d', ['a', 'b', 'c']],
      ['?timeRange=30d', ['a', 'b', 'c', 'd']],
      ['?ip=198.51', ['c']],
      ['?ip=51.100', ['c']],
      ['?ip=_', []],
      ['?pageSize=2&page=2', ['c', 'd']],
    ])('filter by %s', async (query, expected) => expect(await messages(query)).toEqual(expected));

    it.each(['type=odd', 'severity=odd', 'timeRange=2h', 'page=x', 'pageSize=0'])(
      'reject %s',
      (query) => admin.get(`alerts?${query}`).expect(400),
    );

    it('§3 §7 limit the statistics to the time range', async () => {
      const stats = async (query: string) =>
        securityStats.parse((await admin.get(`alerts/stats${query}`).expect(200)).body.data);
      expect((await stats('')).alerts).toMatchObject({
        total: 5,
        byType: { brute_force: 2, rate_limit: 1, suspicious: 2 },
        bySeverity: { low: 2, medium: 1, high: 2 },
      });
      const week = await stats('?timeframe=7d');
      expect(week.alerts).toMatchObject({ total: 3, byType: { brute_force: 1 } });
      expect(week.security.totalAlerts).toBe(5);
      expect(week.timeline.reduce((sum, step) => sum + step.suspicious, 0)).toBe(1);
      await admin.get('alerts/stats?timeframe=2h').expect(400);
    });
  });

  it('§2 §3 shows the statistics and the three newest alerts on the dashboard', async () => {
    for (const n of times(4, (n) => n)) await createAlert(app, { message: `${n}`, hoursAgo: n });
    await admin.post('block-ip', { ip: '203.0.113.70' });
    await app.database.query(
      `INSERT INTO recovery (id, ip, recovery_type, status, started_at, finished_at) VALUES
       ($1, '203.0.113.1', 'unblock', 'success', now() - interval '100 milliseconds', now()),
       ($2, '203.0.113.1', 'unblock', 'success', now() - interval '300 milliseconds', now()),
       ($3, '203.0.113.1', 'unblock', 'failed', now() - interval '1 hour', now())`,
      times(3, () => newId()),
    );
    const { body } = await admin.get('dashboard').expect(200);
    expect(securityDashboard.parse(body.data)).toEqual(body.data);
    expect(body.data).toMatchObject({
      alerts: { total: 4 },
      security: { blockedIPs: 1, totalAlerts: 4 },
      recovery: {
        totalRecoveries: 3,
        successfulRecoveries: 2,
        failedRecoveries: 1,
        averageRecoveryTime: 200,
      },
    });
    const recent = (body.data.recentEvents as { message: string }[]).map(({ message }) => message);
    expect(recent).toEqual(['0', '1', '2']);
  });

  it('§2 reports a healthy dashboard without any data', async () => {
    const { body } = await admin.get('dashboard').expect(200);
    expect(body.data).toMatchObject({
      alerts: { total: 0 },
      security: { blockedIPs: 0, totalAlerts: 0 },
      recovery: { totalRecoveries: 0, averageRecoveryTime: 0 },
      recentEvents: [],
    });
  });

  it('§7 §8 deletes an alert once and audits it', async () => {
    const id = await createAlert(app, { message: 'gone' });
    await createAlert(app, { message: 'stays' });
    const { body } = await admin.delete(`alerts/${id}`).expect(200);
    expect(body.message).toBe('Alert deleted');
    expect(await messages('')).toEqual(['stays']);
    await admin.delete(`alerts/${id}`).expect(404);
    await admin.delete('alerts/not-an-id').expect(400);
    expect(await audited({ action: 'alert.deleted', target: `alert:${id}` })).toBe(userId);
  });

  describe('§5 §7 DELETE alerts/clear', () => {
    beforeEach(async () => {
      await createAlert(app, { message: 'a', type: 'brute_force', hoursAgo: 0 });
      await createAlert(app, { message: 'b', type: 'rate_limit', hoursAgo: 2 });
      await createAlert(app, { message: 'c', ip: '2001:db8:1::/64', hoursAgo: 30 });
    });
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

    it.each([
      ['all, without a body', undefined, []],
      ['all, with an empty body', {}, []],
      ['of one type', { type: 'rate_limit' }, ['a', 'c']],
      ['of all types', { type: 'all' }, []],
      ['of one address, trimmed', { ip: ' 203.0.113.50 ' }, ['c']],
      ['of an IPv6 address by its /64', { ip: '2001:db8:1::7' }, ['a', 'b']],
      ['all, for a blank address', { ip: ' ' }, []],
      ['those older than a time', { olderThan: ago(24) }, ['a', 'b']],
      [
        'by all criteria together',
        { type: 'brute_force', ip: '203.0.113.50', olderThan: ago(1) },
        ['a', 'b', 'c'],
      ],
    ])('clears alerts: %s', async (_what, body, left) => {
      const answer = await admin.delete('alerts/clear', body).expect(200);
      expect(answer.body).toMatchObject({
        message: 'Alerts cleared',
        data: { cleared: 3 - left.length },
      });
      expect(await messages('')).toEqual(left);
    });

    it.each([{ type: 'odd' }, { olderThan: 'yesterday' }, { ip: 5 }])(
      'rejects %j',
      async (body) => {
        await admin.delete('alerts/clear', body).expect(400);
        expect(await messages('')).toHaveLength(3);
      },
    );

    it('leaves correct totals', async () => {
      const total = async () => (await admin.get('alerts').expect(200)).body.meta.total as number;
      expect(await total()).toBe(3);
      await admin.delete('alerts/clear', { type: 'rate_limit' }).expect(200);
      expect(await total()).toBe(2);
      await admin.delete('alerts/clear').expect(200);
      expect(await total()).toBe(0);
    });

    it('is recorded in the audit log', async () => {
      await admin.delete('alerts/clear', { type: 'rate_limit' }).expect(200);
      const after = JSON.stringify({ type: 'rate_limit', cleared: 1 });
      expect(await audited({ action: 'alerts.cleared', after })).toBe(userId);
    });
  });
});
