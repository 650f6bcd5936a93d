import { newId } from '@casement/common/data/database/new-id.js';
import { Database } from '@casement/common/data/database/database.js';
import { NEW_AGENT_STATE } from '@casement/install-engine/agent-api/agent-state.js';
import { AgentInstallsService } from '../../src/installs/agent-installs.service.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { InstallTransitions } from '../../src/installs/install-transitions.service.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import { installLeases } from '../../src/installs/install-leases.js';
import { aRequest, installApp } from '../factories/install-app.js';
import { FakeQuota } from '../factories/fake-quota.js';

type App = Awaited<ReturnType<typeof installApp>>;

describe('leases and commits', () => {
  let app: App;
  let db: Database;
  let leases: ReturnType<typeof installLeases>;

  beforeAll(async () => {
    app = await installApp({ quota: new FakeQuota(1000) });
    db = app.get(Database);
    leases = installLeases(db, { INSTALL_LEASE_SECONDS: 30 });
  });
  afterAll(() => app.close());
  beforeEach(() => db.query('DELETE FROM install'));

  const queue = async (ip = '127.0.0.10') => {
    const user = app.as({ userId: newId() });
    const { body } = await app.http
      .post('/api/user/install')
      .set(user)
      .send(aRequest({ ip }))
      .expect(200);
    return body.data.id as string;
  };
  const row = (id: string) => db.manager.findOneByOrFail(InstallEntity, { id });
  const prepared = async () => {
    const id = await queue();
    await db.transaction(async (tx) => app.get(InstallTransitions).begin(tx, await row(id)));
    await db.manager.update(
      InstallEntity,
      { id },
      { agentTokenHash: 'hash', agentState: { ...NEW_AGENT_STATE, bootNonce: 'boot-1' } },
    );
    return id;
  };

  it('assigns each of 20 installs to exactly one of many concurrent claims', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => queue(`8.8.2.${i}`)));
    const claims = await Promise.all(Array.from({ length: 60 }, (_, i) => leases.claim(`w${i}`)));
    const taken = claims.filter((lease) => lease !== null).map((lease) => lease.id);
    expect(taken).toHaveLength(20);
    expect(new Set(taken).size).toBe(20);
  });

  it('lets a second worker take over from a silent one and fences the first off', async () => {
    const id = await queue();
    const first = (await leases.claim('first'))!;
    expect(await leases.claim('second')).toBeNull();

    await db.query(`UPDATE install SET lease_until = now() - interval '1 second'`);
    const second = (await leases.claim('second'))!;

    expect(second.epoch).toBeGreaterThan(first.epoch);
    await expect(db.transaction((tx) => leases.hold(tx, first))).rejects.toBeInstanceOf(LeaseLost);
    expect(await leases.renew(first)).toBe(false);
    await leases.release(first, 0);
    expect((await row(id)).leaseOwner).toBe('second');
  });

  it('leaves an install to workers near its VPS for some seconds, then claims it', async () => {
    const bucket = { endpoint: 'https://s3.example.com', bucket: 'i', region: 'r', prefix: '' };
    const keys = { access_key_id: 'a', secret_access_key: 's' };
    const of = (region: string) =>
      installLeases(db, {
        INSTALL_LEASE_SECONDS: 30,
        INSTALL_REGION: region,
        INSTALL_REGION_WAIT_SECONDS: 5,
        IMAGE_ORIGINS: [
          { name: 'jakarta', ...bucket, ...keys, worker_region: 'asia' },
          { name: 'frankfurt', ...bucket, ...keys, worker_region: 'europe' },
          { name: 'cdn', url: 'https://cdn.example.com/' },
        ],
      });
    const measured = async (order: string[], dueForSeconds = 0) => {
      const id = await queue(`9.9.9.${order.length}${dueForSeconds}`);
      await db.query(
        `UPDATE install SET engine_state = jsonb_set(engine_state, '{origins}', $2),
                run_after = now() - make_interval(secs => $3) WHERE id = $1`,
        [id, JSON.stringify({ order, floor: 1, rate: 1 }), dueForSeconds],
      );
      return id;
    };
    const near = await measured(['frankfurt', 'jakarta']);
    expect(await of('asia').claim('w')).toBeNull();
    expect((await of('europe').claim('w'))?.id).toBe(near);
    const lateInstall = await measured(['frankfurt'], 6);
    expect((await of('asia').claim('w'))?.id).toBe(lateInstall);
    // Any worker claims installs that are near no region or not measured yet. A worker without a region skips none.
    const anyRegion = await measured(['cdn', 'frankfurt'], 1);
    expect((await of('asia').claim('w'))?.id).toBe(anyRegion);
    const fresh = await queue('9.9.8.1');
    expect((await of('asia').claim('w'))?.id).toBe(fresh);
    const single = await measured(['frankfurt'], 2);
    expect((await of('').claim('w'))?.id).toBe(single);
  });

  it('does not claim an install before it is due', async () => {
    await queue();
    await leases.release((await leases.claim('a'))!, 60_000);
    expect(await leases.claim('a')).toBeNull();
  });

  it('grants the commit once and to one boot, however many request it', async () => {
    const id = await prepared();
    const agents = app.get(AgentInstallsService);
    const state = { ...NEW_AGENT_STATE, bootNonce: 'boot-1', commitNonce: 'boot-1' };

    const grants = await Promise.all(
      Array.from({ length: 20 }, () => agents.grantCommit(id, 'boot-1', state)),
    );

    expect(grants.filter(Boolean)).toHaveLength(1);
    expect(await row(id)).toMatchObject({ status: 'running' });
    expect(await agents.grantCommit(id, 'boot-2', state)).toBe(false);
  });

  it('applies either a failure or the commit, never both', async () => {
    const agents = app.get(AgentInstallsService);
    for (let round = 0; round < 10; round += 1) {
      await db.query('DELETE FROM install');
      const id = await prepared();
      const state = { ...NEW_AGENT_STATE, bootNonce: 'boot-1', commitNonce: 'boot-1' };
      const [granted, closed] = await Promise.all([
        agents.grantCommit(id, 'boot-1', state),
        agents
          .changeState(id, (seen) =>
            seen.commitNonce === null ? { ...seen, commitClosed: true } : null,
          )
          .then((after) => after.commitNonce === null),
      ]);
      expect(granted).not.toBe(closed);
    }
  });

  it('lets only the lease holder replace a token, and nobody after the commit', async () => {
    const id = await prepared();
    const agents = app.get(AgentInstallsService);
    const { leaseEpoch: epoch } = await row(id);
    const superseded = expect.objectContaining({ code: 'REMOTE_SUPERSEDED' });

    await expect(agents.replaceToken({ installId: id, epoch: epoch + 1 }, 'x')).rejects.toEqual(
      superseded,
    );
    await expect(
      agents.changeStateAs({ installId: id, epoch: epoch + 1 }, () => NEW_AGENT_STATE),
    ).rejects.toEqual(superseded);
    await agents.replaceToken({ installId: id, epoch }, 'second');
    expect((await row(id)).agentTokenHash).toBe('second');

    const state = { ...NEW_AGENT_STATE, bootNonce: 'boot-1', commitNonce: 'boot-1' };
    await agents.grantCommit(id, 'boot-1', state);
    await expect(agents.replaceToken({ installId: id, epoch }, 'third')).rejects.toEqual(
      superseded,
    );
    expect(await row(id)).toMatchObject({ agentTokenHash: 'second', agentState: state });
  });

  it('erases the root password and the token at the end', async () => {
    const id = await prepared();
    const before = await row(id);
    await db.transaction((tx) =>
      app.get(InstallTransitions).settle(tx, before, 'failed', before.engineState),
    );
    expect(await row(id)).toMatchObject({
      vpsCredentials: null,
      agentTokenHash: null,
      status: 'failed',
    });
  });

  it('changes a status only if it is as read', async () => {
    const id = await prepared();
    const seen = await row(id);
    const results = await Promise.all(
      (['failed', 'manual_review', 'completed'] as const).map((status) =>
        db.transaction((tx) =>
          app.get(InstallTransitions).settle(tx, seen, status, seen.engineState),
        ),
      ),
    );
    expect(results.filter((result) => result !== null)).toHaveLength(1);
  });
});
