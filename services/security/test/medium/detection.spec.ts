import { newId } from '@casement/common/data/database/new-id.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import type { TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { EvaluationService } from '../../src/evaluation/evaluation.service.js';
import type { NewSignal } from '../../src/evaluation/signal.entity.js';
import {
  administrator,
  alertsOf,
  secondReplica,
  blocksOf,
  raiseSignals,
  securityApp,
  times,
} from '../support/security-app.js';

describe('detection', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await securityApp({ env: { SECURITY_ALLOWLIST: '127.0.0.1/32,::1/128,192.0.2.0/28' } });
  });
  afterAll(() => app.close());

  const from = (ip: string, count: number, over: object = {}) =>
    times(count, () => ({ ip, ...over }));
  const onAccounts = (ip: string, count: number) =>
    times(count, () => ({ ip, userId: newId(), detail: 'wrong password' }));

  it.each([
    ['login_failed', 'password-guessing', 'brute_force', 'medium', 15, 20],
    ['two_factor_failed', 'two-factor-guessing', 'brute_force', 'high', 60, 8],
    ['password_change_failed', 'password-change-guessing', 'brute_force', 'medium', 15, 6],
    ['captcha_failed', 'captcha-guessing', 'brute_force', 'medium', 15, 15],
    ['honeypot_filled', 'honeypot', 'suspicious', 'medium', 30, 3],
    ['token_refused', 'refused-tokens', 'suspicious', 'medium', 30, 20],
    ['file_not_found', 'file-scanning', 'suspicious', 'low', 30, 40],
    ['callback_forged', 'forged-callbacks', 'suspicious', 'high', 240, 3],
    ['agent_token_refused', 'agent-token-misuse', 'suspicious', 'medium', 30, 30],
  ])(
    '§2 detects %s as %s: %s, %s, blocks for %i minutes at the %ith signal, not before',
    async (kind, rule, type, severity, minutes, threshold) => {
      const ip = `198.51.100.${threshold}`;
      const detail = `${rule} test`;
      await app.database.query('DELETE FROM signal WHERE ip = $1', [ip]);
      await raiseSignals(app, kind, from(ip, threshold - 1, { detail }));
      expect(await blocksOf(app, ip)).toEqual([]);
      await raiseSignals(app, kind, from(ip, 1, { detail }));
      expect((await alertsOf(app, ip)).filter((alert) => alert.rule === rule)).toMatchObject([
        { type, severity, ip, outcome: 'blocked' },
      ]);
      expect(await blocksOf(app, ip)).toEqual([{ ip, block_type: 'auto', rule, minutes }]);
      // Removes the traces of this rule, so that the next rule can use the same address.
      for (const table of ['blocked_ip', 'alert']) {
        await app.database.query(`DELETE FROM ${table} WHERE ip = $1`, [ip]);
      }
      for (const table of ['offender', 'rule_hit']) {
        await app.database.query(`DELETE FROM ${table} WHERE key = $1`, [ip]);
      }
    },
  );

  it('counts each of the equal signals that an event combines', async () => {
    const ip = '198.51.100.211';
    await raiseSignals(app, 'token_refused', from(ip, 1, { count: 18 }));
    await raiseSignals(app, 'token_refused', from(ip, 1));
    expect(await blocksOf(app, ip)).toEqual([]);
    await raiseSignals(app, 'token_refused', from(ip, 1, { count: 5 }));
    expect(await blocksOf(app, ip)).toMatchObject([{ ip, rule: 'refused-tokens' }]);
  });

  it('§2 detects a flood as a rate limit, and blocks it for a while', async () => {
    const ip = '203.0.113.20';
    await raiseSignals(app, 'rate_limited', from(ip, 60));
    expect(await alertsOf(app, ip)).toMatchObject([{ type: 'rate_limit', severity: 'medium' }]);
    expect(await blocksOf(app, ip)).toMatchObject([{ block_type: 'temporary', minutes: 10 }]);
  });

  it('detects password spraying before there are many guesses', async () => {
    const ip = '203.0.113.21';
    await raiseSignals(app, 'login_failed', onAccounts(ip, 8));
    expect(await alertsOf(app, ip)).toMatchObject([
      { rule: 'password-spraying', type: 'brute_force', severity: 'high', outcome: 'blocked' },
    ]);
  });

  it('raises no alert for one person who mistypes their password', async () => {
    const [ip, userId] = ['203.0.113.22', newId()];
    await raiseSignals(app, 'login_failed', from(ip, 12, { userId, detail: 'wrong password' }));
    expect([await alertsOf(app, ip), await blocksOf(app, ip)]).toEqual([[], []]);
  });

  it('counts different unknown paths only, so an outdated page that repeats one path is not a scan', async () => {
    const [old, scanner] = ['203.0.113.23', '203.0.113.24'];
    await raiseSignals(app, 'unknown_path', from(old, 30, { detail: 'GET /api/gone' }));
    expect(await alertsOf(app, old)).toEqual([]);
    const paths = times(15, (n) => ({ ip: scanner, detail: `GET /api/wp-${n}.php` }));
    await raiseSignals(app, 'unknown_path', paths);
    expect(await alertsOf(app, scanner)).toMatchObject([
      { rule: 'path-scanning', type: 'suspicious', outcome: 'blocked' },
    ]);
  });

  it('blocks after three stolen refresh tokens, and only alerts on the first', async () => {
    const ip = '203.0.113.25';
    await raiseSignals(app, 'refresh_reused', [{ ip, userId: newId() }]);
    expect(await alertsOf(app, ip)).toMatchObject([
      { rule: 'refresh-token-theft', type: 'suspicious', severity: 'high', outcome: 'none' },
    ]);
    expect(await blocksOf(app, ip)).toEqual([]);
    await raiseSignals(
      app,
      'refresh_reused',
      times(2, () => ({ ip, userId: newId() })),
    );
    expect(await blocksOf(app, ip)).toMatchObject([{ rule: 'refresh-token-thief' }]);
  });

  it('detects an account attacked from many addresses, and blocks none of them', async () => {
    const userId = newId();
    const guesses = times(10, (n) => ({ ip: `198.18.1.${n}`, userId }));
    await raiseSignals(app, 'two_factor_failed', guesses);
    const alerts = await app.database.query(
      `SELECT type, ip, outcome FROM alert WHERE rule = 'account-under-attack' AND user_id = $1`,
      [userId],
    );
    expect(alerts).toEqual([{ type: 'brute_force', ip: '', outcome: 'none' }]);
    expect(await blocksOf(app, '198.18.1.0')).toEqual([]);
  });

  it.each([
    ['ssh_failed', 'root-password-guessing', 4],
    ['address_refused', 'many-targets', 5],
  ])('detects many targets of one user: %s', async (kind, rule, threshold) => {
    const userId = newId();
    const ofMany = (count: number) => times(count, (n) => ({ userId, detail: `203.0.113.${n}` }));
    const found = () =>
      app.database.query('SELECT rule FROM alert WHERE user_id = $1 AND rule = $2', [userId, rule]);
    await raiseSignals(app, kind, [...ofMany(threshold - 1), ...ofMany(threshold - 1)]);
    expect(await found()).toEqual([]);
    await raiseSignals(app, kind, ofMany(threshold));
    expect(await found()).toHaveLength(1);
  });

  describe('credential stuffing from many addresses', () => {
    const stuffing = (ip: string, count: number) =>
      times(count, (n) => ({ ip, detail: `unknown account ${ip}/${n}` }));

    it('ignores three accounts of one address while there is no wave', async () => {
      await raiseSignals(app, 'login_failed', stuffing('203.0.113.30', 3));
      expect(await alertsOf(app, '203.0.113.30')).toEqual([]);
    });

    it('detects a wave of 200 addresses, blocks those that continue, and spares a single typo', async () => {
      const addresses = times(200, (n) => `198.19.0.${n}`);
      await raiseSignals(
        app,
        'login_failed',
        addresses.flatMap((ip) => stuffing(ip, 1)),
      );
      const waves = await app.database.query(
        `SELECT type, severity, ip, outcome FROM alert WHERE rule = 'credential-stuffing-wave'`,
      );
      expect(waves).toEqual([{ type: 'brute_force', severity: 'high', ip: '', outcome: 'none' }]);

      await raiseSignals(
        app,
        'login_failed',
        addresses.flatMap((ip) => stuffing(ip, 3).slice(1)),
      );
      const innocent = '203.0.113.31';
      await raiseSignals(app, 'login_failed', from(innocent, 4, { userId: newId() }));
      const blocked = await app.database.query(
        `SELECT ip FROM blocked_ip WHERE rule = 'credential-stuffing'`,
      );
      expect(blocked).toHaveLength(200);
      expect(await blocksOf(app, innocent)).toEqual([]);
    });
  });

  it('lengthens blocks of repeat offenders: 15 minutes, an hour, four hours', async () => {
    const ip = '203.0.113.40';
    for (const minutes of [15, 60, 240]) {
      await raiseSignals(app, 'captcha_failed', from(ip, 15));
      expect(await blocksOf(app, ip)).toMatchObject([{ minutes }]);
      await app.database.query(
        `UPDATE blocked_ip SET expires_at = now() - interval '1 second'
          WHERE ip = $1 AND lifted_at IS NULL`,
        [ip],
      );
    }
  });

  it('treats attempts during a block as the same offence, with one block that does not grow', async () => {
    const ip = '203.0.113.39';
    for (const part of times(3, (n) => n)) {
      const paths = times(15, (n) => ({ ip, detail: `GET /api/${part}-${n}` }));
      await raiseSignals(app, 'unknown_path', paths);
    }
    expect(await alertsOf(app, ip)).toHaveLength(3);
    expect(await blocksOf(app, ip)).toMatchObject([{ rule: 'path-scanning', minutes: 30 }]);
    const [{ blocks }] = await app.database.query<{ blocks: number }>(
      'SELECT count(*)::int AS blocks FROM blocked_ip WHERE ip = $1',
      [ip],
    );
    expect(blocks).toBe(1);
  });

  it('forgets an offence after a month', async () => {
    const ip = '203.0.113.41';
    await raiseSignals(app, 'captcha_failed', from(ip, 15));
    await app.database.query('DELETE FROM blocked_ip WHERE ip = $1', [ip]);
    await app.database.query(
      `UPDATE offender SET last_offence_at = now() - interval '31 days' WHERE key = $1`,
      [ip],
    );
    await raiseSignals(app, 'captcha_failed', from(ip, 15));
    expect(await blocksOf(app, ip)).toMatchObject([{ minutes: 15 }]);
  });

  it('never shortens a block that ends later', async () => {
    const ip = '203.0.113.42';
    await raiseSignals(app, 'callback_forged', from(ip, 3));
    await raiseSignals(app, 'honeypot_filled', from(ip, 3));
    expect(await blocksOf(app, ip)).toMatchObject([{ rule: 'forged-callbacks', minutes: 240 }]);
    expect(await alertsOf(app, ip)).toHaveLength(2);
  });

  it('evaluates and blocks an IPv6 /64 as a single address', async () => {
    const parts = times(15, (n) => ({ ip: `2001:db8:0:7::${n + 1}` }));
    await raiseSignals(app, 'captcha_failed', parts);
    const range = '2001:db8:0:7::/64';
    expect(await blocksOf(app, range)).toHaveLength(1);
    const edge = app.get(EdgeState);
    await waitFor(() => edge.isBlocked('2001:db8:0:7:ffff::1'));
    expect(edge.isBlocked('2001:db8:0:8::1')).toBe(false);
  });

  it.each(['127.0.0.1', '::1', '192.0.2.9'])(
    'never blocks %s automatically, but still raises the alert',
    async (ip) => {
      await raiseSignals(app, 'honeypot_filled', from(ip, 3));
      expect(await alertsOf(app, ip)).toMatchObject([{ rule: 'honeypot', outcome: 'none' }]);
      expect(
        await app.database.query(`SELECT 1 FROM blocked_ip WHERE ip IN ($1, '::/64')`, [ip]),
      ).toEqual([]);
    },
  );

  it('blocks every other loopback address', async () => {
    await raiseSignals(app, 'honeypot_filled', from('127.0.0.2', 3));
    expect(await blocksOf(app, '127.0.0.2')).toHaveLength(1);
  });

  it('applies new allowlist entries immediately', async () => {
    await app.database.query(`INSERT INTO allowed_network (network) VALUES ('198.18.9.0/24')`);
    await raiseSignals(app, 'honeypot_filled', from('198.18.9.77', 3));
    expect(await alertsOf(app, '198.18.9.77')).toMatchObject([{ outcome: 'none' }]);
    expect(await blocksOf(app, '198.18.9.77')).toEqual([]);
  });

  it('raises only the alert of a simulated rule, and nothing for a rule that is off', async () => {
    const mode = (to: string) =>
      app.database.query(`UPDATE rule SET mode = $1 WHERE name = 'honeypot'`, [to]);
    try {
      await mode('simulate');
      await raiseSignals(app, 'honeypot_filled', from('203.0.113.43', 3));
      expect(await alertsOf(app, '203.0.113.43')).toMatchObject([{ outcome: 'simulated' }]);
      expect(await blocksOf(app, '203.0.113.43')).toEqual([]);
      await mode('off');
      await raiseSignals(app, 'honeypot_filled', from('203.0.113.44', 3));
      expect(await alertsOf(app, '203.0.113.44')).toEqual([]);
    } finally {
      await mode('on');
    }
  });

  it('counts a signal once, however often it is delivered', async () => {
    const [ip, id] = ['203.0.113.45', newId()];
    await raiseSignals(
      app,
      'honeypot_filled',
      times(5, () => ({ ip, id })),
    );
    await raiseSignals(app, 'honeypot_filled', [{ ip }]);
    expect(await alertsOf(app, ip)).toEqual([]);
    await raiseSignals(app, 'honeypot_filled', [{ ip }]);
    expect(await alertsOf(app, ip)).toHaveLength(1);
  });

  it('ignores signals outside the window', async () => {
    const ip = '203.0.113.46';
    await raiseSignals(app, 'honeypot_filled', from(ip, 2));
    await app.database.query(
      `UPDATE signal SET occurred_at = occurred_at - interval '11 minutes' WHERE ip = $1`,
      [ip],
    );
    await raiseSignals(app, 'honeypot_filled', from(ip, 2));
    expect(await alertsOf(app, ip)).toEqual([]);
  });

  it('applies a changed rule immediately in every replica', async () => {
    const other = await secondReplica(app);
    const [ip, later] = ['203.0.113.65', '203.0.113.66'];
    const signals = (from: string): NewSignal[] =>
      times(3, () => ({
        id: newId(),
        kind: 'honeypot_filled',
        ip: from,
        userId: null,
        service: 'test',
        detail: '',
        occurredAt: new Date(),
        count: 1,
      }));
    const admin = administrator(app);
    try {
      await other.get(EvaluationService).ingest(signals(ip));
      expect(await alertsOf(app, ip)).toHaveLength(1);
      await admin.patch('rules/honeypot', { mode: 'off' }).expect(200);
      await other.get(EvaluationService).ingest(signals(later));
      expect(await alertsOf(app, later)).toEqual([]);
    } finally {
      await admin.patch('rules/honeypot', { mode: 'on' }).expect(200);
      await other.close();
    }
  });

  it("keeps an operator's changes at startup, and adds missing default rules", async () => {
    await app.database.query(`UPDATE rule SET threshold = 99 WHERE name = 'flood'`);
    await app.database.query(`DELETE FROM rule WHERE name = 'odd-callbacks'`);
    const other = await secondReplica(app);
    await other.close();
    const rules = await app.database.query(
      `SELECT name, threshold FROM rule WHERE name IN ('flood', 'odd-callbacks') ORDER BY name`,
    );
    expect(rules).toEqual([
      { name: 'flood', threshold: 99 },
      { name: 'odd-callbacks', threshold: 3 },
    ]);
    await app.database.query(`UPDATE rule SET threshold = 60 WHERE name = 'flood'`);
  });

  it('raises one alert and one block when two replicas evaluate an attack', async () => {
    const other = await secondReplica(app);
    try {
      const ip = '203.0.113.47';
      await raiseSignals(app, 'captcha_failed', from(ip, 29));
      expect(await alertsOf(app, ip)).toHaveLength(1);
      expect(await blocksOf(app, ip)).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  it('raises no second alert for signals that arrive out of order', async () => {
    const ip = '203.0.113.64';
    const startedAt = Date.now() - 60_000;
    const signal = (second: number): NewSignal => ({
      id: newId(),
      kind: 'captcha_failed',
      ip,
      userId: null,
      service: 'test',
      detail: '',
      occurredAt: new Date(startedAt + second * 1_000),
      count: 1,
    });
    const evaluation = app.get(EvaluationService);
    await evaluation.ingest(times(14, (n) => signal(n + 1)));
    await evaluation.ingest([signal(0)]);
    expect(await alertsOf(app, ip)).toHaveLength(1);
    await evaluation.ingest([signal(20)]);
    expect(await alertsOf(app, ip)).toHaveLength(1);
  });

  it('publishes alert.raised and ip.blocked', async () => {
    const ip = '203.0.113.48';
    await raiseSignals(app, 'honeypot_filled', from(ip, 3));
    const published = async (subject: 'security.alert.raised.v1' | 'security.ip.blocked.v1') =>
      (await app.nats.events(subject)).filter(({ payload }) => payload.ip === ip);
    await waitFor(async () => (await published('security.ip.blocked.v1')).length === 1);
    await waitFor(async () => (await published('security.alert.raised.v1')).length === 1);
    const [{ payload }] = await published('security.alert.raised.v1');
    expect(payload).toMatchObject({ type: 'suspicious', severity: 'medium' });
  });

  it('blocks no one for signals without an address or with an invalid address', async () => {
    await raiseSignals(app, 'honeypot_filled', from('', 3));
    await raiseSignals(app, 'honeypot_filled', from('not-an-address', 3));
    expect(
      await app.database.query(`SELECT 1 FROM alert WHERE rule = 'honeypot' AND ip = ''`),
    ).toEqual([]);
    expect(await alertsOf(app, 'not-an-address')).toEqual([]);
  });

  it('accepts a full batch of the gateway’s log, however long the headers are', async () => {
    const entry = {
      client_ip: '203.0.113.63',
      request: {
        method: 'GET',
        uri: '/api/auth/captcha',
        headers: { 'x-long': 'x'.repeat(30_000) },
      },
      response: { status: 429 },
      latencies: { proxy: -1 },
      started_at: Date.now(),
    };
    await app.http
      .post('/internal/gateway-log')
      .send(times(100, () => entry))
      .expect(204);
    expect(await blocksOf(app, '203.0.113.63')).toMatchObject([{ rule: 'flood' }]);
  });

  it('detects a scan and a flood in the gateway’s log, but not ordinary calls', async () => {
    const entry = (ip: string, uri: string, status: number) => ({
      client_ip: ip,
      request: { method: 'GET', uri, headers: {} },
      response: { status },
      latencies: { proxy: -1 },
      started_at: Date.now(),
    });
    const log = (entries: object[]) =>
      app.http.post('/internal/gateway-log').send(entries).expect(204);
    await log(times(20, (n) => entry('203.0.113.60', `/api/${n}/.env`, 404)));
    await log(times(60, () => entry('203.0.113.61', '/api/auth/captcha', 429)));
    await log(times(60, (n) => entry('203.0.113.62', `/api/user/${n}`, 200)));
    expect(await blocksOf(app, '203.0.113.60')).toMatchObject([{ rule: 'path-scanning' }]);
    expect(await blocksOf(app, '203.0.113.61')).toMatchObject([{ rule: 'flood' }]);
    expect(await alertsOf(app, '203.0.113.62')).toEqual([]);
  });
});
