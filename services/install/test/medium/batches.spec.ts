import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { batchRoutes } from '@casement/proto/http/install/batches/batches.routes.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { pathOf } from '@casement/proto/http/route.js';
import { DeletedUsersService } from '../../src/deleted-users/deleted-users.service.js';
import { InstallReservations } from '../../src/installs/install-reservations.service.js';
import { aRow, BatchDriver } from '../factories/batch-driver.js';
import { installApp } from '../factories/install-app.js';
import { limitStatements } from '../factories/limit-statements.js';

type App = Awaited<ReturnType<typeof installApp>>;

describe('batches of machines', () => {
  let app: App;
  let user: BatchDriver;

  beforeAll(async () => {
    app = await installApp({ env: { INSTALL_PROOF_NETWORKS: '198.51.100.0/24' } });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    user = new BatchDriver(app, newId());
    app.quota.left = 10;
    app.quota.held.clear();
    app.quota.loseAnswers = false;
    await app.get(Database).query('DELETE FROM install');
    await app.get(Database).query('DELETE FROM vps_check');
    await app.get(Database).query('DELETE FROM install_batch');
  });

  const stored = async () =>
    JSON.stringify(await app.get(Database).query('SELECT * FROM install_batch_row'));

  describe('POST /user/batches', () => {
    it("§5 refuses invalid rows with the form's errors and accepts the others", async () => {
      const batch = await user.create({
        rows: [
          aRow(1),
          aRow(2, { ip: 'none' }),
          aRow(1),
          aRow(4, { ip: '10.0.0.9' }),
          aRow(5, { win_ver: 'ws1999' }),
          aRow(6, { passwd_rdp: '#abc' }),
        ],
      });
      expect(batch).toMatchObject({ status: 'checking', size: 6, cost: 0, limit: null });
      expect(
        batch.rows.map(({ status, field, failure }) => [status, field, failure?.code]),
      ).toEqual([
        ['checking', null, undefined],
        ['refused', 'ip', 'VPS_ADDRESS_INVALID'],
        ['refused', 'ip', 'BATCH_DUPLICATE'],
        ['refused', 'ip', 'ADDRESS_REFUSED'],
        ['refused', 'win_ver', 'WINDOWS_VERSION_UNKNOWN'],
        ['refused', 'passwd_rdp', 'RDP_PASSWORD_HASH'],
      ]);
      expect(app.quota.held.size).toBe(0);
    });

    it('refuses the 2,001st machine of a user in 24 hours, also after batches that have ended', async () => {
      const rows = Array.from({ length: 200 }, (_, n) => aRow(n, { ip: 'none' }));
      for (let n = 0; n < 10; n++) {
        const { id } = await user.create({ rows });
        await user.poll(id);
      }
      const refused = await user.post('', { rows: [aRow(1)] }).expect(429);
      expect(refused.body).toMatchObject({ code: 'RATE_LIMITED' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      await new BatchDriver(app, newId()).create({ rows: [aRow(1)] });
    });

    it('stores 100 characters of a value that is refused', async () => {
      const long = 'x'.repeat(1_024);
      const batch = await user.create({
        rows: [aRow(1, { ip: long, win_ver: long, ssh_user: long })],
      });
      expect(batch.rows).toMatchObject([{ status: 'refused', ip: long.slice(0, 100) }]);
      expect((await stored()).length).toBeLessThan(2_000);
    });

    it('deletes batches 30 days after their end, with their rows', async () => {
      const [old, storedRows] = [
        await user.create({ rows: [aRow(1, { ip: 'none' })] }),
        await user.create({ rows: [aRow(2, { ip: 'none' })] }),
      ];
      await user.poll(old.id);
      await user.poll(storedRows.id);
      await app
        .get(Database)
        .query(`UPDATE install_batch SET finished_at = now() - interval '31 days' WHERE id = $1`, [
          old.id,
        ]);
      await app.get(Jobs).runNow('batches.prune');
      const left = await app
        .get(Database)
        .query('SELECT DISTINCT batch_id AS id FROM install_batch_row');
      expect(left).toEqual([{ id: storedRows.id }]);
    });

    it('passes the Windows options to the installs, with the password only sealed', async () => {
      const windows_options = {
        time_zone: 'Asia/Jakarta',
        account_name: 'budi',
        account_password: 'Sesame-123',
        product_key: 'BCDFG-HJKMP-QRTVW-XY346-789BC',
        script: 'Set-Content C:\\setup.txt Sesame-Of-Script',
        dns: ['9.9.9.9'],
      };
      const { id } = await user.create({ rows: [aRow(1), aRow(2)], windows_options });
      expect(await stored()).not.toMatch(/Sesame|BCDFG/);
      await user.check(id);
      await user.post(`/${id}/start`, { limit: 2 }).expect(200);
      await user.poll(id);
      const installs = await app.get(Database).query('SELECT * FROM install');
      const checks = await app.get(Database).query('SELECT state FROM vps_check');
      const network = { networkOptions: { dns: ['9.9.9.9'] } };
      expect(checks).toMatchObject([{ state: network }, { state: network }]);
      const expected = {
        time_zone: 'Asia/Jakarta',
        account_name: 'budi',
        account_group: 'users',
        dns: ['9.9.9.9'],
      };
      expect(installs.map((row) => row['windows_options'])).toEqual([expected, expected]);
      expect(installs.every((row) => typeof row['account_password'] === 'string')).toBe(true);
      expect(installs.every((row) => typeof row['product_key'] === 'string')).toBe(true);
      expect(installs.every((row) => typeof row['script_sealed'] === 'string')).toBe(true);
      expect(JSON.stringify(installs)).not.toMatch(/Sesame|BCDFG/);
    });

    it('refuses the rows whose image lacks the display language', async () => {
      const windows_options = { display_language: 'de-DE' };
      const { rows } = await user.create({ rows: [aRow(1)], windows_options });
      expect(rows).toMatchObject([
        {
          status: 'refused',
          field: 'windows_options.display_language',
          failure: { code: 'WINDOWS_LANGUAGE_MISSING' },
        },
      ]);
    });

    it('refuses the rows whose version has no recovery system to keep', async () => {
      const setGuard = (on: boolean) =>
        app.database.query('UPDATE windows_version SET boot_guard = $1', [on]);
      await setGuard(false);
      const windows_options = { keep_recovery: true };
      const { rows } = await user.create({ rows: [aRow(1)], windows_options });
      await setGuard(true);
      expect(rows).toMatchObject([
        {
          status: 'refused',
          field: 'windows_options.keep_recovery',
          failure: { code: 'WINDOWS_KEEP_RECOVERY' },
        },
      ]);
    });

    it('stores passwords sealed, and none of a refused row', async () => {
      const batch = await user.create({ rows: [aRow(1), aRow(2, { ip: 'none' })] });
      expect(await stored()).not.toContain('sesame');
      expect(JSON.stringify(batch)).not.toContain('sesame');
      expect(batch.rows.map(({ credentials_until }) => credentials_until !== null)).toEqual([
        true,
        false,
      ]);
    });

    it.each([
      ['no machine', { rows: [] }, 'BATCH_ROWS'],
      ['201 machines', { rows: Array.from({ length: 201 }, (_, n) => aRow(n)) }, 'BATCH_ROWS'],
      ['an overlong cell', { rows: [aRow(1, { passwd_vps: 'x'.repeat(1025) })] }, 'BATCH_CELL'],
      ['a NUL', { rows: [aRow(1, { ip: '8.8.8.8\u0000' })] }, 'BATCH_CELL'],
      [
        'a computer name',
        { rows: [aRow(1)], windows_options: { computer_name: 'web' } },
        'BATCH_COMPUTER_NAME',
      ],
      [
        'an address',
        {
          rows: [aRow(1)],
          windows_options: { address: '203.0.113.10/24', gateway: '203.0.113.1' },
        },
        'BATCH_ADDRESS',
      ],
      ['an invalid key', { rows: [aRow(1)], ssh_key: 'my key' }, 'SSH_KEY_UNREADABLE'],
    ])('rejects %s', async (_, body, code) => {
      const answer = await user.post('', body).expect(400);
      expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ code }] });
    });

    it('accepts 200 rows of maximum length', async () => {
      const long = { passwd_vps: 'p'.repeat(128), passwd_rdp: 'r'.repeat(127) };
      const rows = Array.from({ length: 200 }, (_, n) => aRow(n, long));
      expect((await user.create({ rows })).size).toBe(200);
    });

    it('creates one batch for repeated requests with an Idempotency-Key', async () => {
      const key = newId();
      const send = () => user.post('', { rows: [aRow(1)] }).set('Idempotency-Key', key);
      const first = await send().expect(202);
      expect((await send().expect(202)).body).toEqual(first.body);
      const storedRows = await app.get(Database).query('SELECT * FROM install_batch');
      expect(storedRows).toHaveLength(1);
      expect(
        JSON.stringify(await app.get(Database).query('SELECT * FROM idempotency_key')),
      ).not.toContain('sesame');
    });

    it('refuses a sixth open batch', async () => {
      for (let n = 0; n < 5; n += 1) await user.create({ rows: [aRow(n)] });
      const answer = await user.post('', { rows: [aRow(9)] }).expect(409);
      expect(answer.body).toMatchObject({ code: 'TOO_MANY_BATCHES' });
    });
  });

  it('returns 404 to another user on every route', async () => {
    const { id } = await user.create({ rows: [aRow(1)] });
    const other = app.as({ userId: newId() });
    for (const [name, { method, path }] of Object.entries(batchRoutes)) {
      if (!path.includes('{id}')) continue;
      const url = `/api${pathOf({ path }, { id, row: 1 })}`;
      const call = method === 'GET' ? app.http.get(url) : app.http.post(url).send({});
      expect([name, (await call.set(other)).status]).toEqual([name, 404]);
    }
    const ownResponse = await app.http.get(user.path).set(other).expect(200);
    expect(ownResponse.body.data).toEqual([]);
  });

  it('checks all machines, returns the cost and starts no install', async () => {
    const { id } = await user.create({ rows: [aRow(1), aRow(2), aRow(3)] });
    const checked = await user.check(id, (ip) =>
      ip === aRow(2).ip ? 'SSH_AUTH_FAILED' : 'passed',
    );
    expect(checked).toMatchObject({ status: 'ready', cost: 2 });
    expect(checked.rows).toMatchObject([
      { status: 'ready', install_seconds: 600 },
      { status: 'unfit', failure: { code: 'SSH_AUTH_FAILED' }, credentials_until: null },
      { status: 'ready' },
    ]);
    await user.poll(id);
    expect(app.quota.held.size).toBe(0);
    const [check] = checked.rows;
    await app.http
      .get(`/api/user/install/check/${check?.check_id}`)
      .set(app.as({ userId: user.userId }))
      .expect(200);
  });

  it('runs a few checks at a time and keeps "Check my VPS" available', async () => {
    const { id } = await user.create({ rows: Array.from({ length: 20 }, (_, n) => aRow(n)) });
    await user.poll(id);
    const open = await app.get(Database).query(`SELECT 1 FROM vps_check WHERE status = 'pending'`);
    expect(open).toHaveLength(16);
    await app.http
      .post('/api/user/install/check')
      .set(app.as({ userId: user.userId }))
      .send({ ip: '8.8.99.1', passwd_vps: 'x', win_ver: 'ws2022' })
      .expect(202);
  });

  describe('row with a temporarily refused address', () => {
    /** Starts another user's check of this address. */
    const checkElsewhere = async (ip: string) => {
      const other = new BatchDriver(app, newId());
      await app.http
        .post('/api/user/install/check')
        .set(app.as({ userId: other.userId }))
        .send({ ip, passwd_vps: 'x' })
        .expect(202);
      return other;
    };
    /** Uses up the hourly limit of wrong passwords for this address, each by a different user. */
    const guessElsewhere = async (ip: string) => {
      await (await checkElsewhere(ip)).endChecks(() => 'SSH_AUTH_FAILED');
      await app.get(Database).query(
        `INSERT INTO vps_check SELECT (jsonb_populate_record(vps_check,
             jsonb_build_object('id', gen_random_uuid(), 'user_id', gen_random_uuid()))).*
           FROM vps_check, generate_series(1, 20) WHERE ip = $1`,
        [ip],
      );
    };

    it.each([
      ['CHECK_UNDER_WAY', checkElsewhere],
      ['RATE_LIMITED', guessElsewhere],
    ])('does not hold back later rows while it waits: %s', async (code, refuse) => {
      const { id } = await user.create({ rows: [aRow(1), aRow(2)] });
      await app
        .get(Database)
        .query(`UPDATE install_batch_row SET failure = '{"code": "UNAVAILABLE"}'`);
      await refuse(aRow(1).ip);
      await user.poll(id);
      const [first, second] = (await user.get(id)).rows;
      expect(first).toMatchObject({ check_id: null, failure: { code } });
      expect(second).toMatchObject({ check_id: expect.any(String), failure: null });
    });
  });

  describe('starting a batch', () => {
    const started = async (count: number, limit = 2) => {
      const rows = Array.from({ length: count }, (_, n) => aRow(n));
      const { id } = await user.create({ rows });
      await user.check(id);
      await user.post(`/${id}/start`, { limit }).expect(200);
      await user.poll(id);
      return id;
    };

    it('is refused while machines are being checked', async () => {
      const { id } = await user.create({ rows: [aRow(1)] });
      const answer = await user.post(`/${id}/start`).expect(409);
      expect(answer.body).toMatchObject({ code: 'BATCH_STATE' });
    });

    it('§9 holds one quota per machine and installs up to the limit at a time, in order', async () => {
      const id = await started(5);
      expect(await user.statuses(id)).toEqual(['starting', 'starting', 'ready', 'ready', 'ready']);
      expect(app.quota.held.size).toBe(2);
      await user.poll(id);
      expect((await user.statuses(id)).slice(0, 3)).toEqual(['installing', 'installing', 'ready']);
      await user.endInstalls();
      await user.poll(id);
      expect((await user.statuses(id)).slice(1, 3)).toEqual(['completed', 'starting']);
      expect(app.quota.held.size).toBe(4);
    });

    it("erases a row's passwords after its install starts and tracks the install to its end", async () => {
      const id = await started(2);
      await user.poll(id);
      const storedRows = await app.get(Database).query('SELECT credentials FROM install_batch_row');
      expect(storedRows).toEqual([{ credentials: null }, { credentials: null }]);
      await user.endInstalls((ip) => (ip === aRow(0).ip ? 'failed' : 'completed'));
      await user.poll(id);
      const batch = await user.get(id);
      expect(batch).toMatchObject({ status: 'ended', finished_at: expect.any(String) });
      expect(batch.rows).toMatchObject([
        { status: 'failed', quota: 'returned', failure: { code: 'DISK_TOO_SMALL' } },
        { status: 'completed', quota: 'spent', failure: null },
      ]);
    });

    it('starts no install while paused and continues after resuming', async () => {
      const id = await started(4);
      await user.post(`/${id}/pause`).expect(200);
      await user.post(`/${id}/pause`).expect(200);
      await user.endInstalls();
      await user.poll(id);
      await user.poll(id);
      expect(await user.statuses(id)).toEqual(['completed', 'completed', 'ready', 'ready']);
      await user.post(`/${id}/resume`).expect(200);
      await user.poll(id);
      expect(app.quota.held.size).toBe(4);
    });

    it('pauses the running batches of a suspended user, whose rows start after resuming', async () => {
      const id = await started(4);
      const other = new BatchDriver(app, newId());
      const others = await other.create({ rows: [aRow(9), aRow(10)] });
      await other.check(others.id);
      await other.post(`/${others.id}/start`, { limit: 1 }).expect(200);
      const event = { id: newId() };
      await app.nats.publish('auth.user.suspended.v1', { userId: user.userId }, event);
      const paused = { status: 'paused', pause_reason: 'account_suspended' };
      await waitFor(async () => (await user.get(id)).status === 'paused');
      expect(await user.get(id)).toMatchObject(paused);
      expect(await other.get(others.id)).toMatchObject({ status: 'running', pause_reason: null });
      await user.endInstalls();
      await user.poll(id);
      await user.poll(id);
      expect(await user.statuses(id)).toEqual(['completed', 'completed', 'ready', 'ready']);
      await user.post(`/${id}/resume`).expect(200);
      // A redelivery, followed by an event that shows that it has been handled.
      await app.nats.publish('auth.user.suspended.v1', { userId: user.userId }, event);
      await app.nats.publish('auth.user.suspended.v1', { userId: other.userId });
      await waitFor(async () => (await other.get(others.id)).status === 'paused');
      expect(await user.get(id)).toMatchObject({ status: 'running', pause_reason: null });
      await user.poll(id);
      expect(await user.statuses(id)).toEqual(['completed', 'completed', 'starting', 'starting']);
    });

    it('starts no further row when its user is suspended while a row is being started', async () => {
      const { id } = await user.create({ rows: [aRow(0), aRow(1), aRow(2)] });
      await user.check(id);
      await user.post(`/${id}/start`, { limit: 3 }).expect(200);
      const hold = jest.spyOn(app.quota, 'hold').mockImplementationOnce(async (installId) => {
        hold.mockRestore();
        await app.nats.publish('auth.user.suspended.v1', { userId: user.userId });
        await waitFor(async () => (await user.get(id)).status === 'paused');
        return app.quota.hold(installId);
      });
      await user.poll(id);
      await user.poll(id);
      expect(await user.statuses(id)).toEqual(['installing', 'ready', 'ready']);
      expect(app.quota.held.size).toBe(1);
    });

    it('cancels waiting rows, erases their passwords and lets running installs continue', async () => {
      const id = await started(4);
      await user.post(`/${id}/cancel`).expect(200);
      await user.post(`/${id}/cancel`).expect(200);
      await user.poll(id);
      const batch = await user.get(id);
      expect(batch.rows.map(({ status }) => status)).toEqual([
        'installing',
        'installing',
        'cancelled',
        'cancelled',
      ]);
      expect(batch.rows.map(({ credentials_until }) => credentials_until)).toEqual([
        null,
        null,
        null,
        null,
      ]);
      expect(app.quota.held.size).toBe(2);
      await user.endInstalls();
      await user.poll(id);
      expect(await user.get(id)).toMatchObject({
        status: 'cancelled',
        finished_at: expect.any(String),
      });
      await user.post(`/${id}/rows/3/retry`).expect(409);
    });

    it('cancels a row before its install starts, and its install before the commit', async () => {
      const id = await started(3);
      await user.poll(id);
      await user.post(`/${id}/rows/3/cancel`).expect(200);
      await user.post(`/${id}/rows/1/cancel`).expect(200);
      await user.poll(id);
      expect((await user.get(id)).rows).toMatchObject([
        { status: 'failed', failure: { code: 'CANCELLED' } },
        { status: 'installing' },
        { status: 'cancelled', quota: 'none' },
      ]);
      await user.post(`/${id}/rows/9/cancel`).expect(404);
    });

    it('ends rows without quota and installs them when retried with quota', async () => {
      app.quota.left = 1;
      const id = await started(3, 10);
      await user.poll(id);
      expect(await user.get(id)).toMatchObject({
        rows: [
          { status: 'installing' },
          { status: 'no_quota', failure: { code: 'BATCH_NO_QUOTA' }, quota: 'none' },
          { status: 'no_quota' },
        ],
      });
      app.quota.left = 1;
      await user.post(`/${id}/rows/2/retry`).expect(200);
      await user.check(id);
      await user.poll(id);
      expect(await user.statuses(id)).toEqual(['installing', 'installing', 'no_quota']);
      expect(app.quota.left).toBe(0);
    });

    it('settles a row whose hold got no response and finally holds one quota', async () => {
      app.quota.loseAnswers = true;
      const id = await started(1);
      expect(await user.statuses(id)).toEqual(['starting']);
      await user.poll(id);
      expect(await user.statuses(id)).toEqual(['starting']);
      app.quota.loseAnswers = false;
      await app.get(InstallReservations).sweep(new Date(Date.now() + 61_000));
      await user.poll(id);
      await user.poll(id);
      expect(await user.statuses(id)).toEqual(['installing']);
      expect(app.quota.held.size).toBe(1);
      expect(app.quota.left).toBe(9);
    });

    it('reports why an address occupied in the meantime was not installed', async () => {
      const { id } = await user.create({ rows: [aRow(1), aRow(2)] });
      await user.check(id);
      await app.http
        .post('/api/user/install')
        .set(app.as({ userId: newId() }))
        .send(aRow(1))
        .expect(200);
      await user.post(`/${id}/start`).expect(200);
      await user.poll(id);
      await user.poll(id);
      expect((await user.get(id)).rows).toMatchObject([
        { status: 'failed', failure: { code: 'INSTALL_IN_PROGRESS' }, quota: 'none' },
        { status: 'installing' },
      ]);
    });
  });

  describe('POST /user/batches/{id}/rows/{row}/retry', () => {
    it('requires a replacement for the wrong password and keeps the other password', async () => {
      const { id } = await user.create({ rows: [aRow(1)] });
      await user.check(id, () => 'SSH_AUTH_FAILED');
      expect(await user.get(id)).toMatchObject({ status: 'ended', cost: 0 });
      const answer = await user.post(`/${id}/rows/1/retry`).expect(400);
      expect(answer.body).toMatchObject({ details: [{ path: 'passwd_vps' }] });
      const short = { passwd_vps: 'right', passwd_rdp: 'abc' };
      const refused = await user.post(`/${id}/rows/1/retry`, short).expect(400);
      expect(refused.body).toMatchObject({ details: [{ code: 'RDP_PASSWORD_TOO_SHORT' }] });
      const both = { passwd_vps: 'right', passwd_rdp: 'Secret-1!' };
      await user.post(`/${id}/rows/1/retry`, both).expect(200);
      expect(await user.check(id)).toMatchObject({ status: 'ready', cost: 1 });
    });

    it('requires no passwords while they are still stored', async () => {
      const { id } = await user.create({ rows: [aRow(1)] });
      await user.check(id, () => 'SSH_TIMEOUT');
      expect((await user.get(id)).rows[0]).toMatchObject({
        status: 'unfit',
        credentials_until: expect.any(String),
      });
      await user.post(`/${id}/rows/1/retry`).expect(200);
      expect(await user.check(id)).toMatchObject({ status: 'ready' });
      await user.post(`/${id}/rows/1/retry`).expect(409);
    });
  });

  describe('Windows settings of a retried row', () => {
    const db = () => app.get(Database);
    const PASSWORDS = { passwd_vps: 'right', passwd_rdp: 'Secret-1!' };
    const choices = {
      time_zone: 'Asia/Jakarta',
      networks: ['203.0.113.0/24'],
      keep_recovery: true,
    };
    const account = { account_name: 'budi' };
    const windows_options = {
      ...choices,
      ...account,
      account_password: 'Sesame-123',
      product_key: 'BCDFG-HJKMP-QRTVW-XY346-789BC',
      script: 'Set-Content C:\\setup.txt Sesame-Of-Script',
    };
    /** Retries row 1 with new passwords and returns its install. */
    const installed = async (id: string) => {
      await user.post(`/${id}/rows/1/retry`, PASSWORDS).expect(200);
      await user.check(id);
      await user.post(`/${id}/start`);
      await user.poll(id);
      await user.poll(id);
      const { install_id } = (await user.get(id)).rows[0];
      const [install] = await db().query<Record<string, unknown>>(
        'SELECT * FROM install WHERE id = $1',
        [install_id],
      );
      return install;
    };
    const expectAll = (install: Record<string, unknown>) => {
      expect(install).toMatchObject({
        windows_options: { ...choices, ...account, account_group: 'users' },
        account_password: expect.any(String),
        product_key: expect.any(String),
        script_sealed: expect.any(String),
      });
    };
    const created = () => user.create({ rows: [aRow(1)], windows_options });
    const failed = async (id: string) => {
      await user.check(id);
      await user.post(`/${id}/start`).expect(200);
      await user.poll(id);
      await user.poll(id);
      await user.endInstalls(() => 'failed');
      await user.poll(id);
      expect(await user.statuses(id)).toEqual(['failed']);
    };
    /** Makes the batch and its passwords 25 hours older and runs the job that erases secrets. */
    const age = async () => {
      await db().query(
        `UPDATE install_batch_row SET credentials_until = credentials_until - interval '25 hours'`,
      );
      await db().query(`UPDATE install_batch SET created_at = created_at - interval '25 hours'`);
      await app.get(Jobs).runNow('batches.erase');
    };
    const secrets = () => db().query('SELECT secret_options IS NULL AS erased FROM install_batch');

    it('stay after a wrong VPS password', async () => {
      const { id } = await created();
      await user.check(id, () => 'SSH_AUTH_FAILED');
      expect((await user.get(id)).rows).toMatchObject([{ status: 'unfit', missing_options: [] }]);
      expectAll(await installed(id));
    });

    it('stay after a failed install', async () => {
      const { id } = await created();
      await failed(id);
      expect((await user.get(id)).rows).toMatchObject([{ missing_options: [] }]);
      expectAll(await installed(id));
    });

    it('stay after 24 hours except for the secrets, which the row names', async () => {
      const { id } = await created();
      await user.check(id);
      await age();
      expect(await secrets()).toEqual([{ erased: true }]);
      const missing_options = ['account_password', 'product_key', 'script'];
      expect((await user.get(id)).rows).toMatchObject([{ status: 'expired', missing_options }]);
      const retried = await user.post(`/${id}/rows/1/retry`, PASSWORDS).expect(200);
      expect(retried.body.data.rows).toMatchObject([{ status: 'checking', missing_options }]);
      await user.check(id, () => 'SSH_TIMEOUT');
      expect((await user.get(id)).rows).toMatchObject([{ status: 'unfit', missing_options }]);
      const install = await installed(id);
      expect(install['windows_options']).toEqual({ ...choices, account_group: 'users' });
      expect(install).toMatchObject({
        account_password: null,
        product_key: null,
        script_sealed: null,
      });
    });

    it('keep their secrets as long as a row has passwords', async () => {
      const { id } = await created();
      await user.check(id, () => 'SSH_TIMEOUT');
      await db().query(`UPDATE install_batch SET created_at = created_at - interval '25 hours'`);
      await app.get(Jobs).runNow('batches.erase');
      expect(await secrets()).toEqual([{ erased: false }]);
      expectAll(await installed(id));
    });

    it('lose their secrets when every machine has Windows', async () => {
      const { id } = await created();
      await user.check(id);
      await user.post(`/${id}/start`).expect(200);
      await user.poll(id);
      await user.endInstalls();
      await user.poll(id);
      expect(await user.get(id)).toMatchObject({ status: 'ended', counts: { completed: 1 } });
      expect(await secrets()).toEqual([{ erased: true }]);
      expect((await user.get(id)).rows).toMatchObject([{ missing_options: [] }]);
    });

    it('lose their secrets when the batch is cancelled', async () => {
      const { id } = await created();
      await user.post(`/${id}/cancel`).expect(200);
      expect(await secrets()).toEqual([{ erased: true }]);
    });

    it('are not guessed for a batch of an older version', async () => {
      const { id } = await created();
      await user.check(id, () => 'SSH_AUTH_FAILED');
      await db().query('UPDATE install_batch SET windows_options = NULL, secret_options = NULL');
      const refused = await user.post(`/${id}/rows/1/retry`, PASSWORDS).expect(409);
      expect(refused.body).toMatchObject({ code: 'BATCH_STATE' });
      expect(refused.body.message).toContain('Windows settings');
    });
  });

  describe('POST /user/batches/{id}/retry', () => {
    it('retries only rows whose passwords are stored', async () => {
      const rows = [aRow(1), aRow(2), aRow(3), aRow(4, { ip: 'none' })];
      const { id } = await user.create({ rows });
      const wrong = { [aRow(1).ip]: 'SSH_AUTH_FAILED', [aRow(2).ip]: 'SSH_TIMEOUT' } as const;
      await user.check(id, (ip) => wrong[ip] ?? 'passed');
      expect(await user.statuses(id)).toEqual(['unfit', 'unfit', 'ready', 'refused']);
      await user.post(`/${id}/retry`).expect(200);
      expect(await user.statuses(id)).toEqual(['unfit', 'checking', 'ready', 'refused']);
      expect(await user.check(id)).toMatchObject({ status: 'ready', cost: 2 });
    });

    it('§9 installs rows of a started batch that lacked quota, one quota each', async () => {
      app.quota.left = 1;
      const { id } = await user.create({ rows: [aRow(1), aRow(2), aRow(3)] });
      await user.check(id);
      await user.post(`/${id}/start`).expect(200);
      await user.poll(id);
      await user.poll(id);
      expect(await user.statuses(id)).toEqual(['installing', 'no_quota', 'no_quota']);
      app.quota.left = 5;
      await user.post(`/${id}/retry`).expect(200);
      await user.check(id);
      await user.poll(id);
      expect(await user.statuses(id)).toEqual(['installing', 'installing', 'installing']);
      expect(app.quota.left).toBe(3);
    });

    it('is refused if no row can be retried or the batch was cancelled', async () => {
      const { id } = await user.create({ rows: [aRow(1), aRow(2)] });
      const none = await user.post(`/${id}/retry`).expect(409);
      expect(none.body).toMatchObject({ code: 'BATCH_STATE' });
      await user.check(id, () => 'SSH_TIMEOUT');
      expect((await user.get(id)).status).toBe('ended');
    });
  });

  it('erases passwords after 24 hours and shows this in the row', async () => {
    const { id } = await user.create({ rows: [aRow(1), aRow(2)] });
    await user.check(id, (ip) => (ip === aRow(1).ip ? 'passed' : 'SSH_TIMEOUT'));
    const erase = () => app.get(Jobs).runNow('batches.erase');
    await erase();
    expect(await user.statuses(id)).toEqual(['ready', 'unfit']);
    await app
      .get(Database)
      .query(
        `UPDATE install_batch_row SET credentials_until = credentials_until - interval '24 hours 1 minute'`,
      );
    await erase();
    await user.poll(id);
    const batch = await user.get(id);
    expect(batch).toMatchObject({ status: 'ended', cost: 0 });
    expect(batch.rows).toMatchObject([
      { status: 'expired', failure: { code: 'BATCH_CREDENTIALS_ERASED' } },
      { status: 'unfit', failure: { code: 'SSH_TIMEOUT' }, credentials_until: null },
    ]);
    await user.post(`/${id}/start`).expect(409);
  });

  it('erases many expired passwords in several statements', async () => {
    const { id } = await user.create({ rows: [aRow(1)] });
    const db = app.get(Database);
    await db.query(
      `INSERT INTO install_batch_row (batch_id, number, ip, win_ver, status, credentials, credentials_until)
       SELECT $1, number, '8.8.8.8', 'ws2022', 'ready', 'sealed', now() - interval '1 second'
       FROM generate_series(2, 2501) AS number`,
      [id],
    );
    const unlimited = await limitStatements(app.database, 'UPDATE', 'install_batch_row');
    await app.get(Jobs).runNow('batches.erase');
    await unlimited();
    const left = await db.query(
      `SELECT status, count(*)::int FROM install_batch_row GROUP BY status, credentials IS NULL ORDER BY status`,
    );
    expect(left).toEqual([
      { status: 'checking', count: 1 },
      { status: 'expired', count: 2_500 },
    ]);
  });

  it('exports the results as CSV with one line per machine', async () => {
    const { id } = await user.create({ rows: [aRow(1), aRow(2, { ip: '=HYPERLINK("x")' })] });
    const answer = await app.http
      .get(`${user.path}/${id}/results.csv`)
      .set(app.as({ userId: user.userId }))
      .expect(200);
    expect(answer.headers['content-type']).toContain('text/csv');
    const [, first, second] = answer.text.split('\r\n');
    expect(first).toContain('1,8.8.10.2,ws2022,checking');
    expect(second).toContain(`2,"'=HYPERLINK(""x"")",ws2022,refused,VPS_ADDRESS_INVALID`);
  });

  it('erases batches with their user', async () => {
    await user.create({ rows: [aRow(1)] });
    await app.get(DeletedUsersService).erase(user.userId);
    expect(await stored()).toBe('[]');
  });

  it('lists batches with their counts, newest first', async () => {
    const first = await user.create({ rows: [aRow(1)] });
    const second = await user.create({ rows: [aRow(2), aRow(3, { ip: '' })] });
    const answer = await app.http
      .get(user.path)
      .set(app.as({ userId: user.userId }))
      .expect(200);
    expect(answer.body).toMatchObject({
      meta: { page: 1, total: 2 },
      data: [
        { id: second.id, size: 2, counts: { checking: 1, refused: 1, completed: 0 } },
        { id: first.id, size: 1 },
      ],
    });
  });
});
