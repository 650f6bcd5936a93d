import fc from 'fast-check';
import type { PaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import { paymentFee, paymentTotal } from '@casement/proto/http/billing/payment-fee.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { brokenInvariants } from '../../src/books/invariants.js';
import { PaymentWorld } from '../totals/payment-world.js';

const ORDERS = Number(process.env.TOTAL_ORDERS ?? 40);
/** If set, the same orders are regenerated. */
const SEED = Number(process.env.TOTAL_SEED ?? Math.floor(Math.random() * 2 ** 31));

jest.setTimeout(600_000 + ORDERS * 1_000);

interface Order {
  /** Index of the payment method, modulo their number. */
  method: number;
  quantity: number;
  /** Position between the method's minimum and maximum amount, in units of 2⁻³⁰. */
  amount: number;
  tiers: [from: number, basisPoints: number][];
}

const order: fc.Arbitrary<Order> = fc.record({
  method: fc.nat(),
  quantity: fc.integer({ min: 1, max: 1_000 }),
  amount: fc.nat({ max: 2 ** 30 }),
  tiers: fc.uniqueArray(
    fc.tuple(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 0, max: 5_000 })),
    { maxLength: 4, selector: ([from]) => from },
  ),
});

describe('customer total', () => {
  let sut: PaymentWorld;
  let methods: PaymentMethod[];
  beforeAll(async () => {
    sut = await PaymentWorld.start();
    methods = (await sut.methods()).filter(({ code }) => code !== 'BPAY');
  });
  afterAll(() => sut.close());
  afterEach(async () => {
    const { database } = sut.app.app;
    expect(await brokenInvariants((text) => database.query(text))).toEqual({});
  });

  /** Sets a price at which the order, including its discount, is within the limits of the payment method. */
  const sellFor = async (method: PaymentMethod, { quantity, amount, tiers }: Order) => {
    // Doubled, because half of the amount may be the discount; rounding the price down loses less than a rupiah per
    // piece.
    const min = 2 * (method.minimum_amount ?? 1_000) + quantity;
    const max = method.maximum_amount ?? 10 ** 8;
    const target = min + Math.floor(((max - min) * amount) / 2 ** 30);
    await sut.sell(Math.max(100, Math.floor((target * 100) / quantity)), tiers);
  };

  /** Follows an order from the quote to the ledger and checks every figure that a user sees or pays. */
  const follow = async (method: PaymentMethod, quantity: number) => {
    const userId = sut.app.user();
    const quote = await sut.quote(quantity);
    const page = {
      fee: paymentFee(method, quote.final_amount),
      total: paymentTotal(method, quote.final_amount),
    };
    const created = await sut.app.topUp(userId, quantity, method.code);
    const bill = await sut.transaction(created.reference);
    const callback = await sut.pay(created.reference);
    const [item] = (await sut.app.history(userId)).data;
    return { userId, quote, page, created, bill, callback, item };
  };

  const expectOneTotal = ({ quote, page, created, bill, callback, item }: Followed) => {
    const { fee, total } = page;
    const figures = { final_amount: quote.final_amount, fee_amount: fee, payable_amount: total };
    expect(created).toMatchObject(figures);
    expect(bill).toMatchObject({ amount: total, fee_customer: fee });
    expect(callback).toMatchObject({ status: 'PAID', total_amount: total, fee_customer: fee });
    expect(callback.amount_received).toBe(total - callback.total_fee);
    expect(callback.total_fee).toBe(fee + callback.fee_merchant);
    expect(item).toMatchObject({ ...figures, status: 'PAID', quantity: quote.quantity });
    expect(item.total_amount - item.discount_amount).toBe(item.final_amount);
  };
  type Followed = Awaited<ReturnType<typeof follow>>;

  it('equals the amount that the gateway collects through each of its channels', async () => {
    await sut.sell(5_000_033, [[3, 750]]);
    const bearers: Record<string, string> = {};
    for (const method of methods) {
      const followed = await follow(method, 3);
      expectOneTotal(followed);
      const { fee_merchant, fee_customer } = followed.callback;
      bearers[method.code] = fee_customer > 0 ? 'customer' : fee_merchant > 0 ? 'merchant' : '';
    }
    expect(bearers).toEqual({
      BCAVA: 'customer',
      BRIVA: 'customer',
      BNIVA: 'customer',
      MANDIRIVA: 'merchant',
      PERMATAVA: 'customer',
      ALFAMART: 'customer',
      INDOMARET: 'customer',
      QRIS: 'customer',
      OVO: 'customer',
      DANA: 'merchant',
      SHOPEEPAY: 'customer',
    });
  });

  it(`is the same on the page, at the gateway, in callbacks and in the ledger for ${ORDERS} random orders`, async () => {
    process.stdout.write(`totals: ${ORDERS} orders, replay with TOTAL_SEED=${SEED}\n`);
    const totals = new Map<string, { total: number; userId: string; quantity: number }>();
    const property = fc.asyncProperty(order, async (one) => {
      const method = methods[one.method % methods.length];
      await sellFor(method, one);
      const followed = await follow(method, one.quantity);
      expectOneTotal(followed);
      const { userId, page, item } = followed;
      totals.set(item.id, { total: page.total, userId, quantity: one.quantity });
    });
    await fc.assert(property, { numRuns: ORDERS, seed: SEED, endOnFailure: true });

    const { database } = sut.app.app;
    const entries = await database.query<{ topup_id: string; user_id: string; amount: number }>(
      `SELECT topup_id, user_id, amount FROM ledger_entry
        WHERE kind = 'credit' AND topup_id = ANY($1)`,
      [[...totals.keys()]],
    );
    expect(entries).toHaveLength(ORDERS);
    for (const { topup_id, user_id, amount } of entries) {
      const { userId, quantity } = totals.get(topup_id)!;
      expect({ user_id, amount }).toEqual({ user_id: userId, amount: quantity });
    }
    // Amounts shown by the payment email and the Telegram notice.
    const warning = await waitFor(async () => {
      const events = await sut.app.app.nats.events('billing.topup.paid.v1');
      const amounts = new Map(
        events.map(({ payload }) => [payload.topupId, payload.payableAmount]),
      );
      return [...totals.keys()].every((id) => amounts.has(id)) && amounts;
    });
    for (const [id, { total }] of totals) expect(warning.get(id)).toBe(total);
  });

  it('is the exact USDT amount of a transfer, without a fee', async () => {
    const prepared = [];
    for (let n = 1; n <= Math.ceil(ORDERS / 10); n += 1) {
      await sut.sell(2_500_000 + n * 12_345, [[10, 1_000]]);
      const userId = sut.app.user();
      const quantity = 1 + (n % 30);
      const quote = await sut.quote(quantity);
      prepared.push({ userId, quantity, quote, order: await sut.prepare(userId, quantity) });
    }
    const sent = [];
    for (const one of prepared) {
      const usdt = one.order.encoded_amount_usdt.toFixed(6);
      sent.push({ ...one, usdt, txid: await sut.transfer(usdt) });
    }
    for (const { userId, quantity, quote, order, usdt, txid } of sent) {
      expect(Math.floor(order.encoded_amount_usdt * 100)).toBe(
        Math.round(quote.usd_estimated_amount * 100),
      );
      const { body } = await sut.verify(userId, order, txid).expect(200);
      expect((body as { data: object }).data).toMatchObject({ new_quota: quantity });
      const [item] = (await sut.app.history(userId)).data;
      expect(item).toMatchObject({
        status: 'PAID',
        final_amount: quote.final_amount,
        fee_amount: 0,
        payable_amount: null,
        encoded_amount: order.encoded_amount_usdt,
      });
      const [paid] = await sut.app.events('billing.topup.paid.v1', (one) => one.userId === userId);
      expect(paid).toMatchObject({ payableUsdt: usdt, quantity });
      expect(paid.payableAmount).toBeUndefined();
    }
  });
});
