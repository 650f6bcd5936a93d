import type { BlockedIp } from '@casement/proto/http/security/blocks.js';
import { blockedIp } from '@casement/proto/http/security/blocks.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import type { TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import {
  administrator,
  secondReplica,
  blocksOf,
  raiseSignals,
  securityApp,
  times,
  unblockAll,
} from '../support/security-app.js';

describe('blocked addresses', () => {
  let app: TestApp;
  let admin: ReturnType<typeof administrator>;
  const userId = newId();
  beforeAll(async () => {
    app = await securityApp({ env: { SUPPORT_EMAIL: 'help@casement.example' } });
    admin = administrator(app, { userId });
  });
  beforeEach(() => unblockAll(app));
  afterAll(() => app.close());

  const audits = async (target: string) => {
    const events = await app.nats.events('security.audit.recorded.v1');
    return events.map(({ payload }) => payload).filter((act) => act.target === target);
  };
  const edge = () => app.get(EdgeState);
  const list = async (query = '') =>
    (await admin.get(`blocked-ips${query}`).expect(200)).body.data as BlockedIp[];

  it.each([
    ['get', 'blocked-ips'],
    ['post', 'block-ip'],
    ['post', 'unblock-ip'],
    ['post', 'unblock-ip/bulk'],
    ['delete', 'blocked-ips/expired'],
  ] as const)('§6 %s %s allows administrators only', async (method, path) => {
    await app.http[method](`/api/security/${path}`).set(app.as()).expect(403);
    await app.http[method](`/api/security/${path}`).expect(401);
  });

  describe('POST block-ip', () => {
    it('§7 blocks at every enforcement point, returns both field names, and is audited', async () => {
      const { body } = await admin
        .post('block-ip', { ip: '203.0.113.7', duration: 120, reason: 'scanner' })
        .expect(200);
      expect(body).toMatchObject({ success: true, message: 'IP blocked successfully' });
      const { data } = body as { data: BlockedIp };
      expect(blockedIp.parse(data)).toEqual(data);
      expect(data).toMatchObject({
        ip: '203.0.113.7',
        ip_address: '203.0.113.7',
        block_type: 'manual',
        reason: 'scanner',
        attempts: 1,
      });
      expect(data.expiresIn).toBeGreaterThan(119 * 60);
      expect(Date.parse(data.expires_at!) - Date.parse(data.blocked_at)).toBeCloseTo(7_200_000, -3);

      await waitFor(() => edge().isBlocked('203.0.113.7'));
      const from = { ...app.as({ admin: true }), 'X-Real-IP': '203.0.113.7' };
      await app.http.get('/api/security/dashboard').set(from).expect(403);
      await waitFor(async () => (await audits('ip:203.0.113.7')).length === 1);
      expect(await audits('ip:203.0.113.7')).toMatchObject([
        { action: 'ip.blocked', actorId: userId, before: '' },
      ]);
      await waitFor(async () => (await list())[0].status === 'active');
    });

    it('informs a blocked client when the block ends and whom to ask, but not why', async () => {
      await admin.post('block-ip', { ip: '203.0.113.8', duration: 10, reason: 'secret reason' });
      await waitFor(() => edge().isBlocked('203.0.113.8'));
      const answer = await app.http
        .get('/api/security/dashboard')
        .set('X-Real-IP', '203.0.113.8')
        .expect(403);
      const [{ expires_at }] = await list();
      expect(answer.body).toMatchObject({ success: false, code: 'IP_BLOCKED' });
      expect(answer.body.details).toEqual([
        { path: 'expires_at', message: expires_at },
        { path: 'appeal', message: 'help@casement.example' },
      ]);
      expect(answer.body.message).toMatch(
        /^Your IP address is blocked until \d{4}-\d\d-\d\d \d\d:\d\d UTC\. .*help@casement\.example\.$/,
      );
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(JSON.stringify(answer.body)).not.toContain('secret reason');
    });

    it.each([
      ['§9 60 minutes by default', {}, 60],
      ['§5 60 if blank', { duration: '' }, 60],
      ['§5 60 if not a number', { duration: 'soon' }, 60],
      ['§5 60 if null, which is how JSON encodes NaN', { duration: null }, 60],
      ['§9 at least 1', { duration: 1 }, 1],
      ['§9 at most 10080', { duration: 10_080 }, 10_080],
      ['permanent if requested explicitly', { permanent: true }, null],
    ])('sets the duration: %s', async (_what, fields, minutes) => {
      await admin.post('block-ip', { ip: '203.0.113.9', ...fields }).expect(200);
      expect(await blocksOf(app, '203.0.113.9')).toMatchObject([{ minutes }]);
    });

    it.each([
      ['§9 0 minutes', { ip: '203.0.113.9', duration: 0 }, 'Duration must be at least 1 minute'],
      [
        '§9 10081 minutes',
        { ip: '203.0.113.9', duration: 10_081 },
        'Duration can be at most 10080 minutes (7 days)',
      ],
      [
        'half a minute',
        { ip: '203.0.113.9', duration: 1.5 },
        'Duration must be a whole number of minutes',
      ],
      ['§5 a blank address', { ip: ' ' }, 'Please enter a valid IP address.'],
      ['a missing address', {}, 'Please enter a valid IP address.'],
      ['an incomplete address', { ip: '203.0.113' }, 'Please enter a valid IP address.'],
      ['octal notation', { ip: '0203.0.113.9' }, 'Please enter a valid IP address.'],
      [
        'half of IPv4',
        { ip: '0.0.0.0/1' },
        'A network cannot be larger than /8 (IPv4) or /16 (IPv6).',
      ],
      ['all of IPv6', { ip: '::/0' }, 'A network cannot be larger than /8 (IPv4) or /16 (IPv6).'],
    ])('rejects %s', async (_what, body, message) => {
      const answer = await admin.post('block-ip', body).expect(400);
      expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', message });
      expect(await list()).toEqual([]);
    });

    it('blocks a network, and IPv6 by its /64', async () => {
      await admin.post('block-ip', { ip: '198.51.100.77/24' }).expect(200);
      await admin.post('block-ip', { ip: '2001:DB8::5' }).expect(200);
      expect((await list()).map(({ ip }) => ip)).toEqual(['2001:db8::/64', '198.51.100.0/24']);
      await waitFor(() => edge().isBlocked('198.51.100.1') && edge().isBlocked('2001:db8::ffff'));
      expect(edge().isBlocked('198.51.101.1')).toBe(false);
    });

    it.each([
      ['the address', '203.0.113.99', '203.0.113.99'],
      ['a network around it', '203.0.113.99', '203.0.113.0/24'],
      ['its /64', '2001:db8:5::1', '2001:db8:5::2'],
    ])(
      'requires confirmation before administrators block %s that they connect from',
      async (_what, own, ip) => {
        const block = (body: object) =>
          app.http
            .post('/api/security/block-ip')
            .set({ ...app.as({ admin: true }), 'X-Real-IP': own })
            .send({ ip, ...body });
        const { body } = await block({}).expect(409);
        expect(body.code).toBe('OWN_ADDRESS');
        expect(await list()).toEqual([]);
        await block({ confirm: true }).expect(200);
        expect(await list()).toHaveLength(1);
      },
    );

    it('replaces the old decision, which stays in the history', async () => {
      await admin.post('block-ip', { ip: '203.0.113.10', duration: 500 });
      await admin.post('block-ip', { ip: '203.0.113.10', duration: 5, reason: 'shorter' });
      expect(await blocksOf(app, '203.0.113.10')).toMatchObject([{ minutes: 5 }]);
      expect(await list()).toMatchObject([
        { reason: 'shorter', attempts: 2 },
        { attempts: 1, status: 'expired', expiresIn: 0 },
      ]);
    });
  });

  describe('POST unblock-ip', () => {
    it('§7 unblocks the address immediately at every enforcement point', async () => {
      await admin.post('block-ip', { ip: '203.0.113.11' });
      await waitFor(() => edge().isBlocked('203.0.113.11'));
      const { body } = await admin
        .post('unblock-ip', { ip: '203.0.113.11', reason: 'customer called' })
        .expect(200);
      expect(body.message).toBe('IP unblocked');
      await waitFor(() => !edge().isBlocked('203.0.113.11'));
      expect(await list()).toMatchObject([{ status: 'expired' }]);
      await waitFor(async () => (await audits('ip:203.0.113.11')).length === 2);
    });

    it('reports an address that is not blocked, and rejects an invalid address', async () => {
      const { body } = await admin.post('unblock-ip', { ip: '203.0.113.12' }).expect(404);
      expect(body.message).toBe('This IP address is not blocked.');
      await admin.post('unblock-ip', { ip: 'nobody' }).expect(400);
    });

    it('finds a block in any notation of its address', async () => {
      await admin.post('block-ip', { ip: '2001:db8:9::1' });
      await admin.post('unblock-ip', { ip: '2001:0DB8:0009::2' }).expect(200);
    });

    it('resets the attempts, and no rule blocks the address during the grace period', async () => {
      const ip = '203.0.113.13';
      const attack = () =>
        raiseSignals(
          app,
          'honeypot_filled',
          times(3, () => ({ ip })),
        );
      await attack();
      await admin.post('unblock-ip', { ip, graceMinutes: 0 }).expect(200);
      await raiseSignals(
        app,
        'honeypot_filled',
        times(2, () => ({ ip })),
      );
      expect(await blocksOf(app, ip)).toEqual([]);
      await raiseSignals(app, 'honeypot_filled', [{ ip }]);
      expect(await blocksOf(app, ip)).toHaveLength(1);

      await admin.post('unblock-ip', { ip, graceMinutes: 30 }).expect(200);
      await attack();
      expect(await blocksOf(app, ip)).toEqual([]);
      await app.database.query(`UPDATE offender SET grace_until = now() WHERE key = $1`, [ip]);
      await attack();
      expect(await blocksOf(app, ip)).toHaveLength(1);
    });
  });

  describe('POST unblock-ip/bulk', () => {
    it('§7 unblocks all addresses, and names those that were not blocked', async () => {
      const ips = times(20, (n) => `198.18.0.${n}`);
      for (const ip of ips) await admin.post('block-ip', { ip });
      const { body } = await admin
        .post('unblock-ip/bulk', { ips: [...ips, '198.18.1.1', ips[0]], reason: 'cleared' })
        .expect(200);
      expect(body.data).toEqual({ unblocked: 20, notBlocked: ['198.18.1.1'] });
      await waitFor(() => ips.every((ip) => !edge().isBlocked(ip)));
    });

    it('§5 requires at least one address', async () => {
      const { body } = await admin.post('unblock-ip/bulk', { ips: [] }).expect(400);
      expect(body.message).toBe('Please select at least one IP address.');
    });
  });

  describe('GET blocked-ips', () => {
    beforeEach(async () => {
      await app.database.query(
        `INSERT INTO blocked_ip (id, ip, block_type, reason, blocked_at, expires_at, lifted_at, in_force_at) VALUES
         ($1, '198.51.100.1', 'auto', 'a', now() - interval '4 hours', now() + interval '1 hour', NULL, now()),
         ($2, '198.51.100.2', 'temporary', 'b', now() - interval '3 hours', now() + interval '1 hour', NULL, NULL),
         ($3, '203.0.113.3', 'manual', 'c', now() - interval '2 hours', now() - interval '1 hour', NULL, now()),
         ($4, '203.0.113.4', 'manual', 'd', now() - interval '1 hour', NULL, now(), now()),
         ($5, '203.0.113.5', 'manual', 'e', now(), NULL, NULL, now())`,
        times(5, () => newId()),
      );
    });

    it.each([
      ['', ['203.0.113.5', '203.0.113.4', '203.0.113.3', '198.51.100.2', '198.51.100.1']],
      ['?status=active', ['203.0.113.5', '198.51.100.1']],
      ['?status=pending', ['198.51.100.2']],
      ['?status=expired', ['203.0.113.4', '203.0.113.3']],
      ['?blockType=manual&status=all', ['203.0.113.5', '203.0.113.4', '203.0.113.3']],
      ['?blockType=temporary', ['198.51.100.2']],
      ['?ip=198.51', ['198.51.100.2', '198.51.100.1']],
      ['?ip=%25', []],
    ])('§2 filters: "%s"', async (query, expected) => {
      expect((await list(query)).map(({ ip }) => ip)).toEqual(expected);
    });

    it('§2 counts the blocks in force by type, regardless of the filter', async () => {
      const { body } = await admin.get('blocked-ips?ip=nothing').expect(200);
      expect(body.stats).toEqual({ total: 3, auto: 1, manual: 1, temporary: 1 });
    });

    it('§9 pages by 15', async () => {
      await app.database.query('DELETE FROM blocked_ip');
      for (const ip of times(17, (n) => `198.18.2.${n}`)) await admin.post('block-ip', { ip });
      const { body } = await admin.get('blocked-ips').expect(200);
      expect(body.data).toHaveLength(15);
      expect(body.meta).toEqual({ page: 1, pageSize: 15, total: 17 });
      expect(await list('?page=2')).toHaveLength(2);
    });

    it.each(['status=odd', 'blockType=odd', 'page=0', 'pageSize=101'])('rejects %s', (query) =>
      admin.get(`blocked-ips?${query}`).expect(400),
    );

    it('§2 removes ended blocks from the list with Remove Expired, and keeps those in force', async () => {
      const { body } = await admin.delete('blocked-ips/expired').expect(200);
      expect(body.data).toEqual({ removed: 2 });
      expect((await list()).map(({ ip }) => ip)).toEqual([
        '203.0.113.5',
        '198.51.100.2',
        '198.51.100.1',
      ]);
      expect((await admin.get('blocked-ips')).body.meta.total).toBe(3);
    });
  });

  describe('enforcement', () => {
    it('§4 stops automatically when a block ends', async () => {
      await admin.post('block-ip', { ip: '203.0.113.14', duration: 1 });
      await waitFor(() => edge().isBlocked('203.0.113.14'));
      const [{ expires_at }] = await list();
      jest.spyOn(Date, 'now').mockReturnValue(Date.parse(expires_at!) + 1);
      try {
        expect(edge().isBlocked('203.0.113.14')).toBe(false);
      } finally {
        jest.restoreAllMocks();
      }
    });

    it('continues after a restart, even if NATS has lost its files', async () => {
      await admin.post('block-ip', { ip: '203.0.113.15' });
      await waitFor(() => edge().isBlocked('203.0.113.15'));
      const { env } = app.nats;
      const manager = await import('@nats-io/jetstream').then(({ jetstreamManager }) =>
        jetstreamManager(app.nats.connection),
      );
      await manager.streams.delete(`KV_blocked_ips_${env.NATS_NAMESPACE}`);
      const second = await secondReplica(app);
      try {
        await waitFor(() => second.get(EdgeState).isBlocked('203.0.113.15'));
      } finally {
        await second.close();
      }
    });
  });
});
