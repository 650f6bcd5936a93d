import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type { Machine } from '@casement/proto/http/install/machines.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { installErrors } from '../../src/installs/installs.errors.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { aRequest, installApp } from '../factories/install-app.js';

const [A, B] = ['127.0.0.10', '127.0.0.11'];

describe('My machines', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  beforeAll(async () => {
    app = await installApp({ env: { INSTALL_ALLOWED_NETWORKS: '127.0.0.0/24' } });
    app.quota.left = 100;
  });
  afterAll(() => app.close());
  let userId: string;
  beforeEach(async () => {
    userId = newId();
    await app.get(Database).manager.query('DELETE FROM install');
  });

  /** Requests an install and sets its status. */
  const install = async (
    ip: string,
    status: InstallEntity['status'] = 'completed',
    engine: object = {},
    by = userId,
    ssh_port?: number,
  ) => {
    const { body } = await app.http
      .post('/api/user/install')
      .set(app.as({ userId: by }))
      .send(aRequest({ ip, ssh_port }))
      .expect(200);
    const { id } = (body as { data: InstallRecord }).data;
    await app.get(Database).manager.query(
      `UPDATE install SET status = $2, vps_password = NULL, finished_at = now(),
         engine_state = engine_state || $3 WHERE id = $1`,
      [id, status, engine],
    );
    return id;
  };
  const machines = async (by = userId, query = '') => {
    const { body } = await app.http
      .get(`/api/user/machines${query}`)
      .set(app.as({ userId: by }))
      .expect(200);
    return body as { data: Machine[]; meta: object };
  };
  const label = (id: string, text: string, by = userId) =>
    app.http
      .put(`/api/user/install/${id}/label`)
      .set(app.as({ userId: by }))
      .send({ label: text });
  const labelsOf = async (by = userId) =>
    (await machines(by)).data.map((machine) => [machine.ip, machine.label]);

  it('lists one row per address, the latest install first, with the Windows that runs there', async () => {
    const first = await install(A);
    const second = await install(A);
    const other = await install(B, 'failed', { phase: 'checking' });
    const { data, meta } = await machines();
    expect(
      data.map(({ ip, port, installs, last, windows }) => [
        ip,
        port,
        installs,
        last.id,
        windows?.id,
      ]),
    ).toEqual([
      [B, 22, 1, other, undefined],
      [A, 22, 2, second, second],
    ]);
    expect(first).not.toBe(second);
    expect(meta).toMatchObject({ page: 1, pageSize: 15, total: 2 });
    expect((await machines(userId, '?page=2&pageSize=1')).data.map(({ ip }) => ip)).toEqual([A]);
    expect((await machines(newId())).data).toEqual([]);
  });

  it('separates VPSs that share an address, with a label each', async () => {
    const [first, second] = [
      await install(A, 'completed', {}, userId, 20_122),
      await install(A, 'failed', {}, userId, 20_222),
    ];
    await label(first, 'Office').expect(200);
    await install(A, 'completed', {}, userId, 20_122);
    expect((await machines()).data.map(({ port, label }) => [port, label])).toEqual([
      [20_122, 'Office'],
      [20_222, null],
    ]);
    expect(second).not.toBe(first);
  });

  it('uses the configured default port for an install of an older version, which stored none', async () => {
    const id = await install(A, 'completed', {}, userId, 2222);
    await app.get(Database).manager.update(InstallEntity, { id }, { rdpPort: null });
    expect((await machines()).data).toMatchObject([{ port: 22, last: { rdp_port: 22 } }]);
  });

  it('separates desktops on different ports of an address', async () => {
    const proof = {
      account: 'Administrator',
      proof: 'handshake',
      provenAt: new Date().toISOString(),
    };
    await install(A, 'completed', { rdp: { ...proof, port: 3390, certificateSha256: null } });
    await install(A);
    expect((await machines()).data.map(({ port }) => port)).toEqual([22, 3390]);
  });

  it.each([
    ['could not sign in', 'connecting', true],
    ['signed in to a Linux', 'preparing', false],
  ])(
    'after a later install that %s, keeps the earlier Windows: %s › %s',
    async (_, phase, kept) => {
      const windows = await install(A);
      const last = await install(A, 'failed', { phase });
      const [machine] = (await machines()).data;
      expect(machine.last.id).toBe(last);
      expect(machine.windows?.id).toBe(kept ? windows : undefined);
    },
  );

  it('labels every install of the machine and later ones, without changing their last change', async () => {
    const id = await install(A);
    await install(B);
    const { updated_at } = (await machines()).data[1].last;
    const { body } = await label(id, '  Office ☕ ').expect(200);
    expect(body).toMatchObject({ data: { id, label: 'Office ☕', updated_at } });
    const next = await install(A);
    const history = await app.http
      .get(`/api/user/install-history?ip=${A}`)
      .set(app.as({ userId }))
      .expect(200);
    const rows = (history.body as { data: InstallRecord[] }).data;
    expect(rows.map((row) => [row.id, row.label])).toEqual([
      [next, 'Office ☕'],
      [id, 'Office ☕'],
    ]);
    expect(await labelsOf()).toEqual([
      [A, 'Office ☕'],
      [B, null],
    ]);
    await label(next, '').expect(200);
    expect(await labelsOf()).toEqual([
      [A, null],
      [B, null],
    ]);
  });

  it("neither shows nor changes another user's label", async () => {
    const id = await install(A);
    await label(id, 'mine').expect(200);
    const stranger = newId();
    await install(A, 'failed', {}, stranger);
    expect(await labelsOf(stranger)).toEqual([[A, null]]);
    const { body } = await label(id, 'theirs', stranger).expect(404);
    expect(body).toMatchObject({ message: installErrors.notFound().message });
    expect(await labelsOf()).toEqual([[A, 'mine']]);
  });

  it.each([
    ['longer than 60 characters', 'x'.repeat(61), 'MACHINE_LABEL_TOO_LONG'],
    ['with invisible characters', 'a‮b', 'MACHINE_LABEL_CHARACTERS'],
  ])('refuses a label %s', async (_, text, code) => {
    const { body } = await label(await install(A), text).expect(400);
    expect(body).toMatchObject({ details: [{ path: 'label', code }] });
  });

  it('names the machine in the event of a later install', async () => {
    await label(await install(A), 'Office').expect(200);
    const id = await install(A);
    const events = await app
      .get(Database)
      .manager.query<{ payload: string }[]>(
        `SELECT payload FROM outbox WHERE subject = 'install.job.status-changed.v1' AND ordering_key = $1`,
        [id],
      );
    expect(events.map(({ payload }) => JSON.parse(payload) as object)).toMatchObject([
      { status: 'pending', label: 'Office' },
    ]);
  });
});
