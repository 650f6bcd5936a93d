import { newId } from '@casement/common/data/database/new-id.js';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { InstallStepsService } from '../../src/install-steps/install-steps.service.js';
import { aRequest, installApp } from '../factories/install-app.js';

type App = Awaited<ReturnType<typeof installApp>>;

describe('POST /user/install/check', () => {
  let app: App;
  let userId: string;

  beforeAll(async () => {
    app = await installApp({ env: { INSTALL_OWN_ADDRESSES: '203.0.113.0/24' } });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    userId = newId();
    app.quota.left = 50;
    await app.get(Database).query('DELETE FROM install');
    await app.get(Database).query('DELETE FROM vps_check');
  });

  const CHECK = '/api/user/install/check';
  const aCheck = (over: Record<string, unknown> = {}) => ({
    ip: '8.8.3.1',
    passwd_vps: 'sesame-of-root',
    ...over,
  });
  const post = (body: object, by = userId) =>
    app.http
      .post(CHECK)
      .set(app.as({ userId: by }))
      .send(body);
  const rows = () => app.get(Database).query('SELECT * FROM vps_check');
  const end = (id: string, code: string | null, ago = 0) =>
    app.get(Database).query(
      `UPDATE vps_check SET status = $2, vps_password = NULL, token_hash = NULL, finished_at = $3,
         fingerprint = $4, state = jsonb_set(state, '{failure}', $5::jsonb)
       WHERE id = $1`,
      [
        id,
        code === null ? 'passed' : 'failed',
        new Date(Date.now() - ago),
        code === null ? 'SHA256:checked' : null,
        code === null ? 'null' : JSON.stringify({ code, message: 'm', cure: 'c' }),
      ],
    );

  it('answers 202 with an id, costs no quota and stores the root password sealed', async () => {
    const { body } = await post(aCheck({ win_ver: 'ws2022' })).expect(202);
    expect(body).toMatchObject({
      success: true,
      data: {
        ip: '8.8.3.1',
        win_ver: 'ws2022',
        win_name: 'Windows Server 2022',
        status: 'pending',
        findings: [],
        failure: null,
        finished_at: null,
      },
    });
    expect(app.quota.left).toBe(50);
    expect(JSON.stringify(await rows())).not.toContain('sesame');
    const seen = await app.http.get(`${CHECK}/${body.data.id}`).set(app.as({ userId })).expect(200);
    expect(seen.body.data.id).toBe(body.data.id);
    expect(JSON.stringify(seen.body)).not.toContain('sesame');
  });

  it('returns 404 for another user’s check', async () => {
    const { body } = await post(aCheck()).expect(202);
    const othersResponse = await app.http
      .get(`${CHECK}/${body.data.id}`)
      .set(app.as({ userId: newId() }))
      .expect(404);
    expect(othersResponse.body.code).toBe('NOT_FOUND');
    await app.http.get(`${CHECK}/${newId()}`).set(app.as({ userId })).expect(404);
    await app.http.get(`${CHECK}/no-id`).set(app.as({ userId })).expect(400);
  });

  it.each([
    ['§5 a missing address', { ip: '' }, 'IP address is required'],
    ['§5 text that is not an IPv4 address', { ip: '1.2.3' }, 'Invalid IPv4 address'],
    ['§5 a missing root password', { passwd_vps: '' }, 'VPS password is required'],
    ['an unknown version', { win_ver: 'ws1999' }, undefined],
    ['a private address', { ip: '10.0.0.1' }, undefined],
    ['one of our own addresses', { ip: '203.0.113.7' }, undefined],
  ])('rejects %s', async (_, over, message) => {
    const { body } = await post(aCheck(over)).expect(400);
    if (message) expect(body.message).toBe(message);
    expect(await rows()).toEqual([]);
  });

  it('refuses a second open check of the user or the address', async () => {
    await post(aCheck()).expect(202);
    expect((await post(aCheck({ ip: '8.8.3.2' })).expect(409)).body.code).toBe('CHECK_UNDER_WAY');
    await post(aCheck(), newId()).expect(409);
    await post(aCheck({ ip: '8.8.3.2' }), newId()).expect(202);
  });

  it('refuses an address with an unfinished install', async () => {
    const other = app.as({ userId: newId() });
    const install = aRequest({ ip: '8.8.3.1' });
    await app.http.post('/api/user/install').set(other).send(install).expect(200);
    expect((await post(aCheck()).expect(409)).body.code).toBe('INSTALL_IN_PROGRESS');
  });

  it('allows checks and installs of other VPSs that share the address', async () => {
    const other = app.as({ userId: newId() });
    const install = aRequest({ ip: '8.8.3.1' });
    await app.http.post('/api/user/install').set(other).send(install).expect(200);
    await post(aCheck({ ssh_port: 20_122 })).expect(202);
    await post(aCheck({ ssh_port: 20_222 }), newId()).expect(202);
    await post(aCheck({ ssh_port: 20_222 }), newId()).expect(409);
    expect((await post(aCheck({ ssh_port: 22 }), newId()).expect(409)).body.code).toBe(
      'INSTALL_IN_PROGRESS',
    );
  });

  it("accepts exactly one of a user's concurrent checks", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => (await post(aCheck({ ip: `8.8.3.${i}` }))).status),
    );
    expect(statuses.filter((status) => status === 202)).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
  });

  describe('wrong root passwords', () => {
    const HOUR = 3_600_000;
    const wrong = async (times: number, { by = userId, ago = 0 } = {}) => {
      for (let n = 0; n < times; n++) {
        const { body } = await post(aCheck(), by).expect(202);
        await end(body.data.id as string, 'SSH_AUTH_FAILED', ago);
      }
    };

    it("block a user's eleventh attempt within an hour, as check and as install", async () => {
      await wrong(10);
      const { body } = await post(aCheck({ ip: '8.8.3.9' })).expect(429);
      expect(body.message).toContain('Too many wrong VPS passwords');
      const install = aRequest({ ip: '8.8.3.9' });
      await app.http.post('/api/user/install').set(app.as({ userId })).send(install).expect(429);
      expect(app.quota.left).toBe(50);
      expect(await rows()).toHaveLength(10);
    });

    it('block an address at which many users have guessed', async () => {
      for (let n = 0; n < 4; n++) await wrong(5, { by: newId() });
      await post(aCheck()).expect(429);
      await post(aCheck({ ip: '8.8.3.2' })).expect(202);
    });

    it('are forgotten after an hour', async () => {
      await wrong(10, { ago: HOUR + 60_000 });
      await post(aCheck()).expect(202);
    });
  });

  it("refuses a user's thirty-first check within an hour", async () => {
    for (let n = 0; n < 30; n++) {
      const { body } = await post(aCheck()).expect(202);
      await end(body.data.id as string, null);
    }
    expect((await post(aCheck()).expect(429)).body.message).toContain('Too many checks');
  });

  it.each([
    // One machine with many accounts, and many machines that target one VPS.
    [
      'of one client across all its accounts',
      60,
      (n: number) => ({ ip: `8.8.${20 + (n % 60)}.1` }),
    ],
    ['on one VPS across all clients', 30, (n: number) => ({ ip: '8.8.19.1', from: `9.9.9.${n}` })],
  ])('enforces the hourly limit %s', async (_, most, of) => {
    await app.get(Database).query('DELETE FROM vps_check');
    const ask = (n: number) => {
      const { ip, from = '9.9.8.1' } = of(n) as { ip: string; from?: string };
      return app.http
        .post('/api/user/install/check')
        .set(app.as({ userId: newId() }))
        .set('x-real-ip', from)
        .send(aCheck({ ip }));
    };
    for (let n = 0; n < most; n += 1) {
      const { body } = await ask(n).expect(202);
      await end(body.data.id as string, null);
    }
    expect((await ask(most).expect(429)).body.message).toContain('Too many checks');
  });

  it('pins the host key of a VPS that passed for one following install', async () => {
    const { body } = await post(aCheck()).expect(202);
    await end(body.data.id as string, null);
    const install = async () => {
      const answer = await app.http
        .post('/api/user/install')
        .set(app.as({ userId }))
        .send(aRequest({ ip: '8.8.3.1' }))
        .expect(200);
      const [row] = await app
        .get(Database)
        .query<{ key: string | null }>(
          `SELECT engine_state->>'fingerprint' AS key FROM install WHERE id = $1`,
          [answer.body.data.id],
        );
      await app.get(Database).query('DELETE FROM install');
      return row.key;
    };
    expect(await install()).toBe('SHA256:checked');
    expect(await install()).toBeNull();
  });

  describe('with reuse', () => {
    const MINUTE = 60_000;
    const again = async (over: Record<string, unknown> = {}, by = userId) =>
      (await post(aCheck({ win_ver: 'ws2022', reuse: true, ...over }), by)).body.data?.id as string;
    const passed = async (ago: number) => {
      const id = await again();
      await end(id, null, ago);
      return id;
    };

    it('returns a check that passed within the last 10 minutes', async () => {
      const id = await passed(9 * MINUTE);
      const { body } = await post(aCheck({ win_ver: 'ws2022', reuse: true })).expect(202);
      expect(body.data).toMatchObject({ id, status: 'passed' });
      expect(await rows()).toHaveLength(1);
    });

    it('returns a check in progress', async () => {
      const id = await again();
      expect(await again()).toBe(id);
    });

    it('checks again after 10 minutes', async () => {
      const id = await passed(11 * MINUTE);
      expect(await again()).not.toBe(id);
    });

    it('checks again for another port or user name', async () => {
      const id = await again();
      await end(id, null);
      const other = await again({ ssh_port: 2222 });
      expect(other).not.toBe(id);
      await end(other, null);
      expect(await again({ ssh_port: 2222 })).toBe(other);
      expect(await again({ ssh_port: 2222, ssh_user: 'ubuntu' })).not.toBe(other);
    });

    it('starts a new check for other network settings', async () => {
      const id = await passed(0);
      const network = { dns: ['9.9.9.9'], ipv6: false };
      const other = await again({ network });
      expect(other).not.toBe(id);
      await end(other, null);
      expect(await again({ network })).toBe(other);
      expect(await again()).not.toBe(other);
    });

    it('checks again for another version and without reuse', async () => {
      const id = await passed(0);
      const other = await again({ win_ver: undefined });
      expect(other).not.toBe(id);
      await end(other, null);
      expect(await again({ reuse: false })).not.toBe(id);
    });

    it('checks again if the latest check did not pass', async () => {
      const id = await passed(0);
      const later = (await post(aCheck({ win_ver: 'ws2022' }))).body.data.id as string;
      await end(later, 'SSH_LOST');
      expect([id, later]).not.toContain(await again());
    });

    it('checks again after an install was started', async () => {
      const id = await passed(0);
      const install = aRequest({ ip: '8.8.3.1' });
      await app.http.post('/api/user/install').set(app.as({ userId })).send(install).expect(200);
      await app.get(Database).query('DELETE FROM install');
      expect(await again()).not.toBe(id);
    });

    it('does not return another user’s check', async () => {
      const id = await passed(0);
      expect(await again({}, newId())).not.toBe(id);
    });

    it('rejects a value of `reuse` other than true and false', async () => {
      const { body } = await post(aCheck({ reuse: 'yes' })).expect(400);
      expect(body.message).toBe('Reuse must be true or false');
    });
  });

  describe('install overhead estimate', () => {
    const usual = () => app.get(InstallStepsService).medianOverhead();
    const completed = async (tookSeconds: number, expectedSeconds: number) => {
      const row = aRequest({ ip: `8.8.4.${(count += 1)}` });
      const { body } = await app.http
        .post('/api/user/install')
        .set(app.as({ userId }))
        .send(row)
        .expect(200);
      const id = body.data.id as string;
      const db = app.get(Database);
      await db.query(
        `UPDATE install SET status = 'completed', vps_password = NULL,
           engine_state = jsonb_set(engine_state, '{expectedSeconds}', $2::jsonb) WHERE id = $1`,
        [id, String(expectedSeconds)],
      );
      const startedAt = new Date();
      const step = (name: string, from: number, to: number) =>
        db.query(
          `INSERT INTO install_step (id, install_id, name, phase, entered_at, worker, started_at, finished_at, outcome)
           VALUES ($1, $2, $3, 'checking', now(), 'w', $6::timestamptz + make_interval(secs => $4),
             $6::timestamptz + make_interval(secs => $5), 'done')`,
          [newId(), id, name, from, to, startedAt],
        );
      await step('connect', 0, 1);
      await step('verify', tookSeconds - 5, tookSeconds);
    };
    let count = 0;

    it('is the median of the latest installs and unknown while there are few', async () => {
      for (const took of [400, 500, 600, 4000]) await completed(took, 100);
      expect(await usual()).toBeNull();
      await completed(700, 100);
      expect(await usual()).toBeCloseTo(500);
    });
  });

  it('erases findings after a day', async () => {
    const { body } = await post(aCheck()).expect(202);
    const jobs = app.get(Jobs);
    await jobs.runNow('vps-checks.erase');
    expect(await rows()).toHaveLength(1);
    await app
      .get(Database)
      .query(`UPDATE vps_check SET created_at = now() - interval '24 hours 1 minute'`);
    await jobs.runNow('vps-checks.erase');
    expect(await rows()).toEqual([]);
    await app.http.get(`${CHECK}/${body.data.id}`).set(app.as({ userId })).expect(404);
  });

  it('requires a sign-in', async () => {
    await app.http.post(CHECK).send(aCheck()).expect(401);
    await app.http.get(`${CHECK}/${newId()}`).expect(401);
  });
});
