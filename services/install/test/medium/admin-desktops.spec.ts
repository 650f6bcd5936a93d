import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { DesktopSession } from '@casement/proto/http/install/desktops/desktops.js';
import { DesktopWorld } from '../factories/desktop-world.js';

const LIST = '/api/admin/desktops';

describe('desktops for administrators', () => {
  let world: DesktopWorld;
  const [adminId, ann, bob] = [newId(), newId(), newId()];
  beforeAll(async () => {
    world = await DesktopWorld.start({}, { [ann]: 'Annabel' });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.db.query('DELETE FROM install');
    await world.db.query('DELETE FROM desktop_session');
  });

  const admin = () => world.app.as({ userId: adminId, admin: true });
  const list = async (query = '') => {
    const answer = await world.app.http.get(`${LIST}${query}`).set(admin()).expect(200);
    return answer.body as { data: DesktopSession[]; meta: object };
  };
  const ids = async (query: string) => (await list(query)).data.map(({ id }) => id);
  const end = (id: string) => world.app.http.post(`${LIST}/${id}/end`).set(admin());
  const audited = async (id: string) => {
    const events = await world.app.nats.events('security.audit.recorded.v1');
    return events.filter(({ payload }) => payload.target === `desktop:${id}`);
  };

  it('lists opened desktops newest first, without unused tickets and secrets', async () => {
    const first = await world.opened({ userId: ann });
    const second = await world.opened({ userId: bob });
    await world.report([
      { sessionId: second.sessionId, bytesToWindows: 5, bytesToBrowser: 6, ended: 'closed' },
    ]);
    const { ticket } = await world.ticket(await world.completed(ann), { userId: ann });
    const { data, meta } = await list();
    expect(meta).toEqual({ page: 1, pageSize: 15, total: 2 });
    expect(data).toEqual([
      {
        id: second.sessionId,
        user_id: bob,
        username: null,
        install_id: second.installId,
        ip: second.host,
        port: 3389,
        client_address: '203.0.113.7',
        opened_at: expect.any(String) as string,
        reported_at: expect.any(String) as string,
        ending: null,
        bytes_to_windows: 5,
        bytes_to_browser: 6,
        ended_at: expect.any(String) as string,
        end: 'closed',
      },
      expect.objectContaining({
        id: first.sessionId,
        username: 'Annabel',
        ended_at: null,
        end: null,
      }),
    ]);
    expect(JSON.stringify(data)).not.toContain(ticket);
  });

  it('filters by state and user, and searches addresses and username', async () => {
    const { sessionId: open, host } = await world.opened({ userId: ann });
    const { sessionId: over } = await world.opened({ userId: bob });
    await world.report([{ sessionId: over, ended: 'closed' }]);
    await world.db.query(`UPDATE install SET username = 'An_na' WHERE user_id = $1`, [ann]);
    expect(await ids('?status=open')).toEqual([open]);
    expect(await ids('?status=ended')).toEqual([over]);
    expect(await ids(`?user=${ann}`)).toEqual([open]);
    expect(await ids('?search=AN_N')).toEqual([open]);
    expect(await ids('?search=a%25n')).toEqual([]);
    expect(await ids(`?search=${host}`)).toEqual([open]);
    expect(await ids('?search=203.0.113')).toEqual([over, open]);
    await world.app.http.get(`${LIST}?status=lost`).set(admin()).expect(400);
  });

  it('ends a desktop with its next report and records it once when requested twice', async () => {
    const { sessionId, installId, host } = await world.opened({ userId: ann });
    const { body } = await end(sessionId).expect(200);
    expect((body as { data: DesktopSession }).data).toMatchObject({
      id: sessionId,
      username: 'Annabel',
      ending: 'ended_by_administrator',
      ended_at: null,
    });
    await end(sessionId).expect(200);
    const ordered = [{ sessionId, reason: 'ended_by_administrator' }];
    expect(await world.report([{ sessionId }])).toEqual(ordered);
    await world.report([{ sessionId, ended: 'ended_by_administrator' }]);
    const again = (await end(sessionId).expect(200)).body as { data: DesktopSession };
    expect(again.data).toMatchObject({ ending: null, end: 'ended_by_administrator' });
    const [record, ...more] = await waitFor(async () => {
      const records = await audited(sessionId);
      return records.length > 0 ? records : null;
    });
    expect(more).toEqual([]);
    expect(record?.payload).toMatchObject({ action: 'desktop.ended', actorId: adminId });
    expect(JSON.parse(String(record?.payload.before))).toEqual({
      user_id: ann,
      install_id: installId,
      ip: host,
    });
  });

  it('records the end once when many administrators end a desktop concurrently', async () => {
    const { sessionId } = await world.opened({ userId: ann });
    const answers = await Promise.all(Array.from({ length: 6 }, () => end(sessionId)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const outbox = await world.db.query(
      `SELECT count(*)::int AS count FROM outbox WHERE payload LIKE $1`,
      [`%"desktop:${sessionId}"%`],
    );
    expect(outbox).toEqual([{ count: 1 }]);
  });

  it('returns 404 for deleted or never opened desktops', async () => {
    await end(newId()).expect(404);
    await end('nonsense').expect(400);
    await world.ticket(await world.completed(ann), { userId: ann });
    await end(await world.latest(ann)).expect(404);
  });

  it('rejects customers', async () => {
    const { sessionId } = await world.opened({ userId: ann });
    const customer = world.app.as({ userId: ann });
    await world.app.http.get(LIST).set(customer).expect(403);
    await world.app.http.post(`${LIST}/${sessionId}/end`).set(customer).expect(403);
    expect(await world.report([{ sessionId }])).toEqual([]);
  });
});
