import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type { RecoveryOrder } from '@casement/proto/http/install/recovery.js';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { windowsUpToken } from '@casement/install-engine/agent-api/agent-session.js';
import { InstallsRepository } from '../../src/installs/installs.repository.js';
import { InstallTransitions } from '../../src/installs/install-transitions.service.js';
import { FakeQuota } from '../factories/fake-quota.js';
import { BOOT, CAN_INSTALL, guardedWorld } from '../factories/guarded-world.js';
import { aRequest, installApp } from '../factories/install-app.js';

const KEPT = { ...CAN_INSTALL, guard: 'kept', starts: 0 };
const OTHER_BOOT = 'c'.repeat(32);

describe('kept recovery system', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  const quota = new FakeQuota(1000);
  const world = guardedWorld(() => app, '8.8.41');
  const { row, update, report, started, again } = world;

  beforeAll(async () => {
    app = await installApp({ quota, env: { BOOT_GUARD: 'on' } });
    await world.aVersion('stored');
  });
  afterAll(() => app.close());

  type Started = Awaited<ReturnType<typeof started>>;
  type Owner = { id: string; userId: string };
  const settle = async (id: string, status: 'completed' | 'failed') => {
    const install = await row(id);
    const engineState = { ...install.engineState, step: 'end' as const, status };
    const { manager } = app.get(Database);
    expect(
      await app.get(InstallTransitions).settle(manager, install, status, engineState),
    ).not.toBeNull();
  };
  /** Install whose Windows was configured, and whose customer keeps the recovery system. */
  const keeping = async (of: Parameters<typeof started>[0] = {}, keep_recovery = true) => {
    const install = await started(of);
    const { agentState } = await row(install.id);
    await update(install.id, {
      windowsOptions: { keep_recovery },
      agentState: { ...agentState, upTokenHash: sha256Hex(windowsUpToken(install.token)) },
    });
    return install;
  };
  const completed = async (of: Parameters<typeof started>[0] = {}, keep = true) => {
    const install = await keeping(of, keep);
    await settle(install.id, 'completed');
    return install;
  };
  const ask = async ({ id, token }: Started, guard: string, status = 200) => {
    const { text } = await app.http
      .post(`/api/install/agent/windows-up/${id}`)
      .set('authorization', `Bearer ${windowsUpToken(token)}`)
      .type('form')
      .send({ guard })
      .expect(status);
    return /^GUARD=(\w+)$/m.exec(text)?.[1];
  };
  const recordOf = async ({ userId, id }: Owner) => {
    const { body } = await app.http.get(`/api/user/install/${id}`).set(app.as({ userId }));
    return (body as { data: InstallRecord }).data;
  };
  const stateOf = async (of: Owner) => (await recordOf(of)).guard?.kept ?? null;
  const startWindows = ({ id }: { id: string }, userId: string) =>
    app.http.post(`/api/user/install/${id}/start-windows`).set(app.as({ userId }));
  const remove = ({ id }: { id: string }, userId: string) =>
    app.http.delete(`/api/user/install/${id}/recovery`).set(app.as({ userId }));
  const orderOf = async (of: Started, boot_id = BOOT) =>
    ((await report(of, { ...KEPT, boot_id }).expect(200)).body as RecoveryOrder).order;

  describe('option', () => {
    const request = (over: Record<string, unknown>) =>
      app.http
        .post('/api/user/install')
        .set(app.as({ userId: newId() }))
        .send(aRequest({ windows_options: { keep_recovery: true }, ...over }));

    it('is offered and accepted only for versions with a boot guard', async () => {
      const slug = await world.aVersion('unguarded');
      await app.database.query('UPDATE windows_version SET boot_guard = false WHERE slug = $1', [
        slug,
      ]);
      const { body: offer } = await app.http
        .get('/api/user/install-options')
        .set(app.as({ userId: newId() }))
        .expect(200);
      const { recovery } = (offer as { data: { recovery: string[] } }).data;
      expect(recovery).toContain('ws2022');
      expect(recovery).not.toContain(slug);
      const { body } = await request({ ip: '8.8.42.1', win_ver: slug }).expect(400);
      expect(body).toMatchObject({
        details: [{ path: 'windows_options.keep_recovery', code: 'WINDOWS_KEEP_RECOVERY' }],
      });
      const { body: accepted } = await request({ ip: '8.8.42.1' }).expect(200);
      const { windowsOptions } = await row((accepted as { data: InstallRecord }).data.id);
      expect(windowsOptions).toMatchObject({ keep_recovery: true });
    });
  });

  it('keeps the token after the proven sign-in, for Windows to mark it kept', async () => {
    const install = await keeping();
    expect(await ask(install, 'passed')).toBe('wait');
    await settle(install.id, 'completed');
    expect(await stateOf(install)).toBe('preparing');
    expect(await ask(install, 'passed')).toBe('keep');
    expect(await ask(install, 'kept')).toBe('keep');
    expect(await stateOf(install)).toBe('kept');
    expect((await row(install.id)).recoveryTokenHash).toBe(sha256Hex(install.recovery));
  });

  it('loses the token at the proven sign-in if it is not kept', async () => {
    const install = await completed({}, false);
    expect((await row(install.id)).recoveryTokenHash).toBeNull();
    expect(await ask(install, 'passed')).toBe('remove');
    expect(await stateOf(install)).toBeNull();
    await report(install, KEPT).expect(401);
  });

  it('is removed if the install fails instead', async () => {
    const install = await keeping();
    await settle(install.id, 'failed');
    expect(await ask(install, 'passed')).toBe('remove');
  });

  it('reports without a change of state or quota, and starts Windows once on request', async () => {
    const install = await completed();
    const held = quota.left;
    expect(await orderOf(install)).toBe('wait');
    expect(await recordOf(install)).toMatchObject({
      status: 'completed',
      quota: 'spent',
      failure: null,
      guard: { recovery: { answering: true, install_again: true, start_windows: true } },
    });
    await startWindows(install, install.userId).expect(200);
    await startWindows(install, install.userId).expect(200);
    // Repeated to the same boot, because an answer may be lost.
    expect(await orderOf(install)).toBe('restart_windows');
    expect(await orderOf(install)).toBe('restart_windows');
    expect(await orderOf(install, OTHER_BOOT)).toBe('wait');
    expect(quota.left).toBe(held);
  });

  it('does not start the Windows of a failed install, whose quota was returned', async () => {
    const install = await world.recovered();
    const { body } = await startWindows(install, install.userId).expect(409);
    expect(body).toMatchObject({ code: 'RECOVERY_NOT_READY' });
    expect((await recordOf(install)).guard!.recovery!.start_windows).toBe(false);
  });

  it('installs again for one quota, and ends with the commit of the new install', async () => {
    const install = await completed();
    await report(install, KEPT).expect(200);
    const { left } = quota;
    await startWindows(install, install.userId).expect(200);
    const { body } = await again(install).expect(200);
    const { id } = (body as { data: InstallRecord }).data;
    expect(quota.left).toBe(left - 1);
    // The request to install replaces the order to start Windows, which is refused meanwhile.
    await startWindows(install, install.userId).expect(409);
    expect(await orderOf(install)).toBe('wait');
    expect(await recordOf(install)).toMatchObject({ status: 'completed', quota: 'spent' });
    await app.http
      .post(`/api/user/install/${id}/cancel`)
      .set(app.as({ userId: install.userId }))
      .expect(200);
    expect(await orderOf(install)).toBe('wait');
  });

  it('ends when another user’s install is written to the machine', async () => {
    const install = await completed();
    await ask(install, 'kept');
    const { id } = await started({ ip: install.ip });
    expect(id).not.toBe(install.id);
    await report(install, KEPT).expect(401);
    expect(await stateOf(install)).toBeNull();
    expect(await ask(install, 'kept')).toBe('remove');
    await remove(install, install.userId).expect(409);
  });

  it('is not found by another user', async () => {
    const install = await completed();
    await report(install, KEPT).expect(200);
    for (const call of [startWindows, remove]) await call(install, newId()).expect(404);
    await again(install, {}, { userId: newId() }).expect(404);
    expect(await orderOf(install)).toBe('wait');
    expect(await ask(install, 'kept')).toBe('keep');
  });

  it('accepts the token of no other install', async () => {
    const [one, other] = [await completed(), await completed()];
    await report({ recovery: other.recovery, ip: one.ip }, KEPT, '203.0.113.9').expect(403);
    await ask({ ...one, token: other.token }, 'removed', 401);
    expect((await row(one.id)).recoveryTokenHash).not.toBeNull();
  });

  describe('removal', () => {
    it('happens when Windows asks next, and revokes the token when it is done', async () => {
      const install = await completed();
      await ask(install, 'kept');
      await remove(install, install.userId).expect(200);
      await remove(install, install.userId).expect(200);
      expect(await stateOf(install)).toBe('removing');
      // The recovery system is still on the disk.
      await report(install, KEPT).expect(200);
      expect(await ask(install, 'kept')).toBe('remove');
      expect(await ask(install, 'removed')).toBe('remove');
      expect(await stateOf(install)).toBe('removed');
      expect((await row(install.id)).recoveryTokenHash).toBeNull();
      await report(install, KEPT).expect(401);
      expect(await ask(install, 'removed')).toBe('remove');
      await remove(install, install.userId).expect(409);
      expect(await recordOf(install)).toMatchObject({ status: 'completed', quota: 'spent' });
    });

    it('may also begin in Windows, without a request', async () => {
      const install = await completed();
      await ask(install, 'kept');
      await ask(install, 'removed');
      expect(await stateOf(install)).toBe('removed');
    });

    it('is kept by reports of Windows that arrive at the same time', async () => {
      const install = await completed();
      await Promise.all([
        remove(install, install.userId).expect(200),
        ask(install, 'kept'),
        ask(install, 'kept'),
      ]);
      expect(await stateOf(install)).toBe('removing');
    });
  });

  it('is removed by Windows after the deletion of the account', async () => {
    const install = await completed();
    await app
      .get(Database)
      .transaction((tx) => app.get(InstallsRepository).deleteAllOf(tx, install.userId));
    await report(install, KEPT).expect(401);
    expect(await ask(install, 'kept')).toBe('remove');
  });
});
