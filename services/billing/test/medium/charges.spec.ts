import { newId } from '@casement/common/data/database/new-id.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { HoldSweeper } from '../../src/holds/hold-sweeper.js';
import { HoldsService } from '../../src/holds/holds.service.js';
import { BillingApp } from '../fakes/billing-app.js';

describe('ChargeAgain', () => {
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

  /** Creates an install that failed as version 3, so its quota was given back. */
  const failed = async (quota = 1) => {
    const install = { userId: sut.user(), installId: newId() };
    await sut.paid(install.userId, quota);
    await sut.rpc.HoldQuota(install);
    await sut.publishStatus({ ...install, status: 'failed', version: 3 });
    return install;
  };
  type Install = Awaited<ReturnType<typeof failed>>;
  const charge = (install: Install, version = 4) => sut.rpc.ChargeAgain({ ...install, version });
  const stateOf = async ({ installId }: Install) => {
    const [row] = await sql.query<{ state: string }>(
      'SELECT state FROM install_hold WHERE install_id = $1',
      [installId],
    );
    return row.state;
  };
  /** Returns the status that install reports when polled. */
  const reported = ({ installId: id, userId }: Install, status: string) =>
    sut.peers.installs.set(id, { id, userId, status });
  const sweepLater = async ({ installId }: Install, later = '11 minutes') => {
    await sql.query(
      `UPDATE install_hold SET next_check_at = next_check_at - $2::interval WHERE install_id = $1`,
      [installId, later],
    );
    await sut.app.get(HoldSweeper).sweep();
  };

  it('takes 1 quota, which is spent when the install completes', async () => {
    const install = await failed();
    expect(await charge(install)).toEqual({ result: 'CHARGE_RESULT_CHARGED', quota: 0 });
    await sut.publishStatus({ ...install, status: 'completed', version: 4 });
    expect(await stateOf(install)).toBe('captured');
    expect(await sut.ledger(install.userId)).toEqual([
      'credit:1',
      'hold:-1',
      'release:1',
      'hold:-1',
      'capture:0',
    ]);
  });

  it('takes the quota once, however often and concurrently it is called', async () => {
    const install = await failed(5);
    const answers = await Promise.all(Array.from({ length: 20 }, () => charge(install)));
    expect(new Set(answers.map(({ result }) => result))).toEqual(
      new Set(['CHARGE_RESULT_CHARGED']),
    );
    expect(await sut.quota(install.userId)).toBe(4);
  });

  it('is refused without quota, and granted once there is quota again', async () => {
    const install = await failed();
    const other = { installId: newId(), userId: install.userId };
    await sut.rpc.HoldQuota(other);
    expect(await charge(install)).toEqual({ result: 'CHARGE_RESULT_INSUFFICIENT', quota: 0 });
    expect(await stateOf(install)).toBe('released');
    await sut.rpc.ReleaseQuota({ ...other, reason: 'test' });
    expect(await charge(install)).toEqual({ result: 'CHARGE_RESULT_CHARGED', quota: 0 });
  });

  it('takes no second quota while the first is still held or spent', async () => {
    const install = { userId: sut.user(), installId: newId() };
    await sut.paid(install.userId, 2);
    await sut.rpc.HoldQuota(install);
    expect(await charge(install)).toEqual({ result: 'CHARGE_RESULT_CHARGED', quota: 1 });
    await sut.publishStatus({ ...install, status: 'completed', version: 4 });
    expect(await charge(install, 5)).toEqual({ result: 'CHARGE_RESULT_CHARGED', quota: 1 });
  });

  it('is not undone by the late event of the failure that it reverts', async () => {
    const install = { userId: sut.user(), installId: newId() };
    await sut.paid(install.userId, 1);
    await sut.rpc.HoldQuota(install);
    await charge(install, 4);
    await sut.publishStatus({ ...install, status: 'failed', version: 3 });
    await sut.publishStatus({ ...install, status: 'running', version: 4 });
    expect(await stateOf(install)).toBe('held');
    await sut.publishStatus({ ...install, status: 'failed', version: 5 });
    expect(await sut.quota(install.userId)).toBe(1);
  });

  describe.each(['running', 'completed'])(
    'while the failure event of a %s install is in flight',
    (before) => {
      /** The install failed as version 2 and was charged for version 3 before any event of the failure arrived. */
      const charged = async (status: string) => {
        const install = { userId: sut.user(), installId: newId() };
        await sut.paid(install.userId, 1);
        await sut.rpc.HoldQuota(install);
        await sut.publishStatus({ ...install, status: before, version: 1 });
        for (let asked = 0; asked < 2; asked += 1) {
          expect(await charge(install, 3)).toEqual({ result: 'CHARGE_RESULT_CHARGED', quota: 0 });
        }
        reported(install, status);
        return install;
      };
      const arrive = {
        failure: (install: Install) =>
          sut.publishStatus({ ...install, status: 'failed', version: 2 }),
        edit: (install: Install) =>
          sut.publishStatus({ ...install, status: 'completed', version: 3 }),
        check: sweepLater,
      };

      it.each([[['failure', 'check'] as const], [['check', 'failure'] as const]])(
        'gives the quota back after ten minutes when the edit did not happen: %p',
        async (order) => {
          const install = await charged('failed');
          for (const one of order) await arrive[one](install);
          expect(await sut.quota(install.userId)).toBe(1);
        },
      );

      it.each([
        [['failure', 'edit', 'check'] as const],
        [['failure', 'check', 'edit'] as const],
        [['edit', 'failure', 'check'] as const],
        [['edit', 'check', 'failure'] as const],
        [['check', 'failure', 'edit'] as const],
        [['check', 'edit', 'failure'] as const],
      ])('spends the quota when the edit happened: %p', async (order) => {
        const install = await charged('completed');
        for (const one of order) {
          await arrive[one](install);
          expect(await sut.quota(install.userId)).toBe(0);
        }
        expect(await stateOf(install)).toBe('captured');
      });
    },
  );

  it('is not spent by a check whose answer predates the failure', async () => {
    const install = { userId: sut.user(), installId: newId() };
    await sut.paid(install.userId, 1);
    await sut.rpc.HoldQuota(install);
    reported(install, 'completed');
    const holds = sut.app.get(HoldsService);
    const settleOpen = holds.settleOpen.bind(holds);
    jest.spyOn(holds, 'settleOpen').mockImplementationOnce(async (...answer) => {
      await charge(install, 3);
      await settleOpen(...answer);
    });
    await sweepLater(install, '25 hours');
    expect(await stateOf(install)).toBe('held');
    reported(install, 'failed');
    await sweepLater(install);
    expect(await sut.quota(install.userId)).toBe(1);
  });

  it('is refused as stale for a version that was already settled', async () => {
    const install = await failed();
    expect(await charge(install, 3)).toEqual({ result: 'CHARGE_RESULT_STALE', quota: 1 });
    expect(await sut.quota(install.userId)).toBe(1);
  });

  it('is refunded by ReleaseQuota after a refused edit, and can be made again', async () => {
    const install = await failed();
    await charge(install);
    expect(await sut.rpc.ReleaseQuota({ ...install, reason: 'edit_refused' })).toEqual({
      quota: 1,
    });
    expect(await charge(install)).toEqual({ result: 'CHARGE_RESULT_CHARGED', quota: 0 });
  });

  it('is refunded after ten minutes when no event of the edit arrives', async () => {
    const install = await failed();
    await charge(install);
    reported(install, 'failed');
    await sweepLater(install);
    expect(await stateOf(install)).toBe('released');
    expect(await sut.quota(install.userId)).toBe(1);
  });

  it('stays held while the install is running again', async () => {
    const install = await failed();
    await charge(install);
    reported(install, 'running');
    await sweepLater(install);
    expect(await stateOf(install)).toBe('held');
  });

  /** Completed; then an administrator sets it to failed and back to completed. */
  const edits = [
    { status: 'completed', version: 1 },
    { status: 'failed', version: 2 },
    { status: 'completed', version: 3 },
  ];
  it.each([
    [[0, 1, 2]],
    [[0, 2, 1]],
    [[1, 0, 2]],
    [[1, 2, 0]],
    [[2, 0, 1]],
    [[2, 1, 0]],
    [[0, 0, 1, 1, 2, 2, 0, 1]],
  ])('ends in the state of the newest edit when the edits arrive as %p', async (order) => {
    const install = { userId: sut.user(), installId: newId() };
    await sut.paid(install.userId, 2);
    await sut.rpc.HoldQuota(install);
    for (const n of order) await sut.publishStatus({ ...install, ...edits[n] });
    expect(await stateOf(install)).toBe('captured');
    expect(await sut.quota(install.userId)).toBe(1);
  });

  it("rejects another user's install", async () => {
    const [install, other] = [await failed(), await failed()];
    await expect(charge({ ...install, userId: other.userId })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });
});
