import { gunzipSync } from 'node:zlib';
import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type { RecoveryOrder } from '@casement/proto/http/install/recovery.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { InstallSecrets } from '../../src/installs/install-secrets.js';
import { FakeQuota } from '../factories/fake-quota.js';
import { BOOT, CAN_INSTALL, guardedWorld, PASSWORD } from '../factories/guarded-world.js';
import { aRequest, installApp } from '../factories/install-app.js';

const KEY = `ssh-ed25519 ${Buffer.from(`\0\0\0\x0bssh-ed25519\0\0\0 ${'k'.repeat(32)}`).toString('base64')}`;

describe('POST /user/install/{id}/linux', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  let version_id: string;
  const quota = new FakeQuota(1000);
  const world = guardedWorld(() => app, '8.8.32');
  const { row, update, report, started, recovered } = world;
  const toLinux: typeof world.toLinux = (of, over, subject) =>
    world.toLinux(of, { version_id, ...over }, subject);

  beforeAll(async () => {
    app = await installApp({ quota, env: { BOOT_GUARD: 'on' } });
    await world.aVersion('stored');
    version_id = await world.aLinux('debian');
  });
  afterAll(() => app.close());

  type Recovered = Awaited<ReturnType<typeof recovered>>;
  const dataOf = (body: unknown) => (body as { data: InstallRecord }).data;
  const begun = async (of: Recovered, over: Record<string, unknown> = {}): Promise<string> =>
    dataOf((await toLinux(of, over).expect(200)).body).id;
  /** Does the work of a worker until the stage is awaited. */
  const awaited = async (id: string) => {
    const { engineState } = await row(id);
    await update(id, {
      status: 'preparing',
      engineState: { ...engineState, step: 'check-in', phase: 'rebooting' },
    });
  };
  const orderOf = async (of: Recovered) =>
    (await report(of, CAN_INSTALL).expect(200)).body as RecoveryOrder;
  const jobIn = ({ job = '' }: RecoveryOrder) =>
    gunzipSync(Buffer.from(job, 'base64')).toString('latin1');
  const agent = (token: string, ip: string) => ({
    post: (path: string) =>
      app.http
        .post(`/api/install/agent/${path}`)
        .set('authorization', `Bearer ${token}`)
        .set('x-real-ip', ip)
        .type('form')
        .send({ nonce: BOOT }),
    files: () =>
      app.http
        .get(`/api/install/agent/files?nonce=${BOOT}&mtu=1400`)
        .set('authorization', `Bearer ${token}`)
        .set('x-real-ip', ip),
  });
  /** Runs the stage up to the commit. @returns its token */
  const committed = async (of: Recovered, id: string) => {
    await awaited(id);
    const token = /TOKEN='(.+?)'/.exec(jobIn(await orderOf(of)))![1];
    const stage = agent(token, of.ip);
    await stage.post('check-in').expect(200);
    await stage.files().expect(409);
    const { text } = await stage.post('commit').expect(200);
    return { stage, text };
  };
  const recordOf = async ({ userId, id }: { userId: string; id: string }) =>
    dataOf((await app.http.get(`/api/user/install/${id}`).set(app.as({ userId }))).body);

  it('starts a free run after a failed install, with a host key of its own', async () => {
    const install = await recovered();
    expect((await recordOf(install)).guard?.recovery).toMatchObject({
      install_again: true,
      return_to_linux: { price: 0 },
    });
    const { left } = quota;
    const id = await begun(install);
    expect(quota.left).toBe(left);
    const stored = await row(id);
    expect(stored).toMatchObject({
      kind: 'linux',
      price: 0,
      status: 'pending',
      rdpPassword: null,
      bootGuard: false,
      winVer: 'debian',
      engineState: { step: 'prepare', recoveryBoot: BOOT, plan: { disk: { head: '' } } },
    });
    expect(await recordOf({ ...install, id })).toMatchObject({
      kind: 'linux',
      price: 0,
      ssh: { user: 'root', port: 22, proof: null, host_key: expect.stringMatching(/^SHA256:/) },
    });
    const access = app.get(InstallSecrets).linuxAccess(stored)!;
    expect(access).toMatchObject({ password: PASSWORD, publicKey: '' });
    expect(stored.linuxAccess).not.toContain(PASSWORD);
  });

  it('writes nothing before the grant, and gives cloud-init a hash instead of the password', async () => {
    const install = await recovered();
    const id = await begun(install, { ssh_public_key: `${KEY} me@home` });
    await awaited(id);
    const order = await orderOf(install);
    expect(order.order).toBe('return_to_linux');
    expect(jobIn(order)).toContain("KIND='linux'");
    const { stage, text } = await committed(install, id);
    // No boot guard, and the token of the recovery system ends.
    expect(text).not.toContain('GUARD_TOKEN');
    await report(install).expect(401);
    const { body } = await stage.files().responseType('blob').expect(200);
    const files = (body as Buffer).toString('latin1');
    for (const name of ['meta-data', 'user-data', 'network-config', 'files.sha256'])
      expect(files).toContain(name);
    expect(files).toContain('root:$6$');
    expect(files).toContain(KEY);
    expect(files).toContain('"mtu": 1400');
    expect(files).not.toContain(PASSWORD);
  });

  it('erases access and host key when it ends', async () => {
    const install = await recovered();
    const id = await begun(install);
    await app.http
      .post(`/api/user/install/${id}/cancel`)
      .set(app.as({ userId: install.userId }))
      .expect(200);
    expect(await row(id)).toMatchObject({ status: 'failed', linuxAccess: null });
    // The machine is still in its recovery system.
    expect(await begun(install)).not.toBe(id);
  });

  it('does not find another user’s install', async () => {
    await toLinux(await recovered(), {}, { userId: newId() }).expect(404);
  });

  it('requires a recent password or code, and the code on the console', async () => {
    const install = await recovered();
    const late = { userId: install.userId, confirmedSecondsAgo: 600 };
    const { body } = await toLinux(install, {}, late).expect(403);
    expect(body).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    await toLinux(install, { code: 'AAAA-AAAA' }).expect(400);
  });

  it('is refused by an older recovery system, which would configure Windows', async () => {
    const install = await started();
    await report(install, { abilities: ['install_again'] }).expect(200);
    const { body } = await toLinux(install, {}).expect(409);
    expect(body).toMatchObject({ code: 'RECOVERY_NOT_READY' });
    expect((await recordOf(install)).guard?.recovery?.return_to_linux).toBeNull();
  });

  it('is refused while another install of the machine is in progress', async () => {
    const install = await recovered();
    await app.http
      .post('/api/user/install')
      .set(app.as({ userId: newId() }))
      .send(aRequest({ ip: install.ip }))
      .expect(200);
    const { body } = await toLinux(install, {}).expect(409);
    expect(body).toMatchObject({ code: 'INSTALL_IN_PROGRESS' });
  });

  it('is refused if the image does not boot by the firmware of the machine', async () => {
    const id = await world.aLinux('uefi-only', ['uefi']);
    const { body } = await toLinux(await recovered(), { version_id: id }).expect(409);
    expect(body).toMatchObject({
      code: 'LINUX_VERSION_UNSUITABLE',
      details: [{ path: 'version_id' }],
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no access', { root_password: '' }, 'ROOT_ACCESS_REQUIRED'],
    ['a short password', { root_password: 'short' }, 'ROOT_PASSWORD_TOO_SHORT'],
    ['a line break', { root_password: 'long-enough\nroot:x' }, 'ROOT_PASSWORD_CONTROL_CHARACTERS'],
    ['a key with options', { ssh_public_key: `command="sh" ${KEY}` }, 'SSH_PUBLIC_KEY'],
    ['a key of another type', { ssh_public_key: KEY.replace('25519', 'rsa') }, 'SSH_PUBLIC_KEY'],
    ['two keys', { ssh_public_key: `${KEY}\n${KEY}` }, 'SSH_PUBLIC_KEY'],
  ])('rejects %s', async (_, over, code) => {
    const { body } = await toLinux(await recovered(), over).expect(400);
    expect(body).toMatchObject({ details: [{ code }] });
  });

  it('keeps the images of Linux out of installs of Windows', async () => {
    const install = await recovered();
    const as = app.as({ userId: install.userId });
    const { body } = await app.http.get('/api/user/windows-versions').set(as).expect(200);
    expect(JSON.stringify(body)).not.toContain('debian');
    for (const win_ver of ['debian', version_id]) {
      await app.http
        .post('/api/user/install')
        .set(as)
        .send(aRequest({ ip: '8.8.33.1', win_ver }))
        .expect(400);
      await world.again(install, { win_ver }).expect(400);
    }
    const windows = (body as { data: { id: string }[] }).data[0].id;
    const refused = await toLinux(install, { version_id: windows }).expect(400);
    expect(refused.body).toMatchObject({ code: 'LINUX_VERSION_UNKNOWN' });
  });

  it('offers only enabled images, which administrators manage apart from Windows', async () => {
    const admin = app.as({ admin: true });
    const user = app.as({ userId: newId() });
    const id = await world.aLinux('hidden');
    const names = async () =>
      JSON.stringify((await app.http.get('/api/user/linux-versions').set(user).expect(200)).body);
    expect(await names()).toContain('"slug":"hidden"');
    await app.http
      .put(`/api/admin/linux-versions/${id}`)
      .set(admin)
      .send({ name: 'Hidden', slug: 'hidden', enabled: false })
      .expect(200);
    expect(await names()).not.toContain('"slug":"hidden"');
    await toLinux(await recovered(), { version_id: id }).expect(400);
    const { body } = await app.http.get('/api/admin/linux-versions').set(admin).expect(200);
    expect((body as { data: object[] }).data).toContainEqual(
      expect.objectContaining({ slug: 'hidden', enabled: false, firmware: ['bios', 'uefi'] }),
    );
    await app.http.delete(`/api/admin/windows-versions/${id}`).set(admin).expect(404);
    await app.http.delete(`/api/admin/linux-versions/${id}`).set(admin).expect(200);
  });

  it('has no password of Windows to show or check', async () => {
    const install = await recovered();
    const id = await begun(install);
    const as = app.as({ userId: install.userId });
    await app.http.get(`/api/user/install/${id}/rdp-password`).set(as).expect(409);
    await app.http
      .post(`/api/user/install/${id}/rdp-check`)
      .set(as)
      .send({ password: PASSWORD })
      .expect(409);
  });
});
