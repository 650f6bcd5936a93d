import { newId } from '@casement/common/data/database/new-id.js';
import { Database } from '@casement/common/data/database/database.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { NEW_AGENT_STATE } from '@casement/install-engine/agent-api/agent-state.js';
import type { ConvertState } from '@casement/install-engine/convert/state.js';
import { InstallMonitoringService } from '../../src/installs/monitoring/install-monitoring.service.js';
import { AgentInstallsService } from '../../src/installs/agent-installs.service.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { InstallTransitions } from '../../src/installs/install-transitions.service.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import { installLeases } from '../../src/installs/install-leases.js';
import { aRequest, installApp } from '../factories/install-app.js';
import { FakeQuota } from '../factories/fake-quota.js';

type App = Awaited<ReturnType<typeof installApp>>;

describe('admin installs API', () => {
  let app: App;
  let db: Database;
  const [adminId, ann, bob] = [newId(), newId(), newId()];
  const DATA = '/api/admin/install-data';
  const MONITORING = '/api/admin/install-monitoring';

  beforeAll(async () => {
    app = await installApp({
      quota: new FakeQuota(1000),
      names: { [ann]: 'Annabel', [bob]: 'bob_%' },
    });
    db = app.get(Database);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.quota.left = 1000;
    app.quota.loseAnswers = false;
    await db.query('DELETE FROM install');
  });

  const admin = () => app.as({ userId: adminId, admin: true });
  const get = (path: string) => app.http.get(path).set(admin());
  const edit = (id: string, status: string) =>
    app.http.put(`${DATA}/${id}`).set(admin()).send({ status });
  const remove = (id: string) => app.http.delete(`${DATA}/${id}`).set(admin());
  const row = (id: string) => db.manager.findOneByOrFail(InstallEntity, { id });
  let lastByte = 0;
  /** Creates an install in this state, bypassing all rules. */
  const an = async (status: string, over: Partial<InstallEntity> = {}, userId = ann) => {
    const { body } = await app.http
      .post('/api/user/install')
      .set(app.as({ userId }))
      .send(aRequest({ ip: over.ip ?? `8.8.6.${(lastByte = (lastByte + 1) % 250)}` }))
      .expect(200);
    const ended = status === 'completed' || status === 'failed';
    const erased = ended ? { vpsCredentials: null, agentTokenHash: null } : {};
    const set = { status: status as InstallEntity['status'], ...erased, ...over };
    await db.manager.update(InstallEntity, { id: body.data.id }, set);
    if (status === 'failed') await app.quota.release(body.data.id as string);
    return body.data.id as string;
  };
  const committed = { agentState: { ...NEW_AGENT_STATE, bootNonce: 'b', commitNonce: 'b' } };
  const ids = async (query: string) =>
    ((await get(`${DATA}${query}`).expect(200)).body.data as { id: string }[]).map(({ id }) => id);

  describe('GET /admin/install-data', () => {
    it('§9 returns 15 per page, newest first, without the RDP password', async () => {
      const all: string[] = [];
      for (let n = 0; n < 16; n++) all.unshift(await an('completed'));
      const { body } = await get(DATA).expect(200);
      expect(body.meta).toEqual({ page: 1, pageSize: 15, total: 16 });
      expect((body.data as { id: string }[]).map(({ id }) => id)).toEqual(all.slice(0, 15));
      expect(body.data[0]).toMatchObject({ username: 'Annabel', passwd_rdp: null });
      expect(JSON.stringify(body)).not.toContain('Secret-1!');
      expect(await ids('?page=2')).toEqual(all.slice(15));
    });

    it('§2 searches username, ip and status without regard to case', async () => {
      const first = await an('completed', { ip: '8.8.7.77' });
      const second = await an('failed', {}, bob);
      expect(await ids('?search=ANNA')).toEqual([first]);
      expect(await ids('?search=7.77')).toEqual([first]);
      expect(await ids('?search=Fail')).toEqual([second]);
      const third = await an('manual_review');
      expect(await ids('?search=manual_review')).toEqual([third]);
      // Search text as displayed in the table.
      expect(await ids('?search=Manual%20review')).toEqual([third]);
      expect(await ids('?search=_%25')).toEqual([second]);
      expect(await ids('?search=nothing')).toEqual([]);
    });

    it('skips a locked record when storing usernames and stores it on the next call', async () => {
      const [held, other] = [await an('completed'), await an('completed')];
      await db.query('UPDATE install SET username = NULL');
      await db.transaction(async (tx) => {
        await tx.query('SELECT 1 FROM install WHERE id = $1 FOR UPDATE', [held]);
        const { body } = await get(DATA).expect(200);
        expect(body.data).toMatchObject([{ username: 'Annabel' }, { username: 'Annabel' }]);
        expect((await row(other)).username).toBe('Annabel');
        expect((await row(held)).username).toBeNull();
      });
      await get(DATA).expect(200);
      expect((await row(held)).username).toBe('Annabel');
    });

    it('§2 filters by status, where active means pending, preparing or running', async () => {
      const statuses = ['pending', 'preparing', 'running', 'manual_review', 'completed', 'failed'];
      const made: string[] = [];
      for (const status of statuses) made.push(await an(status));
      expect(await ids('?status=active')).toEqual([made[2], made[1], made[0]]);
      expect(await ids('?status=manual_review')).toEqual([made[3]]);
      expect(await ids('?status=active&search=preparing')).toEqual([made[1]]);
      await get(`${DATA}?status=odd`).expect(400);
    });

    it('sorts by start and by status (newest first within a status), by page and cursor', async () => {
      const [a, b, c, d] = [
        await an('failed'),
        await an('completed'),
        await an('running'),
        await an('completed'),
      ];
      const cases: [query: string, all: string[]][] = [
        ['sort=created_at&order=asc', [a, b, c, d]],
        ['sort=created_at', [d, c, b, a]],
        ['sort=status&order=asc', [d, b, a, c]],
        ['sort=status&order=desc', [c, a, d, b]],
      ];
      for (const [query, all] of cases) {
        expect(await ids(`?${query}`)).toEqual(all);
        const pages = [1, 2].map((page) => ids(`?${query}&pageSize=2&page=${page}`));
        expect((await Promise.all(pages)).flat()).toEqual(all);
        const read: string[] = [];
        for (let after: string | undefined = ''; after !== undefined;) {
          const answer = await get(`${DATA}?${query}&pageSize=1&after=${after}`).expect(200);
          const body = answer.body as { data: { id: string }[]; meta: { next?: string } };
          read.push(...body.data.map(({ id }) => id));
          after = body.meta.next;
        }
        expect(read).toEqual(all);
      }
      await get(`${DATA}?sort=rdp_password`).expect(400);
    });

    it('filters by user in combination with the other filters', async () => {
      const first = await an('completed');
      await an('completed', {}, bob);
      const second = await an('failed');
      expect(await ids(`?user=${ann}`)).toEqual([second, first]);
      expect(await ids(`?user=${ann}&status=failed`)).toEqual([second]);
      expect(await ids(`?user=${bob}&search=anna`)).toEqual([]);
      expect(await ids(`?user=${newId()}`)).toEqual([]);
      await get(`${DATA}?user=x`).expect(400);
    });

    it('hides installs whose quota is not held yet', async () => {
      const id = await an('reserving');
      expect(await ids('')).toEqual([]);
      await edit(id, 'failed').expect(404);
      await remove(id).expect(404);
    });
  });

  describe('DELETE /admin/install-data/{id}', () => {
    it.each(['completed', 'failed'])('§8 deletes a %s install', async (status) => {
      const id = await an(status);
      const { body } = await remove(id).expect(200);
      expect(body.message).toBe('Install data deleted successfully');
      await remove(id).expect(404);
    });

    it('deletes an install in review only after its quota is settled', async () => {
      const id = await an('manual_review');
      const { body } = await remove(id).expect(409);
      expect(body.code).toBe('INSTALL_ACTIVE');
      expect(body.message).toContain('set it to completed or failed first');
      await edit(id, 'failed').expect(200);
      await remove(id).expect(200);
    });

    it.each(['pending', 'preparing', 'running'])(
      'refuses to delete a %s install',
      async (status) => {
        const id = await an(status);
        expect((await remove(id).expect(409)).body.code).toBe('INSTALL_ACTIVE');
        expect((await row(id)).status).toBe(status);
      },
    );
  });

  describe('PUT /admin/install-data/{id}', () => {
    it.each(['pending', 'preparing', 'running', 'manual_review', 'completed'])(
      '§4 sets a %s install to failed and publishes the event for billing',
      async (status) => {
        const id = await an(status);
        const { version } = await row(id);
        const { body } = await edit(id, 'failed').expect(200);
        expect(body).toMatchObject({
          message: 'Install status updated successfully',
          data: { id, status: 'failed', quota: 'returned', passwd_rdp: null },
        });
        const after = await row(id);
        expect(after).toMatchObject({ version: version + 1, vpsCredentials: null });
        const event = await waitFor(async () => {
          const events = await app.nats.events('install.job.status-changed.v1');
          return events.find((e) => e.payload.installId === id && e.payload.status === 'failed');
        });
        expect(event.payload).toMatchObject({ previousStatus: status, version: version + 1 });
      },
    );

    it('§4 delays failed before the commit until the VPS is back in Linux', async () => {
      const id = await an('preparing', { agentTokenHash: 'live' });
      const plan = {} as NonNullable<ConvertState['plan']>;
      const { engineState } = await row(id);
      const sent = { ...engineState, step: 'check-in' as const, plan };
      await db.manager.update(InstallEntity, { id }, { engineState: sent });
      const leases = installLeases(db, { INSTALL_LEASE_SECONDS: 30 });
      const lease = (await leases.claim('worker'))!;
      const { body } = await edit(id, 'failed').expect(200);
      expect(body.message).toContain('returned to Linux');
      expect(body.data).toMatchObject({ status: 'preparing', quota: 'held' });
      const after = await row(id);
      expect(after.vpsCredentials).not.toBeNull();
      expect(after).toMatchObject({
        agentState: { commitClosed: true },
        engineState: { step: 'restore', failure: { code: 'ENDED_BY_ADMINISTRATOR' } },
      });
      await expect(db.transaction((tx) => leases.hold(tx, lease))).rejects.toThrow(LeaseLost);
      const again = await edit(id, 'failed').expect(200);
      expect(again.body.data.status).toBe('preparing');
      expect((await row(id)).version).toBe(after.version);
    });

    it('lists possible leftovers on the VPS if signing in is no longer possible', async () => {
      const id = await an('preparing', { vpsCredentials: null });
      const { engineState } = await row(id);
      const plan = {} as NonNullable<ConvertState['plan']>;
      await db.manager.update(InstallEntity, { id }, { engineState: { ...engineState, plan } });
      const { body } = await edit(id, 'failed').expect(200);
      expect(body.data).toMatchObject({
        status: 'failed',
        restored: { linux: false, clean: false, left: ['/var/lib/casement'] },
      });
    });

    it('§4 charges a failed install again when it is set to completed', async () => {
      const id = await an('failed');
      const { left } = app.quota;
      const { body } = await edit(id, 'completed').expect(200);
      expect(body.data).toMatchObject({ status: 'completed', quota: 'spent', failure: null });
      expect(app.quota.left).toBe(left - 1);
    });

    it('refuses to set a failed install to completed without quota', async () => {
      const id = await an('failed');
      app.quota.left = 0;
      expect((await edit(id, 'completed').expect(409)).body.code).toBe('INSTALL_NOT_CHARGEABLE');
      expect((await row(id)).status).toBe('failed');
    });

    it("edits nothing when billing's response is lost, and charges once when repeated", async () => {
      const id = await an('failed');
      const { left } = app.quota;
      app.quota.loseAnswers = true;
      expect((await edit(id, 'completed').expect(503)).body.message).toContain(
        'returned automatically',
      );
      expect((await row(id)).status).toBe('failed');
      app.quota.loseAnswers = false;
      await edit(id, 'completed').expect(200);
      expect(app.quota.left).toBe(left - 1);
    });

    it('requests no charge if the quota is still held', async () => {
      const id = await an('running', committed);
      app.quota.left = 0;
      await edit(id, 'completed').expect(200);
    });

    it('§4 restarts a preparing install and fences off its worker', async () => {
      const id = await an('pending');
      const leases = installLeases(db, { INSTALL_LEASE_SECONDS: 30 });
      const lease = (await leases.claim('worker'))!;
      await db.manager.update(
        InstallEntity,
        { id },
        { status: 'preparing', agentTokenHash: 'old' },
      );
      await edit(id, 'pending').expect(200);
      expect(await row(id)).toMatchObject({ status: 'pending', agentTokenHash: null });
      const held = db.transaction((tx) => leases.hold(tx, lease));
      await expect(held).rejects.toThrow(LeaseLost);
      expect((await leases.claim('other'))?.id).toBe(id);
    });

    it('§4 resumes an install in review while its stage is alive', async () => {
      const reported = (minutesAgo: number) => ({
        ...committed.agentState,
        reportedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
      });
      const id = await an('manual_review', { agentState: reported(1), agentTokenHash: 'live' });
      await edit(id, 'running').expect(200);
      expect((await row(id)).engineState).toMatchObject({ step: 'write', status: 'running' });
      const silent = await an('manual_review', { agentState: reported(6), agentTokenHash: 'lost' });
      const { body } = await edit(silent, 'running').expect(409);
      expect(body.message).toContain('No stage is running');
    });

    it.each([
      ['completed', {}, 'pending', 'has ended'],
      ['failed', {}, 'running', 'has ended'],
      ['preparing', { vpsCredentials: null }, 'pending', 'no longer stored'],
      ['preparing', {}, 'running', 'has not started'],
      ['running', committed, 'pending', 'has already started'],
      ['manual_review', committed, 'running', 'No stage is running'],
    ])('refuses to set a %s install (%j) to %s', async (from, over, to, reason) => {
      const id = await an(from, over);
      const { version } = await row(id);
      const { left } = app.quota;
      const { body } = await edit(id, to).expect(409);
      expect(body.code).toBe('INSTALL_EDIT_REFUSED');
      expect(body.message).toContain(reason);
      expect(await row(id)).toMatchObject({ status: from, version });
      expect(app.quota.left).toBe(left);
    });

    it.each(['preparing', 'manual_review', 'odd'])(
      '§4 never accepts %s as a manual status',
      async (status) => {
        const id = await an('pending');
        await edit(id, status).expect(400);
        expect((await row(id)).status).toBe('pending');
      },
    );

    it('changes nothing if the install already has the status', async () => {
      const id = await an('completed');
      const { version } = await row(id);
      await edit(id, 'completed').expect(200);
      expect((await row(id)).version).toBe(version);
    });

    it('applies exactly one of a concurrent edit, commit and worker’s end', async () => {
      for (let round = 0; round < 10; round++) {
        const id = await an('preparing', {
          agentTokenHash: `hash-${round}`,
          agentState: { ...NEW_AGENT_STATE, bootNonce: 'b' },
        });
        const before = await row(id);
        const granted = { ...NEW_AGENT_STATE, bootNonce: 'b', commitNonce: 'b' };
        const [edited, commit, ended] = await Promise.all([
          edit(id, 'completed'),
          app.get(AgentInstallsService).grantCommit(id, 'b', granted),
          db.transaction((tx) =>
            app.get(InstallTransitions).settle(tx, before, 'failed', before.engineState),
          ),
        ]);
        const after = await row(id);
        const wins = [edited.status === 200, commit, ended !== null];
        // An edit that starts after another change is complete merely follows it and is not a second winner.
        expect(after.version - before.version).toBe(wins.filter(Boolean).length);
        expect(wins.filter(Boolean).length - (edited.status === 200 ? 1 : 0)).toBeLessThan(2);
        if (edited.status === 200) expect(after.status).toBe('completed');
      }
    });

    it('writes audit records of the edit and the deletion', async () => {
      const id = await an('manual_review');
      await edit(id, 'failed').expect(200);
      await remove(id).expect(200);
      const records = await waitFor(async () => {
        const events = await app.nats.events('security.audit.recorded.v1');
        const matchingEvents = events.filter(({ payload }) => payload.target === `install:${id}`);
        return matchingEvents.length === 2 ? matchingEvents.map(({ payload }) => payload) : null;
      });
      expect(records.map((one) => [one.action, one.actorId])).toEqual([
        ['install.status-edited', adminId],
        ['install.deleted', adminId],
      ]);
      expect(JSON.parse(records[0].before)).toEqual({ status: 'manual_review' });
      expect(JSON.parse(records[0].after)).toEqual({ status: 'failed' });
    });
  });

  describe('GET /admin/install-monitoring', () => {
    it('§3 returns active installs first, recent changes and the statistics', async () => {
      const done = await an('completed');
      const active = await an('running');
      const failed = await an('failed');
      await edit(done, 'failed').expect(200);
      const { body } = await get(`${MONITORING}/realtime`).expect(200);
      const listed = (rows: { id: string }[]) => rows.map(({ id }) => id);
      expect(listed(body.data.installations)).toEqual([active, done, failed]);
      expect(listed(body.data.recentActivity)[0]).toBe(done);
      expect(body.data.statistics).toEqual({
        total: 3,
        active: 1,
        completed: 0,
        failed: 2,
        statusBreakdown: {
          pending: 0,
          preparing: 0,
          running: 1,
          manual_review: 0,
          completed: 0,
          failed: 2,
        },
      });
      expect(JSON.stringify(body)).not.toContain('Secret-1!');
    });

    it.each([
      ['pending', 0],
      ['preparing', 25],
      ['running', 75],
      ['completed', 100],
      ['failed', 100],
      ['manual_review', 100],
    ])(
      '§4 reports %s as %i percent, separate from the live percentage',
      async (status, progress) => {
        const id = await an(status, {
          agentState: { ...NEW_AGENT_STATE, bytesDone: 1, bytesTotal: 8 },
        });
        const { body } = await get(`${MONITORING}/progress/${id}`).expect(200);
        expect(body.data).toEqual({ id, status, progress, live_percent: 12.5 });
      },
    );

    it('caps the live percentage at 100 for any report of the stage', async () => {
      const agentState = { ...NEW_AGENT_STATE, bytesDone: 9, bytesTotal: 8 };
      const id = await an('running', { agentState });
      const { body } = await get(`${MONITORING}/progress/${id}`).expect(200);
      expect(body.data.live_percent).toBe(100);
    });

    it('counts started and ended installs by hour, and failures by phase', async () => {
      const now = new Date('2026-11-21T07:10:00.000Z');
      const hourAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
      const writing = { ...NEW_AGENT_STATE, phase: 'writing' as const, bytesDone: 43 };
      await an('completed', { createdAt: now, statusChangedAt: now });
      await an('completed', { createdAt: hourAgo(3), statusChangedAt: hourAgo(2) });
      await an('failed', {
        createdAt: hourAgo(30),
        statusChangedAt: hourAgo(2),
        agentState: { ...writing, bytesTotal: 100 },
      });
      await an('failed', { createdAt: hourAgo(30), statusChangedAt: hourAgo(25) });
      await an('manual_review', { createdAt: hourAgo(3) });
      await an('reserving', { createdAt: now });
      const hours = await app.get(InstallMonitoringService).hours(now);
      expect(hours).toHaveLength(24);
      const begin = '2026-11-21T07:00:00.000Z';
      expect(hours[23]).toEqual({ at: begin, started: 1, completed: 1, failed: 0, stopped: [] });
      expect(hours[21]).toMatchObject({
        started: 0,
        completed: 1,
        failed: 1,
        stopped: [{ phase: 'writing', percent: 43 }],
      });
      expect(hours[20]).toMatchObject({ started: 2, completed: 0, failed: 0 });
      const sum = (key: 'started' | 'completed' | 'failed') =>
        hours.reduce((all, hour) => all + hour[key], 0);
      expect([sum('started'), sum('completed'), sum('failed')]).toEqual([3, 2, 1]);
      expect((await get(`${MONITORING}/hours`).expect(200)).body.data).toHaveLength(24);
    });

    it('keeps the progress that a failed install had reached', async () => {
      const agentState = { ...NEW_AGENT_STATE, phase: 'writing' as const, bytesDone: 43 };
      const id = await an('manual_review', { agentState: { ...agentState, bytesTotal: 100 } });
      const { body } = await edit(id, 'failed').expect(200);
      expect(body.data).toMatchObject({
        status: 'failed',
        progress: { phase: 'writing', percent: 43 },
      });
    });

    it('returns 404 for unknown installs', async () => {
      await get(`${MONITORING}/progress/${newId()}`).expect(404);
    });
  });

  it('§6 rejects users who are not administrators', async () => {
    const id = await an('completed');
    for (const [headers, status] of [
      [app.as({ userId: ann }), 403],
      [{}, 401],
    ] as const) {
      await app.http.get(DATA).set(headers).expect(status);
      await app.http.put(`${DATA}/${id}`).set(headers).send({ status: 'failed' }).expect(status);
      await app.http.delete(`${DATA}/${id}`).set(headers).expect(status);
      await app.http.get(`${MONITORING}/realtime`).set(headers).expect(status);
      await app.http.get(`${MONITORING}/hours`).set(headers).expect(status);
      await app.http.get(`${MONITORING}/progress/${id}`).set(headers).expect(status);
    }
    expect((await row(id)).status).toBe('completed');
  });
});
