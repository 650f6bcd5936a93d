import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Database } from '@casement/common/data/database/database.js';
import { recoveryToken } from '@casement/install-engine/agent-api/agent-session.js';
import { FakeQuota } from '../factories/fake-quota.js';
import { BOOT, guardedWorld, NONCE, PASSWORD } from '../factories/guarded-world.js';
import { installApp } from '../factories/install-app.js';

describe('POST /install/agent/recovery/report', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  let db: Database;

  beforeAll(async () => {
    app = await installApp({ quota: new FakeQuota(1000), env: { BOOT_GUARD: 'on' } });
    db = app.get(Database);
  });
  afterAll(() => app.close());

  const { row, update, aGuarded, anImage, commit, started, report } = guardedWorld(
    () => app,
    '8.8.21',
  );
  const statusChanges = async (id: string) =>
    (
      await db.query<{ status: string }>(
        `SELECT payload::jsonb->>'status' AS status FROM outbox
         WHERE subject = 'install.job.status-changed.v1' AND ordering_key = $1 ORDER BY seq`,
        [id],
      )
    ).map(({ status }) => status);
  const ownRecord = async (userId: string, id: string): Promise<InstallRecord> => {
    const request = app.http.get(`/api/user/install/${id}`).set(app.as({ userId }));
    const { body } = await request.expect(200);
    return (body as { data: InstallRecord }).data;
  };

  it('returns the same token to a repeated commit, and stores only its hash', async () => {
    const install = await aGuarded();
    const [one, again] = [
      await commit(install.token).expect(200),
      await commit(install.token).expect(200),
    ];
    const token = recoveryToken(install.token);
    for (const { text } of [one, again]) {
      expect(text).toContain(`GUARD_TOKEN=${token}\nGUARD_LIMIT=4\n`);
    }
    const stored = await row(install.id);
    expect(stored.recoveryTokenHash).toBe(sha256Hex(token));
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('gives no token if the version or the setting switches the guard off', async () => {
    const install = await aGuarded();
    await update(install.id, { bootGuard: false });
    expect((await commit(install.token)).text).not.toContain('GUARD_TOKEN');
    expect((await row(install.id)).recoveryTokenHash).toBeNull();
  });

  it('fails the install, publishes one event and shows the evidence', async () => {
    const install = await started();
    expect(await ownRecord(install.userId, install.id)).toMatchObject({
      guard: { limit: 4, silent_since: expect.any(String), recovery: null },
    });
    const before = (await row(install.id)).leaseEpoch;
    const fields = {
      disk_bus: 'virtio-blk',
      setup_log: `ended with ${PASSWORD}`,
      io_errors: [],
    };
    for (let time = 1; time <= 2; time += 1) {
      const { body } = await report(install, fields).expect(200);
      expect(body).toEqual({ order: 'wait', poll_seconds: expect.any(Number) });
    }
    const stored = await row(install.id);
    expect(stored).toMatchObject({ status: 'failed', agentTokenHash: null, accountPassword: null });
    expect(stored.leaseEpoch).toBe(before + 1);
    expect(await statusChanges(install.id)).toEqual(['pending', 'running', 'failed']);
    expect(await ownRecord(install.userId, install.id)).toMatchObject({
      status: 'failed',
      quota: 'returned',
      failure: {
        code: 'WINDOWS_DID_NOT_START',
        message: 'Windows did not start: it stopped before it could write to the disk.',
      },
      guard: {
        silent_since: null,
        recovery: { starts: 4, written_since: false, disk_bus: 'virtio-blk' },
      },
    });
    const { text } = await app.http
      .get(`/api/user/install/${install.id}/log`)
      .set(app.as({ userId: install.userId }))
      .expect(200);
    expect(text).toContain('starts of Windows: 4');
    expect(text).toContain('ended with [removed]');
  });

  it('returns the quota for the report of a recovery system in the lab (guard-panics)', async () => {
    const install = await started();
    await report(install, {
      boot_id: '1e3960deed65559b435d0f7855c27058',
      starts: 4,
      guard: 'counting',
      written_since: false,
      bitlocker: false,
      disk_size: 4294967296,
      disk_serial: 'casement-lab',
      disk_bus: 'virtio-blk',
      stop_code: null,
      setup_state: 'IMAGE_STATE_GENERALIZE_RESEAL_TO_OOBE',
      cpu_missing: [],
      io_errors: [],
      setup_log: '',
      boot_log: '',
      bcd: '',
    }).expect(200);
    expect(await ownRecord(install.userId, install.id)).toMatchObject({
      status: 'failed',
      quota: 'returned',
      guard: { recovery: { setup_state: 'IMAGE_STATE_GENERALIZE_RESEAL_TO_OOBE' } },
    });
  });

  it('shows repairs after which Windows still did not start', async () => {
    const install = await started();
    await update(install.id, { manifestSha256: await anImage({ drivers: [] }) });
    await report(install, { disk_bus: 'virtio-blk', second_chance: ['viostor'] }).expect(200);
    expect(await ownRecord(install.userId, install.id)).toMatchObject({
      failure: { message: 'Windows did not start: it stopped before it could write to the disk.' },
      guard: { recovery: { second_chance: ['viostor'] } },
    });
    const { text } = await app.http
      .get(`/api/user/install/${install.id}/log`)
      .set(app.as({ userId: install.userId }))
      .expect(200);
    expect(text).toContain('repaired before the last starts: viostor');
  });

  it('keeps the evidence if a later boot cannot read the disk', async () => {
    const install = await started();
    await report(install, { stop_code: '0x7b' }).expect(200);
    const empty = { boot_id: 'd'.repeat(32), starts: undefined, guard: undefined };
    await report(install, empty).expect(200);
    expect((await row(install.id)).agentState.recovery).toMatchObject({
      stopCode: '0x7b',
      starts: 4,
      // The console shows the code of this boot.
      bootId: 'd'.repeat(32),
    });
  });

  it('fails an install that waits in review because Windows was silent', async () => {
    const install = await started();
    const { engineState } = await row(install.id);
    await update(install.id, {
      status: 'manual_review',
      engineState: { ...engineState, step: 'review', status: 'manual_review' },
    });
    await report(install).expect(200);
    expect(await row(install.id)).toMatchObject({ status: 'failed' });
  });

  it('changes only the evidence of an install that has ended', async () => {
    for (const status of ['completed', 'failed'] as const) {
      const install = await started();
      await app.http
        .put(`/api/admin/install-data/${install.id}`)
        .set(app.as({ admin: true }))
        .send({ status })
        .expect(200);
      const changes = await statusChanges(install.id);
      await report(install, { stop_code: '0x7b' }).expect(200);
      expect(await statusChanges(install.id)).toEqual(changes);
      const stored = await row(install.id);
      expect(stored.status).toBe(status);
      expect(stored.engineState.failure?.code).not.toBe('WINDOWS_DID_NOT_START');
      expect(stored.agentState.recovery).toMatchObject({ stopCode: '0x7b' });
    }
  });

  it.each([
    ['starts are left', { starts: 3 }],
    ['the guard was passed', { guard: 'passed', starts: 9 }],
    ['the block is unreadable', { guard: 'unknown' }],
  ])('only stores the evidence if %s', async (_, fields) => {
    const install = await started();
    await report(install, fields).expect(200);
    expect(await row(install.id)).toMatchObject({
      status: 'running',
      agentState: { recovery: { bootId: BOOT } },
    });
  });

  it('sends a user’s third automatic quota return within a week to manual review', async () => {
    const userId = newId();
    const installs: Awaited<ReturnType<typeof started>>[] = [];
    for (let n = 0; n < 4; n += 1) installs.push(await started({ userId }));
    await Promise.all(installs.slice(0, 3).map((one) => report(one).expect(200)));
    const statuses = async () =>
      (await Promise.all(installs.map(({ id }) => row(id)))).map(({ status }) => status);
    expect((await statuses()).slice(0, 3).sort()).toEqual(['failed', 'failed', 'manual_review']);
    // A week later the limit no longer counts them, but the install in review stays with the administrator.
    await db.query(
      `UPDATE install SET status_changed_at = now() - interval '8 days' WHERE user_id = $1 AND status = 'failed'`,
      [userId],
    );
    const review = installs[(await statuses()).indexOf('manual_review')];
    await report(review).expect(200);
    expect((await row(review.id)).status).toBe('manual_review');
    await report(installs[3]).expect(200);
    expect((await row(installs[3].id)).status).toBe('failed');
  });

  it('leaves the return to an administrator if Windows has already answered', async () => {
    const install = await started();
    const { agentState } = await row(install.id);
    await update(install.id, {
      agentState: { ...agentState, windowsUpAt: new Date().toISOString() },
    });
    await report(install).expect(200);
    expect(await row(install.id)).toMatchObject({
      status: 'manual_review',
      engineState: { step: 'review', failure: { code: 'WINDOWS_DID_NOT_START' } },
    });
  });

  it('lets exactly one of concurrent reports and a cancelling edit end the install', async () => {
    const install = await started();
    const answers = await Promise.all([
      report(install),
      report(install, { boot_id: 'c'.repeat(32) }),
      app.http
        .put(`/api/admin/install-data/${install.id}`)
        .set(app.as({ admin: true }))
        .send({ status: 'failed' }),
    ]);
    expect(answers.map(({ status }) => status).slice(0, 2)).toEqual([200, 200]);
    expect((await statusChanges(install.id)).filter((status) => status === 'failed')).toHaveLength(
      1,
    );
  });

  describe('token', () => {
    it('opens no other call', async () => {
      const { id, recovery } = await started();
      for (const path of [
        'time',
        'check-in',
        'commit',
        'progress',
        'failure',
        `windows-up/${id}`,
      ]) {
        const call =
          path === 'time'
            ? app.http.get(`/api/install/agent/${path}`)
            : app.http.post(`/api/install/agent/${path}`);
        await call.set('authorization', `Bearer ${recovery}`).type('form').expect(401);
      }
      await app.http
        .get('/api/install/agent/files')
        .set('authorization', `Bearer ${recovery}`)
        .expect(401);
    });

    it('is not the token of the stage', async () => {
      const install = await started();
      await report({ ...install, recovery: install.token }).expect(401);
      const { recoveryTokenHash } = await row(install.id);
      await report({ ...install, recovery: recoveryTokenHash! }).expect(401);
    });

    it('is refused from another network and with another disk', async () => {
      const install = await started();
      await report(install, {}, '203.0.113.9').expect(403);
      await report(install, { disk_serial: 'other' }).expect(401);
      await report(install, { disk_size: 1 }).expect(401);
      expect((await row(install.id)).status).toBe('running');
    });

    it('is revoked when the stage could not set up the guard', async () => {
      const install = await started();
      await app.http
        .post('/api/install/agent/progress')
        .set('authorization', `Bearer ${install.token}`)
        .type('form')
        .send({
          nonce: NONCE,
          sequence: 1,
          phase: 'configuring',
          bytes_done: 1,
          bytes_total: 1,
          rate: 1,
          eta: '',
          guard: 'none',
        })
        .expect(200);
      await report(install).expect(401);
      expect(await ownRecord(install.userId, install.id)).toMatchObject({ guard: null });
    });

    it('is revoked when another install is written to the machine', async () => {
      const install = await started();
      await report(install).expect(200);
      await started({ ip: install.ip });
      await report(install).expect(401);
    });
  });

  it('refuses a report without the identifier of its boot', async () => {
    await report(await started(), { boot_id: 'x' }).expect(400);
  });
});
