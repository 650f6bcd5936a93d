import { newId } from '@casement/common/data/database/new-id.js';
import { Database } from '@casement/common/data/database/database.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { closed } from '@casement/install-engine/agent-api/agent-session.js';
import { NEW_AGENT_STATE } from '@casement/install-engine/agent-api/agent-state.js';
import type { ConvertState } from '@casement/install-engine/convert/state.js';
import { toFailure } from '@casement/install-engine/failures/engine-error.js';
import { AgentInstallsService } from '../../src/installs/agent-installs.service.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import { installLeases } from '../../src/installs/install-leases.js';
import { FakeQuota } from '../factories/fake-quota.js';
import { aRequest, installApp } from '../factories/install-app.js';

type App = Awaited<ReturnType<typeof installApp>>;

describe('POST /user/install/{id}/cancel', () => {
  let app: App;
  let db: Database;
  const userId = newId();
  const adminId = newId();

  beforeAll(async () => {
    app = await installApp({ quota: new FakeQuota(10_000) });
    db = app.get(Database);
  });
  afterAll(() => app.close());
  beforeEach(() => db.query('DELETE FROM install'));

  const cancel = (id: string, by = userId) =>
    app.http.post(`/api/user/install/${id}/cancel`).set(app.as({ userId: by }));
  const row = (id: string) => db.manager.findOneByOrFail(InstallEntity, { id });
  const plan = {} as ConvertState['plan'];
  let lastByte = 0;
  /** Creates an install in this state, bypassing all rules. */
  const an = async (
    status: InstallEntity['status'],
    { engine = {}, agent = {} }: { engine?: Partial<ConvertState>; agent?: object } = {},
  ) => {
    const { body } = await app.http
      .post('/api/user/install')
      .set(app.as({ userId }))
      .send(aRequest({ ip: `8.8.5.${(lastByte = (lastByte + 1) % 250)}` }))
      .expect(200);
    const id = body.data.id as string;
    const { engineState } = await row(id);
    const ended = status === 'completed' || status === 'failed';
    await db.manager.update(
      InstallEntity,
      { id },
      {
        status,
        engineState: { ...engineState, ...engine },
        agentState: { ...NEW_AGENT_STATE, ...agent },
        ...(ended ? { vpsCredentials: null } : { agentTokenHash: newId() }),
      },
    );
    return id;
  };
  const committed = { agent: { bootNonce: 'b', commitNonce: 'b' } };

  it.each(['pending', 'preparing'] as const)(
    'ends a %s install immediately if nothing was sent to the VPS, and publishes the event',
    async (status) => {
      const id = await an(status);
      const lease = await installLeases(db, { INSTALL_LEASE_SECONDS: 30 }).claim('worker');
      const { body } = await cancel(id).expect(200);
      expect(body).toMatchObject({
        message: 'Install cancelled',
        data: {
          id,
          status: 'failed',
          quota: 'returned',
          failure: {
            code: 'CANCELLED',
            message: 'The install was cancelled before the disk was changed.',
          },
          restored: { linux: true, clean: true, left: [] },
        },
      });
      expect(await row(id)).toMatchObject({ vpsCredentials: null, agentTokenHash: null });
      await waitFor(async () => {
        const events = await app.nats.events('install.job.status-changed.v1');
        return events.some(
          ({ payload }) =>
            payload.installId === id &&
            payload.status === 'failed' &&
            payload.failureCode === 'CANCELLED',
        );
      });
      // The install's worker has lost the lease.
      const leases = installLeases(db, { INSTALL_LEASE_SECONDS: 30 });
      await expect(db.transaction((tx) => leases.hold(tx, lease!))).rejects.toThrow(LeaseLost);
    },
  );

  it('returns the VPS to Linux first if files were sent to it', async () => {
    const id = await an('preparing', { engine: { step: 'check-in', plan } });
    const { body } = await cancel(id).expect(200);
    expect(body.message).toContain('the VPS returns to Linux');
    expect(body.data).toMatchObject({
      status: 'preparing',
      quota: 'held',
      failure: { code: 'CANCELLED' },
    });
    const after = await row(id);
    expect(after.engineState).toMatchObject({ step: 'restore' });
    expect(after.agentState).toMatchObject({ commitClosed: true });
    expect(after.vpsCredentials).not.toBeNull();
  });

  it('returns the same response when repeated after a lost response', async () => {
    const returning = await an('preparing', { engine: { step: 'check-in', plan } });
    const first = await cancel(returning).expect(200);
    const again = await cancel(returning).expect(200);
    expect(again.body.data).toEqual(first.body.data);
    const ended = await an('pending');
    await cancel(ended).expect(200);
    expect((await cancel(ended).expect(200)).body.data.status).toBe('failed');
  });

  it.each([
    ['running', committed, 'can no longer return to Linux'],
    ['manual_review', committed, 'can no longer return to Linux'],
    ['completed', committed, 'nothing to cancel'],
    ['failed', {}, 'has already failed'],
  ] as const)('refuses a %s install with a reason', async (status, state, reason) => {
    const id = await an(status, state);
    const before = await row(id);
    const { body } = await cancel(id).expect(409);
    expect(body.code).toBe('CANCEL_TOO_LATE');
    expect(body.message).toContain(reason);
    expect(body.message).toContain('Nothing was cancelled.');
    expect(await row(id)).toEqual(before);
  });

  it('returns 404 for another user’s install and before the quota is held', async () => {
    const id = await an('preparing');
    await cancel(id, newId()).expect(404);
    await cancel(await an('reserving')).expect(404);
    await cancel(newId()).expect(404);
    await app.http.post('/api/user/install/no-id/cancel').set(app.as({ userId })).expect(400);
    await app.http.post(`/api/user/install/${id}/cancel`).expect(401);
    expect((await row(id)).status).toBe('preparing');
  });

  it('applies exactly one of a concurrent cancel, commit, timeout and admin’s edit', async () => {
    const agents = app.get(AgentInstallsService);
    const winners: Record<string, number> = {};
    for (let round = 0; round < 40; round += 1) {
      const id = await an('preparing', {
        engine: { step: 'commit', phase: 'rebooting', plan },
        agent: { bootNonce: 'boot-1' },
      });
      const { leaseEpoch: epoch } = await row(id);
      const granted = { ...NEW_AGENT_STATE, bootNonce: 'boot-1', commitNonce: 'boot-1' };
      const failure = { ...toFailure('STAGE_SILENT'), detail: null, at: new Date().toISOString() };
      const acts: Record<string, () => Promise<boolean>> = {
        cancel: async () => {
          const { status, body } = await cancel(id);
          return status === 200 && body.data.failure.code === 'CANCELLED';
        },
        commit: () => agents.grantCommit(id, 'boot-1', granted),
        timeout: () =>
          agents
            .changeStateAs({ installId: id, epoch }, (seen) =>
              seen.commitClosed ? null : closed(seen, failure),
            )
            .then(({ closedWith }) => closedWith?.code === 'STAGE_SILENT')
            // The lease is lost because another change came first.
            .catch(() => false),
        edit: async () => {
          const { status, body } = await app.http
            .put(`/api/admin/install-data/${id}`)
            .set(app.as({ userId: adminId, admin: true }))
            .send({ status: 'failed' });
          return status === 200 && body.data.failure?.code === 'ENDED_BY_ADMINISTRATOR';
        },
      };
      const order = Object.keys(acts).sort(() => Math.random() - 0.5);
      const won = await Promise.all(
        order.map(async (name) => ((await acts[name]()) ? name : null)),
      );

      const after = await row(id);
      const isCommitted = after.agentState.commitNonce !== null;
      // A granted commit and a return to Linux exclude each other.
      expect(isCommitted && after.agentState.commitClosed).toBe(false);
      if (isCommitted) {
        // An administrator may fail the install after the commit. The record then shows it and the quota is returned.
        expect(['running', 'failed']).toContain(after.status);
        expect(won).not.toContain('cancel');
        expect(won).not.toContain('timeout');
      } else {
        const how = after.agentState.closedWith?.code;
        expect(['CANCELLED', 'STAGE_SILENT', 'ENDED_BY_ADMINISTRATOR']).toContain(how);
        expect(won).not.toContain('commit');
      }
      for (const name of won) if (name) winners[name] = (winners[name] ?? 0) + 1;
      await db.query('DELETE FROM install');
    }
    expect(Object.values(winners).reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(40);
  });
});
