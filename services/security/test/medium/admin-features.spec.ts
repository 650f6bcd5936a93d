import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Success } from '@casement/proto/http/envelope.js';
import { allowedNetwork, type AllowedNetwork } from '@casement/proto/http/security/allowlist.js';
import { auditEntry, type AuditEntry } from '@casement/proto/http/security/audit.js';
import { ipDetails } from '@casement/proto/http/security/ip-details.js';
import { detectionRule } from '@casement/proto/http/security/rules.js';
import { lowestIdAt, newId } from '@casement/common/data/database/new-id.js';
import { PartitionJob } from '@casement/common/data/jobs/partition-job.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import type { TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import {
  administrator,
  blocksOf,
  raiseSignals,
  securityApp,
  times,
} from '../support/security-app.js';

describe('security features beyond the specification', () => {
  let app: TestApp;
  let admin: ReturnType<typeof administrator>;
  const userId = newId();
  beforeAll(async () => {
    app = await securityApp();
    admin = administrator(app, { userId });
  });
  afterAll(() => app.close());

  it.each(['allowlist', 'audit', 'ip-details?ip=203.0.113.1', 'rules'])(
    '%s allows administrators only',
    async (path) => {
      await app.http.get(`/api/security/${path}`).set(app.as()).expect(403);
      await app.http.get(`/api/security/${path}`).expect(401);
    },
  );

  it('audit log: shows and filters who did what from where, with the values before and after', async () => {
    const ip = '203.0.113.90';
    const at = { ...app.as({ admin: true, userId }), 'X-Real-IP': '198.51.100.200' };
    await app.http.post('/api/security/block-ip').set(at).send({ ip, reason: 'noise' }).expect(200);
    await app.http.post('/api/security/unblock-ip').set(at).send({ ip }).expect(200);
    const entries = async (query: string) =>
      (await admin.get(`audit?${query}`).expect(200)).body as Success<AuditEntry[]>;
    await waitFor(async () => (await entries(`target=ip:${ip}`)).meta?.total === 2);
    const { data } = await entries(`target=ip:${ip}&action=ip.b`);
    expect(auditEntry.parse(data[0])).toEqual(data[0]);
    expect(data).toMatchObject([
      {
        actorId: userId,
        action: 'ip.blocked',
        before: null,
        after: { reason: 'noise', blockType: 'manual' },
        ip: '198.51.100.200',
        service: 'security',
      },
    ]);
    expect((await entries(`actor=${userId}&action=ip.unblocked`)).meta?.total).toBe(1);
    expect((await entries('actor=nobody')).data).toEqual([]);
    expect((await entries('action=ip%25')).data).toEqual([]);
  });

  it('IP details: shows events, accounts, alerts, decisions and grace of an address', async () => {
    const [ip, account] = ['203.0.113.91', newId()];
    await raiseSignals(
      app,
      'honeypot_filled',
      times(3, () => ({ ip, userId: account })),
    );
    await raiseSignals(app, 'captcha_failed', [{ ip, detail: 'wrong answer' }]);
    const ask = async () =>
      ipDetails.parse((await admin.get(`ip-details?ip=${ip}`).expect(200)).body.data);
    expect(await ask()).toMatchObject({
      ip,
      block: { ip, blockType: 'auto', rule: 'honeypot' },
      allowed: false,
      graceUntil: null,
      accounts: [account],
      signals: [
        { kind: 'honeypot_filled', count: 3 },
        { kind: 'captcha_failed', count: 1 },
      ],
      alerts: [{ rule: 'honeypot' }],
      decisions: [{ attempts: 1 }],
    });
    await admin.post('unblock-ip', { ip, graceMinutes: 5 }).expect(200);
    const after = await ask();
    expect(after.block).toBeNull();
    expect(Date.parse(after.graceUntil!)).toBeGreaterThan(Date.now());
    await admin.get('ip-details?ip=nobody').expect(400);
  });

  it('IP details: names a blocking network', async () => {
    await admin.post('block-ip', { ip: '198.18.7.0/24' }).expect(200);
    const { body } = await admin.get('ip-details?ip=198.18.7.7').expect(200);
    expect(body.data.block).toMatchObject({ ip: '198.18.7.0/24' });
    expect((await admin.get('ip-details?ip=127.0.0.1')).body.data.allowed).toBe(true);
  });

  it('rules: are listed, and can be simulated before they block', async () => {
    const { body } = await admin.get('rules').expect(200);
    for (const rule of body.data) expect(detectionRule.parse(rule)).toEqual(rule);
    const answer = await admin.patch('rules/honeypot', { mode: 'simulate' }).expect(200);
    expect(answer.body.data).toMatchObject({ name: 'honeypot', mode: 'simulate' });
    await raiseSignals(
      app,
      'honeypot_filled',
      times(3, () => ({ ip: '203.0.113.92' })),
    );
    expect(await blocksOf(app, '203.0.113.92')).toEqual([]);
    await admin.patch('rules/honeypot', { mode: 'on' }).expect(200);
    await admin.patch('rules/honeypot', { mode: 'odd' }).expect(400);
    await admin.patch('rules/nothing', { mode: 'on' }).expect(404);
  });

  it('rules: return the hits of the last 24 hours and 7 days', async () => {
    const hits = async (rule: string) => {
      const { body } = await admin.get('rules').expect(200);
      const rules = detectionRule.array().parse(body.data);
      const found = rules.find(({ name }) => name === rule)!;
      expect(found).not.toHaveProperty('struck');
      return found.hits!;
    };
    const alerts = (rule: string, ages: number[]) =>
      app.database.query(
        `INSERT INTO alert (id, type, severity, ip, rule, message, count, outcome, created_at)
         SELECT gen_random_uuid(), 'suspicious', 'low', '203.0.113.95', $1, '', 1, 'none',
                now() - make_interval(hours => age) FROM unnest($2::int[]) AS t(age)`,
        [rule, ages],
      );
    expect(await hits('many-targets')).toEqual({ day: 0, week: 0 });
    await alerts('many-targets', [1, 23, 25, 167, 169]);
    await alerts('payment-id-reuse', [2]);
    expect(await hits('many-targets')).toEqual({ day: 2, week: 4 });
    expect(await hits('payment-id-reuse')).toEqual({ day: 1, week: 1 });
    const { body } = await admin.patch('rules/many-targets', { mode: 'on' }).expect(200);
    expect(body.data).not.toHaveProperty('hits');
  });

  describe('allowlist', () => {
    const networks = async () =>
      ((await admin.get('allowlist').expect(200)).body.data as AllowedNetwork[])
        .filter(({ configured }) => !configured)
        .map(({ network }) => network);

    it('protects a network from the rules until it is removed', async () => {
      const attack = () =>
        raiseSignals(
          app,
          'honeypot_filled',
          times(3, () => ({ ip: '198.18.20.5' })),
        );
      const added = await admin
        .post('allowlist', { network: '198.18.20.9/24', note: 'the office' })
        .expect(200);
      expect(added.body.data).toMatchObject({ network: '198.18.20.0/24', note: 'the office' });
      await attack();
      expect(await blocksOf(app, '198.18.20.5')).toEqual([]);
      expect(await networks()).toContain('198.18.20.0/24');

      await admin.delete('allowlist', { network: '198.18.20.0/24' }).expect(200);
      expect(await networks()).not.toContain('198.18.20.0/24');
      await attack();
      expect(await blocksOf(app, '198.18.20.5')).toHaveLength(1);
      await admin.delete('allowlist', { network: '198.18.20.0/24' }).expect(404);
    });

    it('shows the configured entries, which cannot be removed', async () => {
      const { body } = await admin.get('allowlist').expect(200);
      for (const one of body.data) expect(allowedNetwork.parse(one)).toEqual(one);
      expect(body.data).toContainEqual(
        expect.objectContaining({ network: '127.0.0.1/32', configured: true, createdAt: null }),
      );
      await admin.delete('allowlist', { network: '127.0.0.1' }).expect(404);
    });

    it('records each change and its administrator in the audit log', async () => {
      await admin.post('allowlist', { network: '198.18.21.1', note: 'a monitor' }).expect(200);
      await admin.post('allowlist', { network: '198.18.21.1', note: 'another' }).expect(200);
      expect((await networks()).filter((one) => one === '198.18.21.1')).toHaveLength(1);
      const acts = async () => {
        const answer = await admin.get('audit?target=ip:198.18.21.1&action=allowlist.').expect(200);
        return (answer.body as Success<AuditEntry[]>).data;
      };
      await waitFor(async () => (await acts()).length === 2);
      expect(await acts()).toMatchObject([
        { action: 'allowlist.added', actorId: userId, after: { note: 'another' } },
        { after: { note: 'a monitor' } },
      ]);
    });

    it.each([{}, { network: 'office' }, { network: '10.0.0.0/7' }, { network: '::/0' }])(
      'rejects %j',
      (body) => admin.post('allowlist', body).expect(400),
    );
  });

  it('break glass: lifts every block of an address and keeps the rules from blocking it', async () => {
    const ip = '198.18.8.8';
    for (const range of [ip, '198.18.8.0/24', '198.18.9.0/24']) {
      await admin.post('block-ip', { ip: range, permanent: true }).expect(200);
    }
    await waitFor(() => app.get(EdgeState).isBlocked(ip));
    expect(await unblock(app, ip)).toEqual({
      status: 0,
      stdout: `Lifted: ${ip}, 198.18.8.0/24. No rule blocks ${ip} again for an hour.\n`,
      stderr: '',
    });
    await waitFor(() => !app.get(EdgeState).isBlocked(ip));
    expect(app.get(EdgeState).isBlocked('198.18.9.1')).toBe(true);
    await raiseSignals(
      app,
      'honeypot_filled',
      times(3, () => ({ ip })),
    );
    expect(await blocksOf(app, ip)).toEqual([]);
    expect(await unblock(app, ip)).toMatchObject({ status: 0, stdout: `Nothing blocks ${ip}.\n` });
    for (const args of [[], ['nobody']]) {
      expect(await unblock(app, ...args)).toMatchObject({ status: 1 });
    }
  });

  it('signals: are erased once their retention ends, not earlier', async () => {
    await raiseSignals(app, 'captcha_failed', [{ ip: '203.0.113.94' }]);
    await app.database.query(
      `INSERT INTO signal (id, kind, ip, service, detail, occurred_at)
       VALUES ($1, 'captcha_failed', '203.0.113.93', 'test', '', now() - interval '91 days')`,
      [lowestIdAt(new Date(Date.now() - 91 * 86_400_000))],
    );
    await app.get(PartitionJob).run(new AbortController().signal);
    const left = await app.database.query(
      `SELECT ip FROM signal WHERE ip IN ('203.0.113.93', '203.0.113.94')`,
    );
    expect(left).toEqual([{ ip: '203.0.113.94' }]);
  });
});

/**
 * Runs the console command while the service is running. Must not use spawnSync: it would block this process, which
 * runs the service, possibly in the middle of a transaction whose locks the command waits for.
 */
function unblock(app: TestApp, ...args: string[]) {
  const program = join(import.meta.dirname, '../../dist/cli/unblock.js');
  const env = { ...process.env, ...app.env };
  return new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env },
      (_error, stdout, stderr) => {
        resolve({ status: child.exitCode ?? -1, stdout, stderr });
      },
    );
  });
}
