import fc from 'fast-check';
import type { InstallStatusChanged } from '@casement/proto/gen/casement/install/v1/install_events.js';
import { Database } from '@casement/common/database/database.js';
import { newId } from '@casement/common/database/new-id.js';
import { CallbacksService } from '@casement/billing/callbacks/callbacks.service.js';
import { HoldsService } from '@casement/billing/holds/holds.service.js';
import { ReconcilerService } from '@casement/billing/reconciler/reconciler.service.js';
import { BillingApp } from '../fakes/billing-app.js';
import { brokenPromises } from '../fakes/books.js';

const RUNS = Number(process.env.BOOKS_RUNS ?? 10);

const nth = fc.nat({ max: 99 });
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const operation = fc.oneof(
  weighted(
    3,
    fc.record({
      do: fc.constant('topup' as const),
      user: nth,
      quantity: fc.integer({ min: 1, max: 6 }),
    }),
  ),
  weighted(
    6,
    fc.record({
      do: fc.constant('callback' as const),
      topup: nth,
      status: fc.constantFrom('PAID', 'PAID', 'PAID', 'EXPIRED', 'FAILED', 'REFUND'),
      copies: fc.integer({ min: 1, max: 4 }),
      flaw: fc.constantFrom('none', 'none', 'none', 'forged', 'amount', 'reference'),
    }),
  ),
  weighted(
    4,
    fc.record({ do: fc.constant('hold' as const), user: nth, install: nth, again: fc.boolean() }),
  ),
  weighted(1, fc.record({ do: fc.constant('release' as const), user: nth, install: nth })),
  weighted(
    4,
    fc.record({
      do: fc.constant('status' as const),
      install: nth,
      status: fc.constantFrom('running', 'completed', 'failed'),
      version: fc.nat({ max: 8 }),
    }),
  ),
  weighted(
    1,
    fc.record({
      do: fc.constant('admin' as const),
      user: nth,
      operation: fc.constantFrom('add', 'set'),
      amount: fc.nat({ max: 5 }),
    }),
  ),
  weighted(1, fc.record({ do: fc.constant('expire' as const), topup: nth })),
  weighted(
    2,
    fc.record({
      do: fc.constant('reconcile' as const),
      topup: nth,
      status: fc.constantFrom('PAID', 'EXPIRED', 'UNPAID'),
    }),
  ),
  weighted(1, fc.record({ do: fc.constant('crash' as const) })),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** Always the first run, so that every kind of movement happens in each test. */
const tour: Operation[][] = [
  [{ do: 'admin', user: 0, operation: 'add', amount: 3 }],
  [{ do: 'topup', user: 0, quantity: 2 }],
  [{ do: 'callback', topup: 0, status: 'PAID', copies: 4, flaw: 'none' }],
  [{ do: 'hold', user: 0, install: 0, again: true }],
  [{ do: 'status', install: 0, status: 'completed', version: 1 }],
  [{ do: 'status', install: 0, status: 'failed', version: 2 }],
  [{ do: 'hold', user: 0, install: 3, again: false }],
  [{ do: 'release', user: 0, install: 3 }],
];

/** Users, top-ups and installs of one run; operations name them by number. */
class World {
  readonly users: string[];
  private killing = Promise.resolve();
  readonly topups: { reference: string; userId: string }[] = [];
  readonly installs: { installId: string; userId: string }[];

  constructor(private readonly sut: BillingApp) {
    this.users = [sut.user(), sut.user(), sut.user()];
    this.installs = Array.from({ length: 6 }, (_, n) => ({
      installId: newId(),
      userId: this.users[n % 3],
    }));
  }

  async run(operation: Operation): Promise<void> {
    const { sut } = this;
    switch (operation.do) {
      case 'topup': {
        const userId = this.users[operation.user % 3];
        const topup = await sut.topUp(userId, operation.quantity);
        this.topups.push({ reference: topup.reference, userId });
        return;
      }
      case 'callback':
        return this.callback(operation);
      case 'hold': {
        const install = this.installs[operation.install % 6];
        await sut.rpc.HoldQuota(install);
        if (operation.again) await sut.rpc.HoldQuota(install);
        return;
      }
      case 'release':
        await sut.rpc.ReleaseQuota({ ...this.installs[operation.install % 6], reason: 'test' });
        return;
      case 'status':
        return this.status(operation);
      case 'admin':
        await sut.app.http
          .post(`/api/admin/users/${this.users[operation.user % 3]}/quota`)
          .set(sut.app.as({ admin: true }))
          .send({ operation: operation.operation, amount: operation.amount });
        return;
      case 'expire':
        await this.change(operation.topup, 'expires_at = now()');
        await sut.app.get(ReconcilerService).expire();
        return;
      case 'reconcile': {
        const topup = this.topupNumber(operation.topup);
        if (!topup) return;
        sut.gateway.set(topup.reference, operation.status);
        await this.change(operation.topup, 'next_check_at = now()');
        await sut.app.get(ReconcilerService).reconcile();
        return;
      }
      case 'crash':
        this.killing = this.killing.then(() => this.killConnections());
        return this.killing;
    }
  }

  private topupNumber(n: number) {
    return this.topups.length > 0 ? this.topups[n % this.topups.length] : undefined;
  }

  private async callback(operation: Extract<Operation, { do: 'callback' }>): Promise<void> {
    const topup = this.topupNumber(operation.topup);
    if (!topup) return;
    const change = {
      none: {},
      forged: {},
      amount: { total_amount: 1 },
      reference: { merchant_ref: 'CSM-OTHER' },
    }[operation.flaw];
    const { body, signature } = this.sut.gateway.callback(
      topup.reference,
      operation.status,
      change,
    );
    const sent = {
      body,
      signature: operation.flaw === 'forged' ? signature.replace(/^./, 'x') : signature,
    };
    await Promise.all(Array.from({ length: operation.copies }, () => this.sut.deliver(sent)));
  }

  private async status(operation: Extract<Operation, { do: 'status' }>): Promise<void> {
    const change: InstallStatusChanged = {
      ...this.installs[operation.install % 6],
      ip: '203.0.113.7',
      previousStatus: '',
      status: operation.status,
      version: operation.version,
      failureCode: '',
      failureMessage: '',
    };
    const holds = this.sut.app.get(HoldsService);
    await this.sut.app.get(Database).transaction((tx) => holds.applyStatus(tx, change));
  }

  private async change(topup: number, assignment: string): Promise<void> {
    const reference = this.topupNumber(topup)?.reference ?? '';
    await this.sut.app.database.query(`UPDATE topup SET ${assignment} WHERE reference = $1`, [
      reference,
    ]);
  }

  /** What is under way breaks off in the middle, as in a crash. */
  private async killConnections(): Promise<void> {
    await this.sut.app.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'billing' AND state <> 'idle'`,
    );
  }
}

describe('the books', () => {
  let sut: BillingApp;
  beforeAll(async () => {
    sut = await BillingApp.start();
  });
  afterAll(() => sut.close());

  it(
    'stay right whatever happens, in whatever order, from several sides at once',
    async () => {
      const batches = fc.array(fc.array(operation, { minLength: 1, maxLength: 4 }), {
        minLength: 20,
        maxLength: 40,
        size: 'max',
      });
      await fc.assert(
        fc.asyncProperty(batches, async (run) => {
          const world = new World(sut);
          for (const batch of run) {
            // Some are refused or broken off, which is as good as not done; the books decide.
            await Promise.allSettled(batch.map((one) => world.run(one)));
            await checkBooks(sut);
          }
          await sut.app.database.query('UPDATE gateway_callback SET next_attempt_at = now()');
          await sut.app.get(CallbacksService).workInbox();
          await checkBooks(sut);
        }),
        { numRuns: RUNS, endOnFailure: true, examples: [[tour]] },
      );
      const [{ open }] = await sut.app.database.query<{ open: string }>(
        'SELECT count(*) AS open FROM gateway_callback WHERE processed_at IS NULL',
      );
      expect(open).toBe('0');
      const kinds = await sut.app.database.query<{ kind: string; n: number }>(
        'SELECT kind, count(*)::int AS n FROM ledger_entry GROUP BY kind ORDER BY kind',
      );
      expect(kinds.map(({ kind }) => kind)).toEqual([
        'adjustment',
        'capture',
        'credit',
        'hold',
        'refund',
        'release',
      ]);
    },
    RUNS * 10_000,
  );
});

async function checkBooks(sut: BillingApp): Promise<void> {
  expect(await brokenPromises((text) => sut.app.database.query(text))).toEqual({});
}
