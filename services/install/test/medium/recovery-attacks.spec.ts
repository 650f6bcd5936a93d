import { gunzipSync } from 'node:zlib';
import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type { RecoveryOrder } from '@casement/proto/http/install/recovery.js';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { DeletedUsersService } from '../../src/deleted-users/deleted-users.service.js';
import { DataExportGrpcController } from '../../src/data-export/data-export.grpc.controller.js';
import { InstallReservations } from '../../src/installs/install-reservations.service.js';
import type { StoredStatus } from '../../src/installs/install-status.js';
import { consoleCodeOf } from '../../src/recovery/console-code.js';
import { FakeQuota } from '../factories/fake-quota.js';
import { BOOT, CAN_INSTALL, guardedWorld } from '../factories/guarded-world.js';
import { installApp } from '../factories/install-app.js';

const FORGED_BOOT = 'f'.repeat(32);
const WRONG = { code: 'AAAA-AAAA' };

describe('attacks on the recovery system', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  const quota = new FakeQuota(1000);
  const world = guardedWorld(() => app, '8.8.41');
  const { row, update, report, started, recovered, again } = world;

  beforeAll(async () => {
    app = await installApp({ quota, env: { BOOT_GUARD: 'on' } });
    await world.aVersion('stored');
  });
  afterAll(() => app.close());

  type Recovered = Awaited<ReturnType<typeof recovered>>;
  const begun = async (of: Recovered, over: Record<string, unknown> = {}): Promise<string> => {
    const { body } = await again(of, over).expect(200);
    return (body as { data: InstallRecord }).data.id;
  };
  const awaited = async (id: string) => {
    const { engineState } = await row(id);
    await update(id, {
      status: 'preparing',
      engineState: { ...engineState, step: 'check-in', phase: 'rebooting' },
    });
  };
  const orderOf = async (of: Recovered, boot_id = BOOT) =>
    (await report(of, { ...CAN_INSTALL, boot_id }).expect(200)).body as RecoveryOrder;
  const tokenIn = ({ job = '' }: RecoveryOrder) =>
    /TOKEN='(.+?)'/.exec(gunzipSync(Buffer.from(job, 'base64')).toString('latin1'))![1];
  const textOf = async (path: string, subject: Parameters<typeof app.as>[0]) =>
    (await app.http.get(path).set(app.as(subject)).expect(200)).text;

  describe('a stolen read token', () => {
    it('cannot take over an order, nor delay it beyond the next report of the machine', async () => {
      const install = await recovered();
      const id = await begun(install);
      await awaited(id);
      for (let time = 0; time < 3; time += 1) {
        expect(await orderOf(install, FORGED_BOOT)).toMatchObject({ order: 'wait' });
      }
      expect((await row(id)).agentTokenHash).toBeNull();
      expect(await orderOf(install)).toMatchObject({ order: 'install_again' });
    });

    it('cannot make the owner confirm its boot by the code of the machine', async () => {
      const install = await recovered();
      await orderOf(install, FORGED_BOOT);
      await again(install).expect(400);
      await orderOf(install);
      await begun(install);
    });

    it('does not lose the order of the machine by a code of its boot', async () => {
      const install = await recovered();
      const id = await begun(install);
      await awaited(id);
      await orderOf(install, FORGED_BOOT);
      await again(install, WRONG).expect(400);
      await again(install, { code: consoleCodeOf(FORGED_BOOT) }).expect(409);
      expect(await orderOf(install)).toMatchObject({ order: 'install_again' });
      expect((await row(id)).status).toBe('preparing');
    });
  });

  it('counts at most five of concurrent wrong codes', async () => {
    const install = await recovered();
    const answers = await Promise.all(Array.from({ length: 12 }, () => again(install, WRONG)));
    const count = (status: number) => answers.filter((one) => one.status === status).length;
    expect([count(400), count(409)]).toEqual([5, 7]);
    await again(install).expect(409);
  });

  it('starts one install for a concurrently repeated request and replays it', async () => {
    const install = await recovered();
    const { left } = quota;
    const key = newId();
    const sent = () => again(install).set('idempotency-key', key);
    await Promise.all([sent(), sent(), sent()]);
    const { body } = await sent().expect(200);
    expect(quota.left).toBe(left - 1);
    expect(quota.held.has((body as { data: InstallRecord }).data.id)).toBe(true);
  });

  it('keeps an order back while its hold is unknown, and releases the hold once', async () => {
    const install = await recovered();
    const { left } = quota;
    quota.loseAnswers = true;
    await again(install).expect(503);
    quota.loseAnswers = false;
    expect(await orderOf(install)).toMatchObject({ order: 'wait' });
    const later = new Date(Date.now() + 61_000);
    const reservations = app.get(InstallReservations);
    await Promise.all([reservations.sweep(later), reservations.sweep(later)]);
    expect(quota.left).toBe(left);
    await begun(install);
    expect(quota.left).toBe(left - 1);
  });

  it('refuses the job’s token to every boot after another install was written', async () => {
    const install = await recovered();
    const id = await begun(install);
    await awaited(id);
    const token = tokenIn(await orderOf(install));
    await update(id, { status: 'failed', agentTokenHash: null });
    await started({ ip: install.ip });
    await report(install, { ...CAN_INSTALL, boot_id: BOOT }).expect(401);
    const { text } = await world.commit(token, BOOT).expect(401);
    expect(text).not.toContain('COMMIT');
  });

  describe('a report', () => {
    it.each<StoredStatus>(['reserving', 'pending', 'preparing'])(
      'never changes an install that is %s',
      async (status) => {
        const install = await started();
        await update(install.id, { status });
        const { version } = await row(install.id);
        await report(install, CAN_INSTALL).expect(200);
        expect(await row(install.id)).toMatchObject({ status, version });
      },
    );

    it('never ends an install whose disk is still being written', async () => {
      const install = await started();
      const { agentState } = await row(install.id);
      await update(install.id, { agentState: { ...agentState, verifiedAt: null } });
      await report(install, CAN_INSTALL).expect(200);
      expect((await row(install.id)).status).toBe('running');
    });

    it('is stored when its texts have to be cut within a character', async () => {
      const install = await started();
      const emojis = `${'😀'.repeat(13_000)}x`;
      await report(install, { setup_log: emojis, boot_log: emojis, bcd: `x${emojis}` }).expect(200);
      expect(await textOf(`/api/user/install/${install.id}/log`, install)).toContain('😀x');
    });

    it('is stored when its abilities are binary', async () => {
      const install = await started();
      await report(install, { abilities: ['\u0000', '\ud800', 'install_again'] }).expect(200);
      const { abilities } = (await row(install.id)).agentState.recovery!;
      expect(abilities).toEqual([]);
    });

    it('adds no lines, markup or directions to messages and logs', async () => {
      const hostile =
        'virtio\nStatus   completed\r\u001b[31m\u202e<script>alert(1)</script>\u2028\u0085';
      const install = await started();
      await report(install, {
        stop_code: hostile,
        disk_bus: hostile,
        setup_state: hostile,
        cpu_missing: [hostile, ...Array.from({ length: 1000 }, () => 'x'.repeat(10_000))],
      }).expect(413);
      await report(install, {
        stop_code: hostile,
        disk_bus: hostile,
        setup_state: hostile,
        io_errors: Array.from({ length: 100 }, () => hostile),
        cpu_missing: [hostile, ...Array.from({ length: 500 }, () => 'x'.repeat(500))],
      }).expect(200);
      const { engineState, agentState } = await row(install.id);
      const { cpuMissing, stopCode, diskBus, setupState } = agentState.recovery!;
      for (const text of [...cpuMissing, stopCode, diskBus, setupState]) {
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      }
      expect(engineState.failure!.message.length).toBeLessThan(1100);
      const log = await textOf(`/api/admin/install-data/${install.id}/log`, { admin: true });
      expect(log).not.toMatch(/^Status {3}completed/m);
    });

    it('shows its boot to nobody', async () => {
      const install = await recovered();
      const id = await begun(install);
      const { json } = await app
        .get(DataExportGrpcController)
        .exportUser({ userId: install.userId });
      const texts = [json];
      for (const one of [install.id, id]) {
        texts.push(await textOf(`/api/user/install/${one}`, install));
        texts.push(await textOf(`/api/user/install/${one}/log`, install));
        texts.push(await textOf(`/api/admin/install-data/${one}`, { admin: true }));
        texts.push(await textOf(`/api/admin/install-data/${one}/log`, { admin: true }));
      }
      for (const text of texts) {
        expect(text).toContain(install.ip);
        for (const secret of [BOOT, consoleCodeOf(BOOT), sha256Hex(install.recovery)])
          expect(text).not.toContain(secret);
      }
    });
  });

  describe('an account that is being deleted', () => {
    it('cannot start an install, and its machine is refused after the deletion', async () => {
      const install = await recovered();
      const { left } = quota;
      const users = app.get(DeletedUsersService);
      expect(await users.close(install.userId, newId())).toBe(0);
      const { body } = await again(install).expect(409);
      expect(body).toMatchObject({ code: 'ACCOUNT_CLOSED' });
      expect(quota.left).toBe(left);
      await users.erase(install.userId);
      await report(install, CAN_INSTALL).expect(401);
    });

    it('is not erased while its machine waits for the job', async () => {
      const install = await recovered();
      const id = await begun(install);
      await awaited(id);
      const users = app.get(DeletedUsersService);
      expect(await users.close(install.userId, newId())).toBe(1);
      await expect(users.erase(install.userId)).rejects.toThrow('in progress');
      expect(await orderOf(install)).toMatchObject({ order: 'install_again' });
    });
  });

  it('writes the ordered image although its version was deleted or got another one', async () => {
    const install = await recovered();
    const win_ver = await world.aVersion(`replaced-${newId()}`, { minMemory: 1 });
    const id = await begun(install, { win_ver });
    const { manifestSha256 } = await row(id);
    const [version] = await app.database.query<{ id: string }>(
      'SELECT id FROM windows_version WHERE slug = $1',
      [win_ver],
    );
    for (const path of ['windows-images', 'windows-versions']) {
      const call = app.http.delete(`/api/admin/${path}/${version.id}`);
      await call.set(app.as({ admin: true })).expect(409);
    }
    await world.aVersion(win_ver, { minMemory: 2 });
    await awaited(id);
    expect(await orderOf(install)).toMatchObject({ order: 'install_again' });
    expect((await row(id)).manifestSha256).toBe(manifestSha256);
  });
});
