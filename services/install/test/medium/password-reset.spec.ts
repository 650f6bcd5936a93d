import type { PasswordReset } from '@casement/proto/http/install/password-reset.js';
import type { RecoveryOrder } from '@casement/proto/http/install/recovery.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { InstallSecrets } from '../../src/installs/install-secrets.js';
import { consoleCodeOf } from '../../src/recovery/console-code.js';
import { PasswordResetEntity } from '../../src/recovery/password-reset/password-reset.entity.js';
import { PasswordResetProver } from '../../src/recovery/password-reset/password-reset-prover.js';
import {
  StandInWindows,
  type StandInOptions,
} from '@casement/install-engine/testing/rdp/stand-in-windows.js';
import { BOOT, guardedWorld, KEPT, PASSWORD } from '../factories/guarded-world.js';
import { installApp } from '../factories/install-app.js';

const HOST = '127.0.0.10';
const NEW = 'Tirai-Bämbu-9!';
const OTHER_BOOT = 'c'.repeat(32);

describe('POST /user/install/{id}/password', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  let port: number;
  const world = guardedWorld(() => app, '8.8.46');
  const windows: StandInWindows[] = [];

  beforeAll(async () => {
    port = await freePort();
    app = await installApp({
      env: {
        BOOT_GUARD: 'on',
        INSTALL_TARGET_PORT: String(port),
        INSTALL_ALLOWED_NETWORKS: '127.0.0.0/8',
      },
    });
    await world.aVersion('stored');
  });
  afterAll(() => app.close());
  beforeEach(() => (app.quota.left = 100));
  afterEach(async () => {
    await Promise.all(windows.splice(0).map((one) => one.close()));
    await app.database.query('DELETE FROM install');
  });

  type Install = Awaited<ReturnType<typeof world.started>>;
  const manager = () => app.get(Database).manager;
  const answering = world.keptAnswering;
  const reset = (
    install: Pick<Install, 'id' | 'userId'>,
    over: Record<string, unknown> = {},
    subject?: Parameters<typeof app.as>[0],
  ) => world.resetPassword(install, { passwd_rdp: NEW, ...over }, subject);
  const stateOf = async ({ id, userId }: Pick<Install, 'id' | 'userId'>) => {
    const { body } = await app.http
      .get(`/api/user/install/${id}/password`)
      .set(app.as({ userId }))
      .expect(200);
    return (body as { data: PasswordReset | null }).data;
  };
  const orderOf = async (install: Install, fields: Record<string, unknown> = {}) =>
    (await world.report(install, { ...KEPT, ...fields }).expect(200)).body as RecoveryOrder;
  const ordered = async (of = {}) => {
    const install = await answering({}, of);
    await reset(install).expect(200);
    return { install, order: await orderOf(install) };
  };
  const written = async (of = {}) => {
    const { install, order } = await ordered(of);
    const password_reset = { id: order.reset_id, result: 'written' };
    expect((await orderOf(install, { password_reset })).order).toBe('restart_windows');
    return install;
  };
  const row = (installId: string) => manager().findOneByOrFail(PasswordResetEntity, { installId });
  const letPass = (installId: string, minutes: number) =>
    app.database.query(
      `UPDATE password_reset SET expires_at = expires_at - make_interval(mins => $2),
         run_after = run_after - make_interval(mins => $2) WHERE install_id = $1`,
      [installId, minutes],
    );
  const prove = () => app.get(PasswordResetProver).run();
  const startWindows = async (options: StandInOptions = {}) => {
    const one = new StandInWindows({ password: NEW, ...options });
    windows.push(one);
    await one.listen(port, HOST);
    return one;
  };
  const events = ({ id }: Pick<Install, 'id'>) =>
    app.database.query(
      `SELECT payload::json AS payload FROM outbox
       WHERE subject = 'install.password.reset.v1' AND payload::json ->> 'installId' = $1`,
      [id],
    );

  it('gives the password to the confirmed boot and ends with a proven sign-in', async () => {
    const install = await answering({}, { ip: HOST });
    const { body } = await reset(install).expect(200);
    expect(body).toMatchObject({ data: { status: 'waiting', failure: null, ended_at: null } });
    expect(JSON.stringify(body)).not.toContain(NEW);
    expect((await row(install.id)).password).not.toContain(NEW);
    const order = await orderOf(install);
    expect(order).toEqual({
      order: 'reset_password',
      poll_seconds: 5,
      reset_id: (await row(install.id)).id,
      password: Buffer.from(NEW).toString('base64'),
    });
    // Repeated, because the answer may be lost.
    expect(await orderOf(install)).toEqual(order);
    expect(await stateOf(install)).toMatchObject({ status: 'writing' });
    // Remote desktop is closed while the recovery system runs.
    await prove();
    expect((await row(install.id)).tries).toBe(0);
    const password_reset = { id: order.reset_id, result: 'written' };
    expect(await orderOf(install, { password_reset })).toMatchObject({ order: 'restart_windows' });
    expect(await orderOf(install, { password_reset })).toMatchObject({ order: 'restart_windows' });
    expect(await stateOf(install)).toMatchObject({ status: 'starting' });
    // Before the proof, which can be prevented.
    expect(await events(install)).toHaveLength(1);

    const server = await startWindows();
    await letPass(install.id, 1);
    await prove();
    expect(server.accepted).toBe(1);
    expect(await stateOf(install)).toEqual({
      status: 'done',
      failure: null,
      requested_at: expect.any(String) as string,
      ended_at: expect.any(String) as string,
    });
    expect(await row(install.id)).toMatchObject({ password: null, runAfter: null });
    const stored = await world.row(install.id);
    expect(stored.engineState.rdp).toMatchObject({
      account: 'Administrator',
      port,
      proof: 'password_accepted',
      certificateSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    // The earlier password is still shown at this time.
    expect(app.get(InstallSecrets).rdpPassword(stored)).toBe(NEW);
    expect(stored.agentState.log.join()).not.toContain(PASSWORD);
    expect(stored.status).toBe('completed');
    expect(await events(install)).toMatchObject([
      { payload: { userId: install.userId, installId: install.id, ip: HOST } },
    ]);
    // Once only.
    await prove();
    expect(server.tried).toBe(1);
    expect(await events(install)).toHaveLength(1);
  });

  it('keeps an erased password erased', async () => {
    const install = await written({ ip: HOST });
    await world.update(install.id, { rdpPassword: null });
    await startWindows();
    await prove();
    expect(await stateOf(install)).toMatchObject({ status: 'done' });
    expect((await world.row(install.id)).rdpPassword).toBeNull();
  });

  it('records who ordered it, without the password', async () => {
    const install = await answering();
    await reset(install).expect(200);
    const audits = await app.database.query(
      `SELECT payload FROM outbox WHERE subject = 'security.audit.recorded.v1'
         AND payload::json ->> 'action' = 'install.password-reset'
         AND payload::json ->> 'target' = $1`,
      [`install:${install.id}`],
    );
    expect(audits).toHaveLength(1);
    expect(JSON.stringify(audits)).not.toContain(NEW);
  });

  it.each([
    ['bitlocker', 'RESET_BITLOCKER'],
    ['hibernated', 'RESET_HIBERNATED'],
    ['not_closed', 'RESET_NOT_CLOSED'],
    ['failed', 'RESET_WRITE_FAILED'],
  ])('fails with the reason if the recovery system answers %s', async (result, code) => {
    const { install, order } = await ordered();
    const password_reset = { id: order.reset_id, result };
    expect((await orderOf(install, { password_reset })).order).toBe('wait');
    expect(await stateOf(install)).toMatchObject({ status: 'failed', failure: { code } });
    expect((await row(install.id)).password).toBeNull();
    // A new order is not ended by the old result, which the recovery system keeps reporting.
    await reset(install).expect(200);
    expect((await orderOf(install, { password_reset })).order).toBe('reset_password');
  });

  it('replaces a reset that waits, and refuses one in progress', async () => {
    const install = await answering();
    await reset(install, { passwd_rdp: 'First-1!' }).expect(200);
    await reset(install).expect(200);
    const order = await orderOf(install);
    expect(Buffer.from(order.password!, 'base64').toString()).toBe(NEW);
    const { body } = await reset(install).expect(409);
    expect(body).toMatchObject({ code: 'RECOVERY_NOT_READY' });
    expect(await app.database.query('SELECT 1 FROM password_reset')).toHaveLength(1);
  });

  describe('is refused', () => {
    it('to another user, who also sees no reset', async () => {
      const install = await answering();
      await reset(install, {}, { userId: newId() }).expect(404);
      await reset(install).expect(200);
      await app.http
        .get(`/api/user/install/${install.id}/password`)
        .set(app.as({ userId: newId() }))
        .expect(404);
    });

    it('without a recent confirmation', async () => {
      const install = await answering();
      const { userId } = install;
      await reset(install, {}, { userId, confirmedSecondsAgo: 301 }).expect(403);
    });

    it('with a wrong code, and after five of them', async () => {
      const install = await answering();
      for (let left = 4; left >= 0; left -= 1) {
        const { body } = await reset(install, { code: '0000-0000' }).expect(400);
        expect(body).toMatchObject({ details: [{ path: 'code' }] });
        expect(JSON.stringify(body)).toContain(`${left} more tries`);
      }
      await reset(install).expect(409);
      expect(await stateOf(install)).toBeNull();
    });

    it.each([
      ['that cannot do it', { abilities: ['install_again'] }],
      ['of the first version', { abilities: undefined }],
    ])('by a recovery system %s', async (_, fields) => {
      const install = await answering(fields);
      const { body } = await reset(install).expect(409);
      expect(body).toMatchObject({ code: 'RECOVERY_NOT_READY' });
    });

    it('for a failed install, and while another install runs on the machine', async () => {
      const failed = await world.recovered();
      await reset(failed).expect(409);
      const install = await answering();
      await world.again(install).expect(200);
      const { body } = await reset(install).expect(409);
      expect(body).toMatchObject({ code: 'INSTALL_IN_PROGRESS' });
    });

    it.each(['abc', '#Secret-1', 'a\nbcdef', 'x'.repeat(128)])(
      'with the password %j',
      async (passwd_rdp) => {
        await reset(await answering(), { passwd_rdp }).expect(400);
      },
    );
  });

  describe('another boot', () => {
    it('gets no order, and cannot report a result', async () => {
      const { install, order } = await ordered();
      const boot_id = OTHER_BOOT;
      expect((await orderOf(install, { boot_id })).order).toBe('wait');
      const password_reset = { id: order.reset_id, result: 'written' };
      expect((await orderOf(install, { boot_id, password_reset })).order).toBe('wait');
      expect(await stateOf(install)).toMatchObject({ status: 'writing' });
    });

    it('has another code', async () => {
      const install = await answering();
      await orderOf(install, { boot_id: OTHER_BOOT });
      await reset(install).expect(400);
      await reset(install, { code: consoleCodeOf(OTHER_BOOT) }).expect(200);
      expect((await orderOf(install, { boot_id: BOOT })).order).toBe('wait');
      expect((await orderOf(install, { boot_id: OTHER_BOOT })).order).toBe('reset_password');
    });

    it('replaces the reset of an earlier boot, and mails about that one', async () => {
      const { install } = await ordered({ ip: HOST });
      await orderOf(install, { boot_id: OTHER_BOOT });
      await reset(install, { code: consoleCodeOf(OTHER_BOOT) }).expect(200);
      expect(await events(install)).toHaveLength(1);
      const { reset_id } = await orderOf(install, { boot_id: OTHER_BOOT });
      const password_reset = { id: reset_id, result: 'written' };
      await orderOf(install, { boot_id: OTHER_BOOT, password_reset });
      await startWindows();
      await prove();
      expect(await stateOf(install)).toMatchObject({ status: 'done' });
      expect(await events(install)).toHaveLength(2);
    });

    it('with the token of another install gets no order', async () => {
      const { install, order } = await ordered();
      const other = await answering();
      expect((await orderOf(other)).order).toBe('wait');
      expect(await stateOf(other)).toBeNull();
      const password_reset = { id: order.reset_id, result: 'written' };
      expect((await orderOf(other, { password_reset })).order).toBe('wait');
      expect(await stateOf(install)).toMatchObject({ status: 'writing' });
    });
  });

  describe('fails, and erases the password', () => {
    const failed = async (install: Install, code: string) => {
      await prove();
      expect(await stateOf(install)).toMatchObject({
        status: 'failed',
        failure: { code },
        ended_at: expect.any(String) as string,
      });
      expect((await row(install.id)).password).toBeNull();
      // The owner is told once Windows is changed.
      expect(await events(install)).toHaveLength(code === 'RESET_NOT_TAKEN' ? 0 : 1);
      expect(await world.row(install.id)).toMatchObject({ status: 'completed' });
    };

    it('if the recovery system does not come for it within 15 minutes', async () => {
      const install = await answering();
      await reset(install).expect(200);
      await letPass(install.id, 14);
      await prove();
      expect(await stateOf(install)).toMatchObject({ status: 'waiting' });
      await letPass(install.id, 2);
      await failed(install, 'RESET_NOT_TAKEN');
      expect((await orderOf(install)).order).toBe('wait');
    });

    it('if Windows does not respond within 30 minutes', async () => {
      const install = await written({ ip: HOST });
      await letPass(install.id, 29);
      await prove();
      expect(await stateOf(install)).toMatchObject({ status: 'starting' });
      await letPass(install.id, 2);
      await failed(install, 'RESET_NOT_PROVEN');
    });

    it('if Windows refuses the password three times', async () => {
      const install = await written({ ip: HOST });
      const server = await startWindows({ password: PASSWORD });
      for (let tried = 1; tried < 3; tried += 1) {
        await prove();
        expect(server.tried).toBe(tried);
        // Delayed, because Windows may be about to set the password, and would lock the account.
        await prove();
        expect(server.tried).toBe(tried);
        await letPass(install.id, 7);
      }
      await failed(install, 'RESET_REFUSED');
      expect(server.tried).toBe(3);
    });

    it('if Windows has no Network Level Authentication, which says so', async () => {
      const install = await written({ ip: HOST });
      await startWindows({ offers: 'refused' });
      await prove();
      // A Windows that starts may answer so.
      expect(await stateOf(install)).toMatchObject({ status: 'starting' });
      await letPass(install.id, 8);
      await failed(install, 'RESET_UNCHECKED');
    });

    it('if the report is missing, and mails because Windows may have got the password', async () => {
      const { install } = await ordered({ ip: HOST });
      await startWindows({ offers: 'refused' });
      await prove();
      expect(await stateOf(install)).toMatchObject({ status: 'writing' });
      await letPass(install.id, 31);
      await failed(install, 'RESET_NOT_PROVEN');
    });

    it('if another install was written to the machine, which it does not ask', async () => {
      const install = await written({ ip: HOST });
      const server = await startWindows();
      await world.update(install.id, { recoveryTokenHash: null });
      await failed(install, 'RESET_NOT_PROVEN');
      expect(server.asked).toBe(0);
    });
  });

  it('is proven even if the report of the recovery system was lost', async () => {
    const { install } = await ordered({ ip: HOST });
    await startWindows();
    await prove();
    expect(await stateOf(install)).toMatchObject({ status: 'done' });
  });

  it('is tried by one worker at a time', async () => {
    const install = await written({ ip: HOST });
    const server = await startWindows();
    await Promise.all([prove(), prove(), prove()]);
    expect(server.tried).toBe(1);
    expect(await events(install)).toHaveLength(1);
  });

  it('goes with the account', async () => {
    const install = await written();
    await app.database.query('DELETE FROM install WHERE id = $1', [install.id]);
    expect(await app.database.query('SELECT 1 FROM password_reset')).toEqual([]);
  });
});
