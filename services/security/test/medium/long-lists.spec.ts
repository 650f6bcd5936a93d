import type { SecurityStats } from '@casement/proto/http/security/stats.js';
import type { TestApp } from '@casement/common/testing/test-app.js';
import { AlertRollup } from '../../src/alerts/alert-rollup.js';
import { administrator, securityApp } from '../support/security-app.js';

const ROWS = 600;
const id = `(lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid`;
const ip = `'203.0.' || n % 5 || '.' || n % 200`;
/** Times are dense near now and sparse 60 days ago; groups of three share the same instant. */
const at = `now() - make_interval(mins => ((n / 3) ^ 2 * 2.16)::int)`;

/** Compares totals, pages and statistics with the rows themselves. */
describe('long lists', () => {
  let app: TestApp;
  let admin: ReturnType<typeof administrator>;
  beforeAll(async () => {
    app = await securityApp();
    admin = administrator(app);
    const { database } = app;
    await database.query(
      `INSERT INTO alert (id, type, severity, ip, source, rule, message, count, outcome, created_at)
       SELECT ${id}, (ARRAY['brute_force','rate_limit','suspicious'])[1 + n % 3], (ARRAY['low','medium','high'])[1 + n % 7 % 3],
              ${ip}, ${ip}, 'honeypot', 'm', 1, 'none', ${at} FROM generate_series(1, $1::int) AS n`,
      [ROWS],
    );
    await database.query(
      `INSERT INTO blocked_ip (id, ip, block_type, reason, blocked_at, expires_at, in_force_at, lifted_at, removed_at)
       SELECT ${id}, '10.' || n % 3 || '.' || n / 250 || '.' || n % 250, (ARRAY['auto','manual','temporary'])[1 + n % 3], 'r', ${at},
              CASE n % 4 WHEN 0 THEN now() - interval '1 minute' WHEN 1 THEN NULL ELSE now() + interval '1 day' END,
              CASE WHEN n % 5 > 0 THEN now() END, CASE WHEN n % 3 = 0 THEN now() END,
              CASE WHEN n % 9 = 0 THEN now() END
         FROM generate_series(1, $1::int) AS n`,
      [ROWS],
    );
    await database.query(
      `INSERT INTO recovery (id, ip, recovery_type, status, started_at, finished_at)
       SELECT ${id}, ${ip}, 'unblock', status, ${at}, CASE WHEN status <> 'in_progress' THEN ${at} + interval '40 ms' END
         FROM generate_series(1, $1::int) AS n,
              LATERAL (SELECT (ARRAY['success','failed','in_progress'])[1 + n % 3] AS status) AS given`,
      [ROWS],
    );
    await database.query(
      `INSERT INTO audit_entry (id, action, target, before, after, service, occurred_at)
       SELECT ${id}, 'ip.blocked', 'ip:' || ${ip}, '', '', 'security', ${at} FROM generate_series(1, $1::int) AS n`,
      [ROWS],
    );
    // Deletes rows after they were rolled up, and then adds new ones.
    await app.get(AlertRollup).rollUp();
    for (const part of [1, 3]) {
      await admin.delete('alerts/clear', { ip: `203.0.${part}.${part}` }).expect(200);
    }
    const [{ id: one } = { id: '' }] = await database.query<{ id: string }>(
      'SELECT id FROM alert ORDER BY created_at LIMIT 1',
    );
    await admin.delete(`alerts/${one}`).expect(200);
    await database.query(
      `INSERT INTO alert (id, type, severity, ip, rule, message, count, outcome)
       VALUES (gen_random_uuid(), 'brute_force', 'low', '203.0.1.9', 'honeypot', 'm', 1, 'none')`,
    );
    await app.get(AlertRollup).rollUp();
    await database.query(
      `UPDATE blocked_ip SET lifted_at = now() WHERE lifted_at IS NULL AND ip LIKE '10.1.1.%'`,
    );
    await database.query(
      `UPDATE recovery SET status = 'failed', finished_at = now() WHERE status = 'in_progress' AND ip LIKE '203.0.1.%'`,
    );
  });
  afterAll(() => app.close());

  const IN_FORCE = 'lifted_at IS NULL AND (expires_at IS NULL OR expires_at > now())';
  const cases: [path: string, table: string, at: string, where: string][] = [
    ['alerts?', 'alert', 'created_at', 'true'],
    ['alerts?type=rate_limit', 'alert', 'created_at', `type = 'rate_limit'`],
    ['alerts?severity=low', 'alert', 'created_at', `severity = 'low'`],
    [
      'alerts?type=suspicious&severity=high&timeRange=30d',
      'alert',
      'created_at',
      `type = 'suspicious' AND severity = 'high' AND created_at > now() - interval '30 days'`,
    ],
    ['alerts?timeRange=24h', 'alert', 'created_at', `created_at > now() - interval '24 hours'`],
    ['alerts?timeRange=1h', 'alert', 'created_at', `created_at > now() - interval '1 hour'`],
    ['alerts?ip=0.4', 'alert', 'created_at', `ip LIKE '%.0.4%'`],
    ['blocked-ips?', 'blocked_ip', 'blocked_at', 'removed_at IS NULL'],
    [
      'blocked-ips?blockType=manual',
      'blocked_ip',
      'blocked_at',
      `removed_at IS NULL AND block_type = 'manual'`,
    ],
    [
      'blocked-ips?status=active',
      'blocked_ip',
      'blocked_at',
      `${IN_FORCE} AND in_force_at IS NOT NULL`,
    ],
    [
      'blocked-ips?status=pending',
      'blocked_ip',
      'blocked_at',
      `${IN_FORCE} AND in_force_at IS NULL`,
    ],
    [
      'blocked-ips?status=expired',
      'blocked_ip',
      'blocked_at',
      `removed_at IS NULL AND NOT (${IN_FORCE})`,
    ],
    ['recovery?', 'recovery', 'started_at', 'true'],
    ['recovery?status=failed', 'recovery', 'started_at', `status = 'failed'`],
    ['audit?', 'audit_entry', 'occurred_at', 'true'],
    ['audit?target=ip:203.0.1.1', 'audit_entry', 'occurred_at', `target = 'ip:203.0.1.1'`],
  ];

  it.each(cases)(
    '§9 %s has the correct total and the correct rows on every page',
    async (path, table, column, where) => {
      const all = await app.database.query<{ id: string }>(
        `SELECT id FROM ${table} WHERE ${where} ORDER BY ${column} DESC, id DESC`,
      );
      expect(all.length).toBeGreaterThan(0);
      const found: string[] = [];
      for (let page = 1; page <= Math.ceil(all.length / 60) + 1; page += 1) {
        const { body } = await admin.get(`${path}&pageSize=60&page=${page}`).expect(200);
        const rows = (body.data.history ?? body.data) as { id: string }[];
        found.push(...rows.map((row) => row.id));
        expect(body.meta.total).toBe(all.length);
      }
      expect(found).toEqual(all.map((row) => row.id));
    },
  );

  it('§7 return the same statistics before and after their hours are rolled up', async () => {
    for (const [timeframe, since] of [
      ['1h', '1 hour'],
      ['24h', '24 hours'],
      ['7d', '7 days'],
      ['30d', '30 days'],
      ['all', '10 years'],
    ]) {
      const { body } = await admin.get(`alerts/stats?timeframe=${timeframe}`).expect(200);
      const [counted] = await app.database.query<{ total: number }>(
        `SELECT count(*)::int AS total FROM alert WHERE created_at >= now() - $1::interval`,
        [since],
      );
      const { byType } = body.data.alerts;
      expect(body.data.alerts.total).toBe(counted?.total);
      expect(byType.brute_force + byType.rate_limit + byType.suspicious).toBe(counted?.total);
      expect(body.data.recovery.averageRecoveryTime).toBe(40);
    }
  });

  it('return the same bars in the chart as in the rows', async () => {
    for (const [timeframe, since, step] of [
      ['1h', '1 hour', '5 minutes'],
      ['24h', '24 hours', '1 hour'],
      ['7d', '7 days', '1 day'],
    ]) {
      const { body } = await admin.get(`alerts/stats?timeframe=${timeframe}`).expect(200);
      const bars = await app.database.query<{ at: Date; count: number }>(
        `SELECT date_bin($2, created_at, 'epoch') AS at, count(*)::int AS count FROM alert
          WHERE created_at >= date_bin($2, now() - $1::interval, 'epoch') GROUP BY 1 ORDER BY 1`,
        [since, step],
      );
      const timeline = body.data.timeline as SecurityStats['timeline'];
      expect(
        timeline.map(({ at, ...types }) => [
          at,
          types.brute_force + types.rate_limit + types.suspicious,
        ]),
      ).toEqual(bars.map(({ at, count }) => [at.toISOString(), count]));
    }
  });
});
