import { gunzipSync } from 'node:zlib';
import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type { RecoveryOrder } from '@casement/proto/http/install/recovery.js';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { ImageManifest } from '@casement/windows-image/store/manifest.js';
import { InstallReservations } from '../../src/installs/install-reservations.service.js';
import { FakeQuota } from '../factories/fake-quota.js';
import {
  BOOT,
  CAN_INSTALL,
  CODE,
  guardedWorld,
  NONCE,
  PASSWORD,
} from '../factories/guarded-world.js';
import { aRequest, installApp } from '../factories/install-app.js';

const OTHER_BOOT = 'c'.repeat(32);
const MINUTE = 60_000;

describe('POST /user/install/{id}/again', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  const quota = new FakeQuota(1000);
  const world = guardedWorld(() => app, '8.8.31');
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
  /** Does the work of a worker until the stage is awaited. */
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
  const checkIn = (token: string, ip: string, nonce = BOOT) =>
    app.http
      .post('/api/install/agent/check-in')
      .set('authorization', `Bearer ${token}`)
      .set('x-real-ip', ip)
      .type('form')
      .send({ nonce });
  const recordOf = async ({ userId, id }: { userId: string; id: string }) => {
    const { body } = await app.http.get(`/api/user/install/${id}`).set(app.as({ userId }));
    return (body as { data: InstallRecord }).data;
  };
  const countOn = async (ip: string) =>
    (await app.database.query('SELECT 1 FROM install WHERE ip = $1', [ip])).length;

  it('starts an install with its own hold on the examined machine', async () => {
    const install = await recovered();
    expect(await recordOf(install)).toMatchObject({
      status: 'failed',
      guard: { recovery: { answering: true, install_again: true } },
    });
    const code = `${CODE.slice(0, 4)}-${CODE.slice(4)}`.toLowerCase();
    const id = await begun(install, { code, windows_options: { time_zone: 'Asia/Jakarta' } });
    expect(quota.held.has(id)).toBe(true);
    const { engineState: before } = await row(install.id);
    expect(await row(id)).toMatchObject({
      status: 'pending',
      ip: install.ip,
      vpsCredentials: null,
      bootGuard: true,
      windowsOptions: { time_zone: 'Asia/Jakarta' },
      engineState: {
        step: 'prepare',
        recoveryBoot: BOOT,
        checks: before.checks,
        plan: {
          network: before.plan!.network,
          disk: { size: before.plan!.disk.size, head: '' },
          boot: { way: 'kexec', grub: null },
        },
      },
    });
    // The earlier install stays as it ended.
    expect((await row(install.id)).status).toBe('failed');
  });

  it('gives the job only to the confirmed boot, and the same one again', async () => {
    const install = await recovered();
    const id = await begun(install);
    expect(await orderOf(install)).toEqual({ order: 'wait', poll_seconds: 5 });
    await awaited(id);
    expect(await orderOf(install, OTHER_BOOT)).toMatchObject({ order: 'wait' });
    const orders = [await orderOf(install), await orderOf(install)];
    const [token, repeated] = orders.map(tokenIn);
    expect(orders[0]).toMatchObject({ order: 'install_again' });
    expect(repeated).toBe(token);
    expect((await row(id)).agentTokenHash).toBe(sha256Hex(token));
    await checkIn(token, install.ip, NONCE).expect(401);
    await checkIn(token, '203.0.113.9').expect(403);
    await checkIn(token, install.ip).expect(200);
    // Until the commit a stage that gives up returns to the recovery system.
    expect(tokenIn(await orderOf(install))).toBe(token);
    const { text } = await world.commit(token, BOOT).set('x-real-ip', install.ip).expect(200);
    expect(text).toContain('GUARD_TOKEN=');
    await report(install).expect(401);
    expect(await recordOf(install)).toMatchObject({
      guard: { recovery: { install_again: false } },
    });
  });

  it('can be repeated after the new install was cancelled before its commit', async () => {
    const install = await recovered();
    const id = await begun(install);
    await awaited(id);
    const token = tokenIn(await orderOf(install));
    await app.http
      .post(`/api/user/install/${id}/cancel`)
      .set(app.as({ userId: install.userId }))
      .expect(200);
    expect(await row(id)).toMatchObject({
      status: 'failed',
      // There is no Linux to which the VPS could return.
      engineState: { restored: null, failure: { code: 'CANCELLED' } },
    });
    await checkIn(token, install.ip).expect(401);
    expect(await orderOf(install)).toMatchObject({ order: 'wait' });
    expect(await begun(install)).not.toBe(id);
  });

  it('requires a recent password or code', async () => {
    const install = await recovered();
    const late = { userId: install.userId, confirmedSecondsAgo: 600 };
    const { body } = await again(install, {}, late).expect(403);
    expect(body).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  });

  it('does not find another user’s install', async () => {
    await again(await recovered(), {}, { userId: newId() }).expect(404);
  });

  it('refuses the sixth code of a boot; a restart shows a new code', async () => {
    const install = await recovered();
    for (const left of [4, 3, 2, 1, 0]) {
      const { body } = await again(install, { code: 'AAAA-AAAA' }).expect(400);
      const message = expect.stringContaining(`${left} more tries`);
      expect(body).toMatchObject({ details: [{ path: 'code', message }] });
    }
    await again(install).expect(409);
    await orderOf(install, OTHER_BOOT);
    // The code of the boot before.
    await again(install).expect(400);
    await orderOf(install);
    await begun(install);
  });

  it('keeps the order of a started install when a wrong code follows', async () => {
    const install = await recovered();
    const id = await begun(install);
    await again(install, { code: 'AAAA-AAAA' }).expect(400);
    await awaited(id);
    expect(await orderOf(install)).toMatchObject({ order: 'install_again' });
  });

  describe('is refused', () => {
    const refused = async (install: Recovered, reason: RegExp) => {
      const { body } = await again(install).expect(409);
      expect(body).toMatchObject({ code: 'RECOVERY_NOT_READY', message: expect.any(String) });
      expect((body as { message: string }).message).toMatch(reason);
      expect((await recordOf(install)).guard!.recovery!.install_again).toBe(false);
      expect(await countOn(install.ip)).toBe(1);
    };

    it('while an administrator decides', async () => {
      const install = await started();
      const { agentState } = await row(install.id);
      const windowsUpAt = new Date().toISOString();
      await update(install.id, { agentState: { ...agentState, windowsUpAt } });
      await report(install, CAN_INSTALL).expect(200);
      await refused(install, /administrator is still deciding/);
    });

    it('if the recovery system has been silent for ten minutes', async () => {
      const install = await recovered();
      const { agentState } = await row(install.id);
      const reportedAt = new Date(Date.now() - 11 * MINUTE).toISOString();
      await update(install.id, {
        agentState: { ...agentState, recovery: { ...agentState.recovery!, reportedAt } },
      });
      await refused(install, /has not responded for 10 minutes/);
    });

    it('if the recovery system is older and cannot install', async () => {
      const install = await started();
      await report(install).expect(200);
      await refused(install, /cannot install Windows/);
    });

    it('while an install of another user is in progress on the machine', async () => {
      const install = await recovered();
      await app.http
        .post('/api/user/install')
        .set(app.as({ userId: newId() }))
        .send(aRequest({ ip: install.ip }))
        .expect(200);
      const { body } = await again(install).expect(409);
      expect(body).toMatchObject({ code: 'INSTALL_IN_PROGRESS' });
    });

    it('after another user’s install was written to the machine', async () => {
      const install = await recovered();
      const { id } = await started({ ip: install.ip });
      await update(id, { status: 'failed', agentTokenHash: null, vpsCredentials: null });
      const { body } = await again(install).expect(409);
      expect(body).toMatchObject({ code: 'RECOVERY_NOT_READY' });
    });

    it('without quota, and then starts nothing', async () => {
      const install = await recovered();
      const { left } = quota;
      quota.left = 0;
      await again(install).expect(402);
      quota.left = left;
      expect(await countOn(install.ip)).toBe(1);
      expect(await orderOf(install)).toMatchObject({ order: 'wait' });
      await begun(install);
    });

    it.each<[string, Partial<ImageManifest>, RegExp]>([
      ['boots another way', { firmware: 'uefi' }, /boots in BIOS mode/],
      ['is larger than the disk', { rawSize: 2 ** 40 }, /The disk is 4/],
      ['has no driver for the disk', { drivers: ['netkvm'] }, /attached as virtio-blk/],
      ['has no driver for the card', { drivers: ['viostor'] }, /network card uses virtio_net/],
    ])('if the image %s', async (_, image, reason) => {
      const install = await recovered();
      const win_ver = await world.aVersion(`unsuitable-${newId()}`, image);
      const { body } = await again(install, { win_ver }).expect(409);
      expect(body).toMatchObject({
        code: 'WINDOWS_VERSION_UNSUITABLE',
        details: [{ path: 'win_ver', message: expect.stringMatching(reason) }],
      });
      expect(await countOn(install.ip)).toBe(1);
    });

    it('if the image needs what the recovery system found missing in the processor', async () => {
      const install = await started();
      await report(install, { ...CAN_INSTALL, cpu_missing: ['popcnt'] }).expect(200);
      const win_ver = await world.aVersion('needs-popcnt', { processor: ['popcnt'] });
      const { body } = await again(install, { win_ver }).expect(409);
      expect(body).toMatchObject({ code: 'WINDOWS_VERSION_UNSUITABLE' });
      await begun(install);
    });

    it('with network settings, which stay as they were', async () => {
      const windows_options = { dns: ['1.1.1.1'] };
      const { body } = await again(await recovered(), { windows_options }).expect(400);
      expect(body).toMatchObject({
        details: [{ path: 'windows_options.dns', code: 'NETWORK_STAYS' }],
      });
    });
  });

  it('starts exactly one of concurrent requests', async () => {
    const install = await recovered();
    const answers = await Promise.all([again(install), again(install), again(install)]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409]);
    expect(await countOn(install.ip)).toBe(2);
  });

  it('releases the hold of a request whose answer from billing was lost', async () => {
    const install = await recovered();
    const { left } = quota;
    quota.loseAnswers = true;
    await again(install).expect(503);
    quota.loseAnswers = false;
    expect(quota.left).toBe(left - 1);
    expect(await orderOf(install)).toMatchObject({ order: 'wait' });
    await app.get(InstallReservations).sweep(new Date(Date.now() + 61_000));
    expect(quota.left).toBe(left);
    await begun(install, { passwd_rdp: PASSWORD });
  });
});
