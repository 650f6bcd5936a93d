import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { HoldEntries } from '../../src/holds/hold-entries.js';
import { InstallHoldEntity } from '../../src/holds/install-hold.entity.js';
import { HoldSweeper } from '../../src/holds/hold-sweeper.js';
import { BillingApp } from '../fakes/billing-app.js';

describe('quota holds', () => {
  let sut: BillingApp;
  let sql: BillingApp['app']['database'];
  beforeAll(async () => {
    sut = await BillingApp.start();
    sql = sut.app.database;
  });
  afterAll(() => sut.close());
  afterEach(async () => {
    expect(await brokenInvariants((text) => sql.query(text))).toEqual({});
  });

  const setup = async (quota = 1) => {
    const userId = sut.user();
    if (quota > 0) await sut.paid(userId, quota);
    return { userId, installId: newId() };
  };
  const stateOf = async (installId: string) => {
    const [row] = await sql.query<{ state: string; version: number; uncharged: boolean }>(
      'SELECT state, version, uncharged FROM install_hold WHERE install_id = $1',
      [installId],
    );
    return row;
  };
  const publishStatus: BillingApp['publishStatus'] = (change, id) => sut.publishStatus(change, id);

  describe('HoldQuota', () => {
    it('gives the only quota to exactly one of 50 concurrent installs', async () => {
      const { userId } = await setup(1);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => sut.rpc.HoldQuota({ installId: newId(), userId })),
      );
      const results = answers.map((answer) => answer.result).sort();
      expect(results.filter((result) => result === 'HOLD_RESULT_HELD')).toHaveLength(1);
      expect(results.filter((result) => result === 'HOLD_RESULT_INSUFFICIENT')).toHaveLength(49);
      expect(await sut.quota(userId)).toBe(0);
    });

    it('takes one quota when it is retried after a lost answer', async () => {
      const { userId, installId } = await setup(3);
      const first = await sut.rpc.HoldQuota({ installId, userId });
      const again = await sut.rpc.HoldQuota({ installId, userId });
      expect(again).toEqual(first);
      expect(again).toEqual({ result: 'HOLD_RESULT_HELD', quota: 2 });
      expect(await sut.ledger(userId)).toEqual(['credit:3', 'hold:-1']);
    });

    it('takes one quota when the same install sends 20 concurrent requests', async () => {
      const { userId, installId } = await setup(3);
      const ask = () => sut.rpc.HoldQuota({ installId, userId });
      const answers = await Promise.all(Array.from({ length: 20 }, ask));
      expect(new Set(answers.map((answer) => answer.result))).toEqual(
        new Set(['HOLD_RESULT_HELD']),
      );
      expect(await sut.quota(userId)).toBe(2);
    });

    it('holds, captures and returns a free install without a ledger entry', async () => {
      for (const status of ['completed', 'failed']) {
        const { userId, installId } = await setup(0);
        const ask = () => sut.rpc.HoldQuota({ installId, userId, free: true });
        const answers = await Promise.all([ask(), ask(), ask()]);
        for (const answer of answers)
          expect(answer).toEqual({ result: 'HOLD_RESULT_HELD', quota: 0, free: true });
        expect(await stateOf(installId)).toMatchObject({ state: 'held' });
        await publishStatus({ installId, userId, status, version: 1 });
        const end = status === 'completed' ? 'captured' : 'released';
        await waitFor(async () => (await stateOf(installId)).state === end);
        expect(await sut.ledger(userId)).toEqual([]);
        const charged = await sut.rpc.ChargeAgain({ installId, userId, version: 2 });
        expect(charged).toMatchObject({ result: 'CHARGE_RESULT_CHARGED', quota: 0 });
        await sut.rpc.ReleaseQuota({ installId, userId, reason: 'test' });
        expect(await sut.ledger(userId)).toEqual([]);
      }
    });

    it('lets no replica of an older version return the quota of a free install', async () => {
      const { userId, installId } = await setup(1);
      const settle = async () => {
        const entries = sut.app.get(HoldEntries);
        await sut.app.get(Database).transaction(async (tx) => {
          const hold = await tx.findOneByOrFail(InstallHoldEntity, { installId });
          // An older version does not read the column.
          await entries.release(tx, { ...hold, free: false }, 'install_failed');
        });
      };
      await sut.rpc.HoldQuota({ installId, userId, free: true });
      await expect(settle()).rejects.toThrow('a free install has no ledger entries');
      expect(await stateOf(installId)).toMatchObject({ state: 'held' });
      expect(await sut.quota(userId)).toBe(1);
      await publishStatus({ installId, userId, status: 'failed', version: 1 });
      await waitFor(async () => (await stateOf(installId)).state === 'released');
      expect(await sut.ledger(userId)).toEqual(['credit:1']);
    });

    it('keeps the price of the first request', async () => {
      const { userId, installId } = await setup(1);
      await sut.rpc.HoldQuota({ installId, userId });
      const again = await sut.rpc.HoldQuota({ installId, userId, free: true });
      expect(again.result).toBe('HOLD_RESULT_HELD');
      expect(again.free).toBeFalsy();
      expect(await sut.quota(userId)).toBe(0);
    });

    it('repeats "insufficient" even if quota has arrived since', async () => {
      const { userId, installId } = await setup(0);
      expect((await sut.rpc.HoldQuota({ installId, userId })).result).toBe(
        'HOLD_RESULT_INSUFFICIENT',
      );
      await sut.paid(userId, 1);
      expect(await sut.rpc.HoldQuota({ installId, userId })).toEqual({
        result: 'HOLD_RESULT_INSUFFICIENT',
        quota: 1,
      });
    });

    it("rejects another user's install", async () => {
      const [one, other] = [await setup(1), await setup(1)];
      await sut.rpc.HoldQuota(one);
      const stolen = { installId: one.installId, userId: other.userId };
      await expect(sut.rpc.HoldQuota(stolen)).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(sut.rpc.ReleaseQuota({ ...stolen, reason: 'test' })).rejects.toMatchObject({
        code: 'CONFLICT',
      });
      expect(await sut.quota(other.userId)).toBe(1);
      expect(await sut.quota(one.userId)).toBe(0);
    });
  });

  describe('ReleaseQuota', () => {
    it('gives a hold back once', async () => {
      const { userId, installId } = await setup(1);
      await sut.rpc.HoldQuota({ installId, userId });
      const release = () =>
        sut.rpc.ReleaseQuota({ installId, userId, reason: 'install_never_started' });
      expect(await release()).toEqual({ quota: 1 });
      expect(await release()).toEqual({ quota: 1 });
      expect(await sut.ledger(userId)).toEqual(['credit:1', 'hold:-1', 'release:1']);
      expect((await sut.rpc.HoldQuota({ installId, userId })).result).toBe('HOLD_RESULT_REFUSED');
    });

    it('leaves a tombstone when it arrives before HoldQuota', async () => {
      const { userId, installId } = await setup(1);
      await sut.rpc.ReleaseQuota({ installId, userId, reason: 'install_never_started' });
      expect(await sut.rpc.HoldQuota({ installId, userId })).toEqual({
        result: 'HOLD_RESULT_REFUSED',
        quota: 1,
      });
      expect(await sut.ledger(userId)).toEqual(['credit:1']);
    });

    it('leaves nothing held when it races with HoldQuota', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { userId, installId } = await setup(1);
        await Promise.all([
          sut.rpc.HoldQuota({ installId, userId }),
          sut.rpc.ReleaseQuota({ installId, userId, reason: 'race' }),
        ]);
        expect(await sut.quota(userId)).toBe(1);
      }
    });

    it('gives back no spent quota', async () => {
      const install = await setup(1);
      await sut.rpc.HoldQuota(install);
      await publishStatus({ ...install, status: 'completed' });
      expect(await sut.rpc.ReleaseQuota({ ...install, reason: 'late' })).toEqual({ quota: 0 });
    });
  });

  describe('install.job.status-changed', () => {
    it('captures the quota once when the install completes', async () => {
      const install = await setup(2);
      await sut.rpc.HoldQuota(install);
      const id = newId();
      await publishStatus({ ...install, status: 'completed', version: 5 }, id);
      await publishStatus({ ...install, status: 'completed', version: 5 }, id);
      await publishStatus({ ...install, status: 'completed', version: 5 });
      expect(await sut.ledger(install.userId)).toEqual(['credit:2', 'hold:-1', 'capture:0']);
    });

    it('releases the quota when the install fails', async () => {
      const install = await setup(1);
      await sut.rpc.HoldQuota(install);
      await publishStatus({ ...install, status: 'failed', version: 3 });
      expect(await sut.ledger(install.userId)).toEqual(['credit:1', 'hold:-1', 'release:1']);
    });

    it.each(['pending', 'preparing', 'running', 'manual_review'])(
      'keeps the hold while %s',
      async (status) => {
        const install = await setup(1);
        await sut.rpc.HoldQuota(install);
        await publishStatus({ ...install, status, version: 2 });
        expect(await stateOf(install.installId)).toMatchObject({ state: 'held', version: 2 });
      },
    );

    it('ignores an older status after a newer status', async () => {
      const install = await setup(1);
      await sut.rpc.HoldQuota(install);
      await publishStatus({ ...install, status: 'completed', version: 7 });
      await publishStatus({ ...install, status: 'failed', version: 6 });
      expect(await stateOf(install.installId)).toMatchObject({ state: 'captured', version: 7 });
      expect(await sut.quota(install.userId)).toBe(0);
    });

    it('refunds when an administrator fails a completed install, and charges again when they complete it', async () => {
      const install = await setup(1);
      await sut.rpc.HoldQuota(install);
      await publishStatus({ ...install, status: 'completed', version: 1 });
      await publishStatus({ ...install, status: 'failed', version: 2 });
      expect(await sut.quota(install.userId)).toBe(1);
      await publishStatus({ ...install, status: 'completed', version: 3 });
      expect(await sut.ledger(install.userId)).toEqual([
        'credit:1',
        'hold:-1',
        'capture:0',
        'refund:1',
        'hold:-1',
        'capture:0',
      ]);
    });

    it('never charges below zero, and flags the install', async () => {
      const install = await setup(1);
      await sut.rpc.HoldQuota(install);
      await publishStatus({ ...install, status: 'failed', version: 1 });
      await sut.rpc.HoldQuota({ installId: newId(), userId: install.userId });
      await publishStatus({ ...install, status: 'completed', version: 2 });
      expect(await stateOf(install.installId)).toMatchObject({
        state: 'released',
        uncharged: true,
      });
      expect(await sut.quota(install.userId)).toBe(0);
      await publishStatus({ ...install, status: 'failed', version: 3 });
      expect(await stateOf(install.installId)).toMatchObject({ uncharged: false });
    });

    it('publishes each quota change', async () => {
      const install = await setup(1);
      await sut.rpc.HoldQuota(install);
      await publishStatus({ ...install, status: 'failed', version: 1 });
      const changes = await waitFor(async () => {
        const events = await sut.app.nats.events('billing.quota.changed.v1');
        const own = events
          .map((event) => event.payload)
          .filter((one) => one.userId === install.userId);
        return own.length === 3 && own;
      });
      expect(changes).toEqual([
        { userId: install.userId, quota: 1, kind: 'credit', amount: 1 },
        { userId: install.userId, quota: 0, kind: 'hold', amount: -1 },
        { userId: install.userId, quota: 1, kind: 'release', amount: 1 },
      ]);
    });
  });

  describe(HoldSweeper, () => {
    const sweep = () => sut.app.get(HoldSweeper).sweep();
    const held = async (hours: number, status?: string) => {
      const install = await setup(1);
      await sut.rpc.HoldQuota(install);
      await sql.query(
        `UPDATE install_hold SET next_check_at = next_check_at - $2 * interval '1 hour' WHERE install_id = $1`,
        [install.installId, hours],
      );
      if (status) {
        const { installId: id, userId } = install;
        sut.peers.installs.set(id, { id, userId, status });
      }
      return install;
    };

    it.each([
      ['completed', 'captured', 0],
      ['failed', 'released', 1],
      ['running', 'held', 0],
      ['manual_review', 'held', 0],
      [undefined, 'released', 1],
    ])('settles a day-old hold of an install that is %s: %s', async (status, state, quota) => {
      const { installId, userId } = await held(25, status);
      await sweep();
      expect(await stateOf(installId)).toMatchObject({ state });
      expect(await sut.quota(userId)).toBe(quota);
    });

    it('skips newer holds', async () => {
      const { installId } = await held(23, 'failed');
      await sweep();
      expect(await stateOf(installId)).toMatchObject({ state: 'held' });
    });

    it('checks each hold once when two replicas sweep', async () => {
      const { installId } = await held(25, 'running');
      await Promise.all([sweep(), sweep()]);
      expect(sut.peers.askedInstalls.flat().filter((id) => id === installId)).toHaveLength(1);
    });
  });
});
