import { brokenInvariants } from '../../src/books/invariants.js';
import { BillingApp } from '../fakes/billing-app.js';

/** `make soak-books` pays 100. */
const TOPUPS = Number(process.env.SOAK_TOPUPS ?? 20);
const COPIES = 10;
/** `make soak-books` sends 10,000. */
const FORGED = Number(process.env.SOAK_FORGED ?? 1_000);
/** More sockets would only wait in the kernel's queue. */
const CONCURRENCY = 50;

describe('callback flood', () => {
  let sut: BillingApp;
  beforeAll(async () => {
    // One database connection per concurrent request, because waiting for one has its own time limit.
    sut = await BillingApp.start({ env: { DATABASE_POOL_SIZE: String(CONCURRENCY) } });
    // As in production: the server does not close an idle connection that the sender is about to reuse.
    sut.app.nest.getHttpServer().keepAliveTimeout = 75_000;
  });
  afterAll(() => sut.close());
  afterEach(async () => {
    expect(await brokenInvariants((text) => sut.app.database.query(text))).toEqual({});
  });

  const count = async (sql: string) => {
    const [{ n }] = await sut.app.database.query<{ n: number }>(sql);
    return n;
  };
  const credits = () => count(`SELECT count(*)::int AS n FROM ledger_entry WHERE kind = 'credit'`);
  const callbacks = () => count('SELECT count(*)::int AS n FROM gateway_callback');

  /** Uses keep-alive connections as the gateway does; supertest would open one per request. */
  const send = async ({ body, signature }: { body: string; signature: string }) => {
    const answer = await fetch(`${sut.app.url}/api/payments/tripay/callback`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-callback-event': 'payment_status',
        'x-callback-signature': signature,
      },
      body,
    });
    await answer.arrayBuffer();
    return answer.status;
  };

  /** Two at a time because only the callbacks should be flooded. */
  const ordered = (amount: number) =>
    inParallel(
      Array.from({ length: amount }, () => () => sut.topUp(sut.user(), 1)),
      2,
    );

  it(`posts ${TOPUPS} credits for the concurrent callbacks of ${TOPUPS} top-ups, ${COPIES} each`, async () => {
    const orders = await ordered(TOPUPS);
    // Half are repeats of the same bytes, half are different bytes for the same payment.
    const sent = orders.flatMap(({ reference }) =>
      Array.from({ length: COPIES }, (_, n) =>
        sut.gateway.callback(reference, 'PAID', { note: n % 2 ? String(n) : null }),
      ),
    );
    const statuses = await inParallel(shuffled(sent).map((callback) => () => send(callback)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await credits()).toBe(TOPUPS);
    const paid = `SELECT count(*)::int AS n FROM topup WHERE status = 'PAID'`;
    expect(await count(paid)).toBe(TOPUPS);
  });

  it(`credits and stores none of ${FORGED} forged callbacks`, async () => {
    const orders = await ordered(10);
    const before = { credits: await credits(), callbacks: await callbacks() };
    const forged = Array.from({ length: FORGED }, (_, n) => {
      const { body, signature } = sut.gateway.callback(orders[n % 10].reference, 'PAID', {
        note: n,
      });
      return { body, signature: forge(signature, n) };
    });
    const statuses = await inParallel(forged.map((callback) => () => send(callback)));
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect({ credits: await credits(), callbacks: await callbacks() }).toEqual(before);
  });
});

/** One digit changed, truncated, too long, uppercase, or empty. */
const forge = (signature: string, n: number): string =>
  [
    `${signature[0] === '0' ? '1' : '0'}${signature.slice(1)}`,
    signature.slice(0, 63),
    `${signature}0`,
    '0'.repeat(64),
    '',
  ][n % 5];

const shuffled = <T>(items: T[]): T[] => {
  const result = [...items];
  for (let n = result.length - 1; n > 0; n -= 1) {
    const other = Math.floor(Math.random() * (n + 1));
    [result[n], result[other]] = [result[other], result[n]];
  }
  return result;
};

async function inParallel<T>(work: (() => Promise<T>)[], workers = CONCURRENCY): Promise<T[]> {
  const results: T[] = [];
  const queue = work.values();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const one of queue) results.push(await one());
    }),
  );
  return results;
}
