import { newId } from '@casement/common/data/database/new-id.js';
import { Database } from '@casement/common/data/database/database.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import { NEW_AGENT_STATE } from '@casement/install-engine/agent-api/agent-state.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { InstallStepsService } from '../../src/install-steps/install-steps.service.js';
import { EventReader } from '../factories/event-reader.js';
import { FakeQuota } from '../factories/fake-quota.js';
import { aRequest, installApp } from '../factories/install-app.js';

type App = Awaited<ReturnType<typeof installApp>>;

describe('live install streams', () => {
  let app: App;
  let db: Database;
  const readers: EventReader[] = [];
  const userId = newId();

  beforeAll(async () => {
    app = await installApp({ quota: new FakeQuota(100) });
    db = app.get(Database);
  });
  afterAll(() => app.close());
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });
  beforeEach(() => db.query('DELETE FROM install'));

  const start = async (by = userId) => {
    const { body } = await app.http
      .post('/api/user/install')
      .set(app.as({ userId: by }))
      .send(aRequest())
      .expect(200);
    return body.data.id as string;
  };
  const listen = async (path: string, headers: Record<string, string>) => {
    const reader = await EventReader.open(`${app.url}${path}`, headers);
    readers.push(reader);
    return reader;
  };
  const own = (id: string, over: Record<string, string> = {}) =>
    listen(`/api/user/install/${id}/events`, { ...app.as({ userId }), ...over });
  const change = (id: string, set: object) => db.manager.update(InstallEntity, { id }, set);
  const step = async (id: string, name: string) => {
    const { engineState } = await db.manager.findOneByOrFail(InstallEntity, { id });
    await app
      .get(InstallStepsService)
      .begin(
        id,
        { ...engineState, step: name as 'write', stepSince: new Date().toISOString() },
        'w',
      );
  };
  const writing = {
    status: 'running' as const,
    vpsCredentials: null,
    agentState: {
      ...NEW_AGENT_STATE,
      bootNonce: 'b',
      commitNonce: 'b',
      phase: 'writing' as const,
      bytesDone: 634,
      bytesTotal: 1000,
      rate: 46_200_000,
      etaSeconds: 172,
      log: ['chunk 634 written', 'password Secret-1! set'],
    },
  };

  it('send phase, percent, speed, time left and the last log lines without secrets', async () => {
    const id = await start();
    const reader = await own(id);
    expect(reader.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reader.response.headers.get('x-accel-buffering')).toBe('no');
    await reader.find(({ event, data }) => event === 'install' && data['status'] === 'pending');
    await change(id, writing);
    const { data } = await reader.find(
      ({ event, data }) => event === 'install' && data['status'] === 'running',
    );
    expect(data).toMatchObject({
      id,
      progress: { phase: 'writing', percent: 63.4, rate: 46_200_000, eta_seconds: 172 },
      log: ['chunk 634 written', 'password [removed] set'],
    });
    expect(JSON.stringify(reader.events)).not.toContain('Secret-1!');
  });

  it('use recorded steps as event ids and resend missed ones after a reconnect', async () => {
    const id = await start();
    await step(id, 'connect');
    await step(id, 'inspect');
    const first = await own(id);
    const seen = await first.find(({ data }) => data['name'] === 'inspect');
    const recorded = await app.get(InstallStepsService).ofInstalls([id]);
    expect(first.events.flatMap((event) => event.id ?? [])).toEqual(recorded.map((s) => s.id));
    first.close();
    await step(id, 'probe');
    await step(id, 'prepare');
    const second = await own(id, { 'last-event-id': seen.id! });
    await second.find(({ data }) => data['name'] === 'prepare');
    const names = second.events
      .filter(({ event }) => event === 'step')
      .map(({ data }) => data['name']);
    expect(names).toEqual(['probe', 'prepare']);
    const unknownEvent = await own(id, { 'last-event-id': 'unknown' });
    await unknownEvent.find(({ data }) => data['name'] === 'prepare');
    expect(unknownEvent.events.filter(({ event }) => event === 'step')).toHaveLength(4);
  });

  it('end with the install', async () => {
    const id = await start();
    const reader = await own(id);
    await reader.find(({ event }) => event === 'install');
    await change(id, { status: 'failed', vpsCredentials: null });
    await reader.end();
    expect(reader.events.at(-1)).toMatchObject({ event: 'end', data: { status: 'failed' } });
  });

  it('end when the user’s or administrator’s session is revoked', async () => {
    const id = await start();
    const missingId = newId();
    const edge = app.get(EdgeState);
    const isRevoked = edge.isRevoked.bind(edge);
    const sessions = new Set<string>();
    jest
      .spyOn(edge, 'isRevoked')
      .mockImplementation((actor) => sessions.has(actor.sessionId) || isRevoked(actor));
    const reader = await own(id, app.as({ userId, sessionId: missingId }));
    const admin = await listen(
      '/api/admin/install-monitoring/events',
      app.as({ admin: true, sessionId: missingId }),
    );
    const other = await own(id);
    await reader.find(({ event }) => event === 'install');
    await admin.find(({ event }) => event === 'monitoring');
    sessions.add(missingId);
    await reader.end();
    await admin.end();
    expect(other.ended).toBe(false);
  });

  it('end with the token of an administrator who must set up two-factor before opening another', async () => {
    const path = '/api/admin/install-monitoring/events';
    const before = app.as({ admin: true, expiresInSeconds: 5 });
    const reader = await listen(path, before);
    await reader.find(({ event }) => event === 'monitoring');
    await reader.end();
    const after = app.as({ admin: true, needsTwoFactor: true });
    const refused = await listen(path, after);
    expect(refused.response.status).toBe(403);
    expect((await listen(path, before)).response.status).toBe(401);
  });

  it('end when two-factor was enabled in another session, which revokes theirs', async () => {
    const [userId, sessionId] = [newId(), newId()];
    const path = '/api/admin/install-monitoring/events';
    const stream = await listen(path, app.as({ admin: true, userId, sessionId }));
    const enabling = await listen(path, app.as({ admin: true, userId }));
    await stream.find(({ event }) => event === 'monitoring');
    await app.get(EdgeWriter).revokeSession(sessionId);
    await stream.end();
    expect(enabling.ended).toBe(false);
    const again = await listen(path, app.as({ admin: true, userId, sessionId }));
    expect(again.response.status).toBe(401);
  });

  it('return 404 for another user’s install', async () => {
    const id = await start();
    const othersResponse = await listen(
      `/api/user/install/${id}/events`,
      app.as({ userId: newId() }),
    );
    expect(othersResponse.response.status).toBe(404);
    const nobodys = await listen(`/api/user/install/${id}/events`, {});
    expect(nobodys.response.status).toBe(401);
  });

  it('§6 send all installs only to administrators, as they change, without passwords', async () => {
    const refused = await listen('/api/admin/install-monitoring/events', app.as({ userId }));
    expect(refused.response.status).toBe(403);
    const id = await start();
    await step(id, 'connect');
    const reader = await listen('/api/admin/install-monitoring/events', app.as({ admin: true }));
    const first = await reader.find(({ event }) => event === 'monitoring');
    const [recorded] = await app.get(InstallStepsService).ofInstalls([id]);
    expect(first.id).toBe(recorded.id);
    await change(id, writing);
    // The lists are read one after the other, so the latest changes may show the new percentage one event before the
    // installs do.
    const { data } = await reader.find(({ data }) =>
      JSON.stringify(data['installations'] ?? null).includes('"percent":63.4'),
    );
    expect(data).toMatchObject({
      installations: [{ id, status: 'running', passwd_rdp: null }],
      statistics: { active: 1 },
    });
    expect(JSON.stringify(reader.events)).not.toContain('Secret-1!');
  });

  it("refuse a user's twenty-first stream", async () => {
    const by = newId();
    const id = await start(by);
    const othersResponse = () => own(id, app.as({ userId: by }));
    for (let n = 0; n < 20; n++) expect((await othersResponse()).response.status).toBe(200);
    expect((await othersResponse()).response.status).toBe(429);
  });
});

describe('GET /admin/install-monitoring/history', () => {
  let app: App;
  let db: Database;

  beforeAll(async () => {
    app = await installApp({ quota: new FakeQuota(100) });
    db = app.get(Database);
  });
  afterAll(() => app.close());

  const admin = () => app.as({ admin: true });
  const today = () => new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Jakarta' });

  it('counts the installs of each day by status, including empty days', async () => {
    const start = async (ip: string, set: Partial<InstallEntity>) => {
      const { body } = await app.http
        .post('/api/user/install')
        .set(app.as())
        .send(aRequest({ ip }))
        .expect(200);
      const ended = set.status === 'pending' ? {} : { vpsCredentials: null };
      await db.manager.update(InstallEntity, { id: body.data.id }, { ...ended, ...set });
    };
    const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
    await start('8.8.9.1', { status: 'completed' });
    await start('8.8.9.2', { status: 'completed' });
    await start('8.8.9.3', { status: 'failed', createdAt: ago(2) });
    await start('8.8.9.4', { status: 'completed', createdAt: ago(40) });
    const { body } = await app.http
      .get('/api/admin/install-monitoring/history?days=7')
      .set(admin())
      .expect(200);
    expect(body.data).toHaveLength(7);
    expect(body.data[6]).toEqual({
      date: today(),
      counts: { pending: 0, preparing: 0, running: 0, completed: 2, failed: 0, manual_review: 0 },
    });
    expect(body.data[4].counts).toMatchObject({ failed: 1, completed: 0 });
    const all = (body.data as { counts: Record<string, number> }[]).flatMap(({ counts }) =>
      Object.values(counts),
    );
    expect(all.reduce((sum, n) => sum + n, 0)).toBe(3);
  });

  it('returns 30 days by default and at most 90', async () => {
    const get = (query: string) =>
      app.http.get(`/api/admin/install-monitoring/history${query}`).set(admin());
    expect((await get('').expect(200)).body.data).toHaveLength(30);
    for (const unknownEvent of ['?days=0', '?days=91', '?days=x'])
      await get(unknownEvent).expect(400);
  });

  it('§6 rejects users who are not administrators', async () => {
    const path = '/api/admin/install-monitoring/history';
    await app.http.get(path).set(app.as()).expect(403);
    await app.http.get(path).expect(401);
  });
});
