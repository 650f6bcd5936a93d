import fc from 'fast-check';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { history, tour } from '../books/operations.js';
import { Replicas } from '../books/replicas.js';
import { World } from '../books/world.js';

/**
 * Number of histories. `make soak-books` runs 200; the default is the tour, in which everything happens once, and
 * five random histories.
 */
const RUNS = Number(process.env.BOOKS_RUNS ?? 6);
/** If set, the same operations are repeated in the same order. */
const SEED = Number(process.env.BOOKS_SEED ?? Math.floor(Math.random() * 2 ** 31));

// Catches hangs only. Includes starting two processes on a busy machine.
jest.setTimeout(600_000 + RUNS * 10_000);

describe('ledger invariants', () => {
  let sut: Replicas;
  beforeAll(async () => {
    sut = await Replicas.start();
  });
  afterAll(() => sut.close());

  const checkBooks = async () => {
    expect(await brokenInvariants((text) => sut.database.query(text))).toEqual({});
  };

  it('hold under any operations in any order while processes and connections are killed', async () => {
    process.stdout.write(`books: ${RUNS} runs, replay with BOOKS_SEED=${SEED}\n`);
    const property = fc.asyncProperty(history, async (steps) => {
      const world = new World(sut, await sut.vouchers());
      for (const step of steps) {
        await world.act(step);
        await checkBooks();
      }
      await world.settle();
      await checkBooks();
      expect(await world.lostPayments()).toEqual([]);
      expect(await world.surplusRefunds()).toEqual([]);
      expect(await world.hiddenFailures()).toEqual([]);
    });
    await fc.assert(property, {
      numRuns: RUNS,
      seed: SEED,
      endOnFailure: true,
      examples: [[tour]],
    });

    const [{ methods }] = await sut.database.query<{ methods: string[] }>(
      `SELECT array_agg(DISTINCT payment_method ORDER BY payment_method) AS methods
           FROM topup WHERE status = 'PAID'`,
    );
    expect(methods).toEqual(['BPAY', 'MIDTRANS_CARD', 'QRIS', 'STRIPE_CARD']);
    const [used] = await sut.database.query<{ ordered: number; redeemed: number }>(
      `SELECT (SELECT count(*)::int FROM topup WHERE voucher_code IS NOT NULL) AS ordered,
              (SELECT count(*)::int FROM ledger_entry WHERE voucher_code IS NOT NULL) AS redeemed`,
    );
    expect(used.ordered).toBeGreaterThan(0);
    expect(used.redeemed).toBeGreaterThan(2);
    const origins = await sut.database.query<{ origin: string; notes: number }>(
      `SELECT origin, count(credit_note_number)::int AS notes FROM refund JOIN topup ON id = topup_id
        WHERE state = 'refunded' GROUP BY origin`,
    );
    expect(origins.map(({ origin }) => origin)).toEqual(
      expect.arrayContaining(['administrator', 'dispute']),
    );
    for (const { notes } of origins) expect(notes).toBeGreaterThan(0);
    // The tour has caused all kinds, but its events may be processed last.
    const kinds = await waitFor(async () => {
      const rows = await sut.database.query<{ kind: string }>(
        'SELECT DISTINCT kind FROM ledger_entry ORDER BY kind',
      );
      return rows.length === 6 && rows.map(({ kind }) => kind);
    });
    expect(kinds).toEqual(['adjustment', 'capture', 'credit', 'hold', 'refund', 'release']);
  });
});
