import { newId } from '@casement/common/data/database/new-id.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { TripayClient } from '../../src/payment-providers/tripay/tripay.client.js';
import { ReconcilerService } from '../../src/topups/reconciler.service.js';
import { CLAIM_MS } from '../../src/topups/check-schedule.js';
import { TopupsRepository } from '../../src/topups/topups.repository.js';
import { BillingApp } from '../fakes/billing-app.js';

describe(ReconcilerService, () => {
  let sut: BillingApp;
  let sql: BillingApp['app']['database'];
  let reconciler: ReconcilerService;
  beforeAll(async () => {
    sut = await BillingApp.start();
    sql = sut.app.database;
    reconciler = sut.app.get(ReconcilerService);
  });
  afterAll(() => sut.close());
  beforeEach(async () => {
    sut.gateway.down = false;
    await sql.query('UPDATE topup SET next_check_at = NULL');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    expect(await brokenInvariants((text) => sql.query(text))).toEqual({});
  });

  const setup = async (change = '') => {
    const userId = sut.user();
    const topup = await sut.topUp(userId, 2);
    if (change)
      await sql.query(`UPDATE topup SET ${change} WHERE reference = $1`, [topup.reference]);
    return { userId, ...topup };
  };
  const due = (reference: string) =>
    sql.query('UPDATE topup SET next_check_at = now() WHERE reference = $1', [reference]);
  const minutesToNext = async (reference: string) => {
    const [row] = await sql.query<{ minutes: number | null }>(
      `SELECT round(extract(epoch FROM next_check_at - now()) / 60)::int AS minutes
         FROM topup WHERE reference = $1`,
      [reference],
    );
    return row.minutes;
  };

  describe('reconcile', () => {
    it('credits a payment whose callbacks were all lost', async () => {
      const { userId, reference } = await setup();
      sut.gateway.set(reference, 'PAID');
      await due(reference);
      expect(await reconciler.reconcile()).toBe(1);
      expect(await sut.ledger(userId)).toEqual(['credit:2']);
      expect(await minutesToNext(reference)).toBeNull();
    });

    it('credits once when the callback arrives concurrently', async () => {
      const { userId, reference } = await setup();
      sut.gateway.set(reference, 'PAID');
      await due(reference);
      await Promise.all([
        reconciler.reconcile(),
        ...Array.from({ length: 10 }, (_, note) =>
          sut.deliver(sut.gateway.callback(reference, 'PAID', { note })),
        ),
      ]);
      expect(await sut.ledger(userId)).toEqual(['credit:2']);
    });

    it.each(['EXPIRED', 'FAILED'])("adopts the gateway's final status %s", async (status) => {
      const { reference } = await setup();
      sut.gateway.set(reference, status);
      await due(reference);
      await reconciler.reconcile();
      expect(await sut.row(reference)).toMatchObject({ status });
    });

    it('checks again later while the top-up is unpaid', async () => {
      const { reference } = await setup();
      for (const expected of [2, 5, 10]) {
        await due(reference);
        await reconciler.reconcile();
        expect(await minutesToNext(reference)).toBe(expected);
      }
      expect(await sut.row(reference)).toMatchObject({ status: 'UNPAID' });
    });

    it('keeps its place in the schedule while the gateway is down', async () => {
      const { reference } = await setup('checks = 3');
      sut.gateway.down = true;
      await due(reference);
      await reconciler.reconcile();
      expect(await sut.row(reference)).toMatchObject({ status: 'UNPAID', checks: 3 });
      expect(await minutesToNext(reference)).toBe(2);
    });

    it('checks a locally expired top-up after 5 minutes, 1 hour, 1 day and 3 days', async () => {
      const { userId, reference } = await setup('expires_at = now()');
      await reconciler.expire();
      expect(await minutesToNext(reference)).toBe(5);
      for (const expected of [60, 1440, 4320]) {
        await due(reference);
        await reconciler.reconcile();
        expect(await minutesToNext(reference)).toBe(expected);
      }
      sut.gateway.set(reference, 'PAID');
      await due(reference);
      await reconciler.reconcile();
      expect(await sut.row(reference)).toMatchObject({ status: 'PAID' });
      expect(await sut.quota(userId)).toBe(2);
    });

    it('stops after the last check', async () => {
      const { reference } = await setup('expires_at = now()');
      await reconciler.expire();
      for (let n = 0; n < 4; n += 1) {
        await due(reference);
        await reconciler.reconcile();
      }
      expect(await sut.row(reference)).toMatchObject({ status: 'EXPIRED', next_check_at: null });
    });

    it('checks each top-up once when three replicas run concurrently', async () => {
      const topups = [await setup(), await setup(), await setup(), await setup()];
      for (const { reference } of topups) await due(reference);
      const before = sut.gateway.requests.length;
      const counts = await Promise.all([1, 2, 3].map(() => reconciler.reconcile()));
      expect(counts.reduce((sum, count) => sum + count)).toBe(4);
      const details = sut.gateway.requests
        .slice(before)
        .filter((r) => r.path === 'transaction/detail');
      expect(details).toHaveLength(4);
    });

    it('checks a row again after its replica died during the check', async () => {
      const { reference } = await setup();
      await due(reference);
      expect(await sut.app.get(TopupsRepository).claimDue(20, CLAIM_MS)).toHaveLength(1);
      expect(await reconciler.reconcile()).toBe(0);
      // Simulates the expiry of the claim.
      await sql.query(
        `UPDATE topup SET next_check_at = next_check_at - $2 * interval '1 millisecond'
          WHERE reference = $1`,
        [reference, CLAIM_MS],
      );
      expect(await reconciler.reconcile()).toBe(1);
    });

    it('stops checking a row that is paid while the gateway is down', async () => {
      const { reference } = await setup();
      await due(reference);
      const gateway = sut.app.get(TripayClient);
      jest.spyOn(gateway, 'readStatus').mockImplementationOnce(async () => {
        await sut.deliver(sut.gateway.callback(reference, 'PAID')).expect(200);
        throw new Error('no answer');
      });
      await reconciler.reconcile();
      expect(await minutesToNext(reference)).toBeNull();
    });

    it('checks a paid or refunded row that is due only once', async () => {
      const { reference } = await setup();
      for (const status of ['PAID', 'REFUND']) {
        sut.gateway.set(reference, status);
        await sut.deliver(sut.gateway.callback(reference, status)).expect(200);
        await due(reference);
        expect(await reconciler.reconcile()).toBe(1);
        expect(await minutesToNext(reference)).toBeNull();
      }
      sut.gateway.set(reference, 'PAID');
      await due(reference);
      await reconciler.reconcile();
      expect(await minutesToNext(reference)).toBeNull();
    });

    it('checks nothing more after it was stopped', async () => {
      for (let n = 0; n < 6; n += 1) await due((await setup()).reference);
      const stop = new AbortController();
      const { readStatus } = sut.app.get(TripayClient);
      const asked = jest.spyOn(sut.app.get(TripayClient), 'readStatus');
      asked.mockImplementation(function (this: TripayClient, payment) {
        stop.abort();
        return readStatus.call(this, payment);
      });
      expect(await reconciler.reconcile(stop.signal)).toBe(5);
      expect(asked).toHaveBeenCalledTimes(5);
    });
  });

  describe('remind', () => {
    const reminders = (userId: string) =>
      sut.events('billing.topup.expiring.v1', (event) => event.userId === userId);

    it('publishes once that an unpaid top-up expires within ten minutes', async () => {
      const { userId, reference } = await setup(`expires_at = now() + interval '9 minutes'`);
      const later = await setup(`expires_at = now() + interval '11 minutes'`);
      expect(await reconciler.remind()).toBe(1);
      expect(await reconciler.remind()).toBe(0);
      const { id, expires_at } = await sut.row(reference);
      expect(await reminders(userId)).toEqual([
        {
          topupId: id,
          userId,
          reference,
          quantity: 2,
          finalAmount: 100_000,
          payableAmount: 100_000,
          expiredTime: Math.floor((expires_at as Date).getTime() / 1000),
        },
      ]);
      expect(await sut.row(later.reference)).toMatchObject({ reminded_at: null });
    });

    it('skips top-ups that are paid or expired', async () => {
      const paid = await setup();
      await sut.deliver(sut.gateway.callback(paid.reference, 'PAID')).expect(200);
      await sql.query(
        `UPDATE topup SET expires_at = now() + interval '5 minutes' WHERE reference = $1`,
        [paid.reference],
      );
      await setup(`expires_at = now() - interval '1 second'`);
      expect(await reconciler.remind()).toBe(0);
      expect(await reconciler.expire()).toBe(1);
    });

    it('reminds once when two replicas run concurrently', async () => {
      await setup(`expires_at = now() + interval '9 minutes'`);
      const counts = await Promise.all([reconciler.remind(), reconciler.remind()]);
      expect(counts[0] + counts[1]).toBe(1);
    });
  });

  describe('expire', () => {
    it('expires overdue open top-ups, publishes their expiry, and leaves the others', async () => {
      const over = await setup('expires_at = now()');
      const open = await setup();
      const paid = await setup();
      await sut.deliver(sut.gateway.callback(paid.reference, 'PAID')).expect(200);
      await sql.query('UPDATE topup SET expires_at = now() WHERE reference = $1', [paid.reference]);

      expect(await reconciler.expire()).toBe(1);
      expect(await sut.row(over.reference)).toMatchObject({ status: 'EXPIRED' });
      expect(await sut.row(open.reference)).toMatchObject({ status: 'UNPAID' });
      expect(await sut.row(paid.reference)).toMatchObject({ status: 'PAID' });
      const events = await sut.events(
        'billing.topup.expired.v1',
        (event) => event.userId === over.userId,
      );
      expect(events).toHaveLength(1);
    });

    it('expires each top-up once when two replicas run concurrently', async () => {
      await setup('expires_at = now()');
      await setup('expires_at = now()');
      const counts = await Promise.all([reconciler.expire(), reconciler.expire()]);
      expect(counts[0] + counts[1]).toBe(2);
    });

    it('credits a payment that arrives at the moment of expiry', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { userId, reference } = await setup('expires_at = now()');
        await Promise.all([
          reconciler.expire(),
          sut.deliver(sut.gateway.callback(reference, 'PAID', { note: newId() })),
        ]);
        expect(await sut.row(reference)).toMatchObject({ status: 'PAID' });
        expect(await sut.quota(userId)).toBe(2);
      }
    });
  });
});
