import type { AdminInstallDetails } from '@casement/proto/http/install/admin-installs.js';
import { Database } from '@casement/common/data/database/database.js';
import { FakeQuota } from '../factories/fake-quota.js';
import { BOOT, CAN_INSTALL, guardedWorld } from '../factories/guarded-world.js';
import { installApp } from '../factories/install-app.js';

const OTHER_BOOT = 'c'.repeat(32);
const NOTE = 'Windows stops at its logo';

describe('decisions of administrators about an install in recovery', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  const world = guardedWorld(() => app, '8.8.41');
  const { row, update, report, started, recovered } = world;

  beforeAll(async () => {
    app = await installApp({ quota: new FakeQuota(1000), env: { BOOT_GUARD: 'on' } });
    await world.aVersion('stored');
  });
  afterAll(() => app.close());

  type Install = Awaited<ReturnType<typeof started>>;
  const admin = (over: object = {}) => app.as({ admin: true, ...over });
  const start = ({ id }: { id: string }) =>
    app.http.post(`/api/admin/install-data/${id}/start-windows`).set(admin());
  const release = ({ id }: { id: string }, note: string = NOTE) =>
    app.http.post(`/api/admin/install-data/${id}/release`).set(admin()).send({ note });
  const actionsOf = async ({ id }: { id: string }) => {
    const { body } = await app.http.get(`/api/admin/install-data/${id}`).set(admin()).expect(200);
    return (body as { data: AdminInstallDetails }).data.recovery;
  };
  const orderFor = async (install: Install, boot_id = BOOT) =>
    (await report(install, { ...CAN_INSTALL, boot_id }).expect(200)).body as { order: string };
  const statusChanges = ({ id }: { id: string }) =>
    app.get(Database).query<{ status: string }>(
      `SELECT payload::jsonb->>'status' AS status FROM outbox
       WHERE subject = 'install.job.status-changed.v1' AND ordering_key = $1 ORDER BY seq`,
      [id],
    );
  const audits = async ({ id }: { id: string }) => {
    const events = await app
      .get(Database)
      .query<{ payload: string }>(
        `SELECT payload FROM outbox WHERE subject = 'security.audit.recorded.v1'`,
      );
    return events
      .map(({ payload }) => JSON.parse(payload) as { action: string; target: string })
      .filter(({ target }) => target === `install:${id}`);
  };
  /** Install that waits for an administrator because its Windows had answered before. */
  const inReview = async () => {
    const install = await started();
    const { agentState } = await row(install.id);
    await update(install.id, {
      agentState: { ...agentState, windowsUpAt: new Date().toISOString() },
    });
    await report(install, CAN_INSTALL).expect(200);
    expect((await row(install.id)).status).toBe('manual_review');
    return install;
  };

  it('has no actions before the recovery system has reported', async () => {
    const install = await started();
    expect(await actionsOf(install)).toBeNull();
    await start(install).expect(409);
    await release(install).expect(409);
  });

  describe('start of Windows', () => {
    it('is ordered from the boot that reported last, and from no other', async () => {
      const install = await inReview();
      expect(await actionsOf(install)).toEqual({ start_windows: 'possible', release: true });
      await start(install).expect(200);
      expect(await actionsOf(install)).toEqual({ start_windows: 'ordered', release: true });
      expect(await orderFor(install)).toMatchObject({ order: 'restart_windows' });
      expect(await orderFor(install)).toMatchObject({ order: 'restart_windows' });
      expect(await orderFor(install, OTHER_BOOT)).toMatchObject({ order: 'wait' });
      expect(await actionsOf(install)).toEqual({ start_windows: 'possible', release: true });
      expect(await row(install.id)).toMatchObject({ status: 'manual_review' });
    });

    it('watches for Windows as long as for a new one, also after the review has ended', async () => {
      const install = await inReview();
      const { engineState, leaseEpoch } = await row(install.id);
      const stepSince = new Date(Date.now() - 48 * 3_600_000).toISOString();
      await update(install.id, { engineState: { ...engineState, step: 'end', stepSince } });
      await start(install).expect(200);
      const stored = await row(install.id);
      expect(stored.engineState.step).toBe('review');
      expect(Date.parse(stored.engineState.stepSince)).toBeGreaterThan(Date.now() - 60_000);
      expect(stored.leaseEpoch).toBe(leaseEpoch + 1);
      expect(stored.runAfter.getTime()).toBeLessThanOrEqual(Date.now());
    });

    it('is ordered and audited once by concurrent requests', async () => {
      const install = await inReview();
      const answers = await Promise.all([start(install), start(install), start(install)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const ordered = (await audits(install)).filter(
        ({ action }) => action === 'install.windows-restarted',
      );
      expect(ordered).toHaveLength(1);
    });

    it('changes neither state nor quota of a failed install', async () => {
      const install = await recovered();
      const before = await statusChanges(install);
      await start(install).expect(200);
      expect(await orderFor(install)).toMatchObject({ order: 'restart_windows' });
      expect(await statusChanges(install)).toEqual(before);
      expect(await row(install.id)).toMatchObject({ status: 'failed' });
    });

    it('is refused while another install of the machine is in progress', async () => {
      const install = await recovered();
      await world.again(install).expect(200);
      const { body } = await start(install).expect(409);
      expect(body).toMatchObject({ code: 'INSTALL_IN_PROGRESS' });
    });

    it('gives way to an install that the owner orders later', async () => {
      const install = await recovered();
      await start(install).expect(200);
      await world.again(install).expect(200);
      expect(await orderFor(install)).toEqual({ order: 'wait', poll_seconds: 5 });
    });

    it('is refused when the recovery system is silent or was overwritten', async () => {
      const [silent, overwritten] = [await recovered(), await recovered()];
      const { agentState } = await row(silent.id);
      const reportedAt = new Date(Date.now() - 11 * 60_000).toISOString();
      await update(silent.id, {
        agentState: { ...agentState, recovery: { ...agentState.recovery!, reportedAt } },
      });
      await update(overwritten.id, { recoveryTokenHash: null });
      for (const install of [silent, overwritten]) {
        expect(await actionsOf(install)).toMatchObject({ start_windows: 'impossible' });
        const { body } = await start(install).expect(409);
        expect(body).toMatchObject({ code: 'RECOVERY_NOT_READY' });
      }
    });
  });

  describe('release', () => {
    it('fails the install with its cause, publishes one event and keeps the note in the audit log', async () => {
      const install = await inReview();
      await release(install, '  ').expect(400);
      const answers = await Promise.all([release(install), release(install)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await row(install.id)).toMatchObject({
        status: 'failed',
        agentTokenHash: null,
        engineState: { step: 'end', failure: { code: 'WINDOWS_DID_NOT_START' } },
      });
      const changes = await statusChanges(install);
      expect(changes.filter(({ status }) => status === 'failed')).toHaveLength(1);
      expect(await audits(install)).toMatchObject([
        {
          action: 'install.released',
          before: JSON.stringify({ status: 'manual_review' }),
          after: JSON.stringify({ status: 'failed', note: NOTE }),
        },
      ]);
      expect(await actionsOf(install)).toMatchObject({ release: false });
      // The owner may use the recovery system.
      await world.again(install).expect(200);
    });

    it('ends a running install whose recovery system was chosen in the boot menu', async () => {
      const install = await started();
      await report(install, { guard: 'unknown' }).expect(200);
      await release(install).expect(200);
      expect(await row(install.id)).toMatchObject({
        status: 'failed',
        engineState: { failure: { code: 'ENDED_BY_ADMINISTRATOR' } },
      });
    });

    it('withdraws the order to start Windows', async () => {
      const install = await inReview();
      await start(install).expect(200);
      await release(install).expect(200);
      expect(await orderFor(install)).toMatchObject({ order: 'wait' });
    });

    it('loses against a proof of Windows', async () => {
      const install = await inReview();
      await app.http
        .put(`/api/admin/install-data/${install.id}`)
        .set(admin())
        .send({ status: 'completed' })
        .expect(200);
      const { body } = await release(install).expect(409);
      expect(body).toMatchObject({ code: 'INSTALL_CHANGED' });
      expect((await row(install.id)).status).toBe('completed');
    });
  });

  it('§6 are for administrators with a recent password or code', async () => {
    const install = await inReview();
    for (const path of ['start-windows', 'release']) {
      const call = (who: { authorization: string }) =>
        app.http
          .post(`/api/admin/install-data/${install.id}/${path}`)
          .set(who)
          .send({ note: NOTE });
      await call(app.as({ userId: install.userId })).expect(403);
      const { body } = await call(admin({ confirmedSecondsAgo: 600 })).expect(403);
      expect(body).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    }
  });
});
