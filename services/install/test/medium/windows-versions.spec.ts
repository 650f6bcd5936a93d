import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { WindowsVersion } from '@casement/proto/http/install/windows/windows-versions.js';
import { aRequest, installApp } from '../factories/install-app.js';
import { FakeQuota } from '../factories/fake-quota.js';

type App = Awaited<ReturnType<typeof installApp>>;

describe('/admin/windows-versions', () => {
  let app: App;
  const adminId = newId();

  beforeAll(async () => {
    app = await installApp({ quota: new FakeQuota(1000) });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.database.query('DELETE FROM install');
    await app.database.query(`DELETE FROM windows_version WHERE slug <> 'ws2022'`);
  });

  const admin = () => app.as({ userId: adminId, admin: true });
  const PATH = '/api/admin/windows-versions';
  const create = (body: object) => app.http.post(PATH).set(admin()).send(body);
  const update = (id: string, body: object) =>
    app.http.put(`${PATH}/${id}`).set(admin()).send(body);
  const remove = (id: string) => app.http.delete(`${PATH}/${id}`).set(admin());
  const versions = async () =>
    (await app.http.get(PATH).set(admin()).expect(200)).body.data as WindowsVersion[];
  const created = async (over: object = {}) =>
    (await create({ name: 'Windows 11 Pro', slug: 'w11-pro', ...over }).expect(200)).body
      .data as WindowsVersion;
  const install = (ip = '8.8.4.1', win_ver = 'ws2022') =>
    app.http
      .post('/api/user/install')
      .set(app.as({ userId: newId() }))
      .send(aRequest({ ip, win_ver }));
  const ws2022 = async () => (await versions()).find(({ slug }) => slug === 'ws2022')!;

  it('§8 creates a version that waits for its image', async () => {
    const { body } = await create({ name: ' Windows 11 Pro ', slug: 'w11-pro' }).expect(200);
    expect(body).toMatchObject({
      message: 'Windows version created successfully',
      data: { name: 'Windows 11 Pro', slug: 'w11-pro', available: false },
    });
    expect((await versions()).map(({ slug }) => slug)).toEqual(['w11-pro', 'ws2022']);
  });

  it('§8 renames a version and keeps its image', async () => {
    const { id, created_at } = await ws2022();
    const { body } = await update(id, { name: 'Server 2022', slug: 'ws2022' }).expect(200);
    expect(body).toEqual({
      success: true,
      message: 'Windows version updated successfully',
      data: {
        id,
        name: 'Server 2022',
        slug: 'ws2022',
        available: true,
        processor: null,
        boot_guard: true,
        created_at,
      },
    });
    expect(await ws2022()).toEqual(body.data);
  });

  it('changes the required processor features and keeps them without the field', async () => {
    const { id } = await created({ processor: 'sse4_2, popcnt' });
    const put = async (more: object) =>
      (await update(id, { name: 'Windows 11', slug: 'w11-pro', ...more }).expect(200)).body
        .data as WindowsVersion;
    expect(await put({})).toMatchObject({ processor: 'sse4_2,popcnt' });
    expect(await put({ processor: 'none' })).toMatchObject({ processor: 'none' });
    expect(await put({ processor: '' })).toMatchObject({ processor: null });
    const { body } = await update(id, { name: 'W', slug: 'w', processor: 'SSE 4!' }).expect(400);
    expect(body.details).toMatchObject([{ code: 'PROCESSOR_FEATURES' }]);
  });

  it('switches the boot guard off and keeps that without the field', async () => {
    const { id, boot_guard: initially } = await created({ slug: 'guarded' });
    expect(initially).toBe(true);
    const put = async (more: object) =>
      (await update(id, { name: 'Windows 11', slug: 'guarded', ...more }).expect(200)).body
        .data as WindowsVersion;
    expect(await put({ boot_guard: false })).toMatchObject({ boot_guard: false });
    expect(await put({})).toMatchObject({ boot_guard: false });
  });

  it('§8 deletes a version', async () => {
    const { id } = await created();
    const { body } = await remove(id).expect(200);
    expect(body.message).toBe('Windows version deleted successfully');
    expect(await versions()).toHaveLength(1);
  });

  it('§7 never pages the list', async () => {
    for (let n = 0; n < 16; n++) await created({ slug: `many-${n}` });
    expect(await versions()).toHaveLength(17);
  });

  it.each([
    ['no name', { slug: 'a' }, 'Name is required'],
    ['an empty name', { name: '  ', slug: 'a' }, 'Name is required'],
    ['no slug', { name: 'A' }, 'Slug is required'],
    [
      'an uppercase slug',
      { name: 'A', slug: 'W11' },
      'Slug can only contain lowercase letters, numbers, dots, hyphens, and underscores',
    ],
  ])('§5 rejects %s and changes nothing', async (_, body, message) => {
    const before = await versions();
    expect((await create(body).expect(400)).body.message).toBe(message);
    expect((await update(before[0].id, body).expect(400)).body.message).toBe(message);
    expect(await versions()).toEqual(before);
  });

  it('rejects a slug that another version has', async () => {
    const { id } = await created();
    const taken = {
      code: 'SLUG_TAKEN',
      message:
        'The slug ws2022 belongs to another Windows version. Nothing was changed; please choose another one.',
    };
    expect((await create({ name: 'Other', slug: 'ws2022' }).expect(409)).body).toMatchObject(taken);
    expect((await update(id, { name: 'Other', slug: 'ws2022' }).expect(409)).body).toMatchObject(
      taken,
    );
    expect((await versions())[0]).toMatchObject({ name: 'Windows 11 Pro', slug: 'w11-pro' });
  });

  it('assigns a slug to exactly one of ten concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => (await create({ name: 'A', slug: 'a' })).status),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 409)).toHaveLength(9);
  });

  it.each(['reserving', 'pending', 'preparing', 'running'])(
    'refuses to delete a version or change its slug while an install of it is %s',
    async (status) => {
      const { id } = await ws2022();
      await install().expect(200);
      await app.database.query('UPDATE install SET status = $1', [status]);
      expect((await remove(id).expect(409)).body.code).toBe('WINDOWS_VERSION_IN_USE');
      const rename = await update(id, { name: 'Other', slug: 'other' }).expect(409);
      expect(rename.body.code).toBe('WINDOWS_VERSION_IN_USE');
      await update(id, { name: 'Windows Server 2022', slug: 'ws2022' }).expect(200);
    },
  );

  it('deletes a version after its installs ended, and their records keep its name', async () => {
    const { id } = await created();
    await app.database.query(`UPDATE windows_version SET manifest_sha256 = 'x' WHERE id = $1`, [
      id,
    ]);
    const { body } = await install('8.8.4.2', 'w11-pro').expect(200);
    await app.database.query(
      `UPDATE install SET status = 'completed', vps_password = NULL, agent_token_hash = NULL`,
    );
    await remove(id).expect(200);
    const owner = app.as({ userId: body.data.user_id });
    const history = await app.http.get('/api/user/install-history').set(owner);
    expect(history.body.data[0]).toMatchObject({ win_ver: 'w11-pro', win_name: 'Windows 11 Pro' });
  });

  it('lets either the deletion or a concurrent install succeed, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await created({ slug: `race-${round}` });
      await app.database.query(`UPDATE windows_version SET manifest_sha256 = 'x' WHERE id = $1`, [
        id,
      ]);
      const [deleted, installStarted] = await Promise.all([
        remove(id),
        install(`8.8.5.${round}`, `race-${round}`),
      ]);
      expect([
        [200, 400],
        [409, 200],
      ]).toContainEqual([deleted.status, installStarted.status]);
    }
  });

  it('returns 404 for an unknown version', async () => {
    await update(newId(), { name: 'A', slug: 'a' }).expect(404);
    await remove(newId()).expect(404);
    await remove('nonsense').expect(400);
  });

  it('records each administrator action with the values before and after', async () => {
    const { id } = await created({ slug: 'audited' });
    await update(id, { name: 'Renamed', slug: 'renamed' }).expect(200);
    await remove(id).expect(200);
    const records = await waitFor(async () => {
      const events = await app.nats.events('security.audit.recorded.v1');
      const matchingEvents = events.filter(
        ({ payload }) => payload.target === `windows-version:${id}`,
      );
      return matchingEvents.length === 3 ? matchingEvents.map(({ payload }) => payload) : null;
    });
    const read = (text: string) => (text ? (JSON.parse(text) as unknown) : null);
    const [first, second] = [
      { name: 'Windows 11 Pro', slug: 'audited', processor: null, boot_guard: true },
      { name: 'Renamed', slug: 'renamed', processor: null, boot_guard: true },
    ];
    expect(records.map((r) => [r.action, r.actorId, read(r.before), read(r.after)])).toEqual([
      ['windows-version.created', adminId, null, first],
      ['windows-version.updated', adminId, first, second],
      ['windows-version.deleted', adminId, second, null],
    ]);
  });

  it('§6 rejects users who are not administrators', async () => {
    const { id } = await ws2022();
    const calls = (subject?: { authorization: string }) => [
      app.http.get(PATH).set(subject ?? {}),
      app.http
        .post(PATH)
        .set(subject ?? {})
        .send({ name: 'A', slug: 'a' }),
      app.http
        .put(`${PATH}/${id}`)
        .set(subject ?? {})
        .send({ name: 'A', slug: 'a' }),
      app.http.delete(`${PATH}/${id}`).set(subject ?? {}),
    ];
    for (const call of calls(app.as({ userId: newId() }))) await call.expect(403);
    for (const call of calls()) await call.expect(401);
    expect(await ws2022()).toMatchObject({ id, name: 'Windows Server 2022' });
  });
});
