import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PrepareBpayRequest } from '@casement/proto/http/billing.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { microOfCents } from '../binance/usdt.js';
import { BillingConfig } from '../config.js';
import type { PaymentMethodEntity } from '../payment-methods/payment-method.entity.js';
import { paymentMethodErrors } from '../payment-methods/payment-methods.errors.js';
import { PaymentMethodsService } from '../payment-methods/payment-methods.service.js';
import { QuotesService, type ProductQuote } from '../products/quotes.service.js';
import { MAX_OPEN_ORDERS, newTopup } from '../topups/new-topup.js';
import { Settlement } from '../topups/settlement.js';
import { BPAY, hasTimeLeft } from '../topups/topup.entity.js';
import { TopupsRepository } from '../topups/topups.repository.js';
import { bpayErrors } from './bpay.errors.js';
import { BpayRepository, isBpay, type BpayTopup } from './bpay.repository.js';

const MINUTE = 60_000;
const LIFETIME_MS = 60 * MINUTE;
const RESERVED_MS = 7 * 24 * 60 * MINUTE;
/** An order with less time left is not offered again: its payer would be late. */
const TIME_TO_PAY_MS = 15 * MINUTE;
/** Of one user, with reserved amounts. Otherwise a few dozen accounts could reserve every tail of an amount. */
export const MAX_UNPAID_ORDERS = 10;
/** The tail takes the four decimals below the cent. */
const MAX_TAIL = 9_999;

export interface PreparedOrder {
  topup: BpayTopup;
  usdCents: number;
  receiverId: string;
}

/** Creates orders that are identified by their exact amount. */
@Injectable()
export class BpayOrdersService {
  constructor(
    private readonly db: Database,
    private readonly config: BillingConfig,
    private readonly quotes: QuotesService,
    private readonly methods: PaymentMethodsService,
    private readonly orders: BpayRepository,
    private readonly topups: TopupsRepository,
    private readonly settlement: Settlement,
  ) {}

  /**
   * An order to pay by transfer; the user's open one of the same product, quantity and price, if there is one.
   *
   * @throws PAYMENT_METHOD_UNAVAILABLE, BPAY_TOO_MANY_OPEN, BPAY_UNAVAILABLE when every tail is taken
   */
  async prepare(actor: Actor, request: PrepareBpayRequest): Promise<PreparedOrder> {
    const quote = await this.quotes.quote(request);
    const method = await this.methods.getUsable(BPAY, quote.finalAmount);
    if (quote.usdCents < 1) throw paymentMethodErrors.belowOneCent(method.name);
    const topup = await this.db.transaction(async (tx) => {
      const open = (await this.topups.openOrders(tx, actor.userId)).filter(isBpay);
      const same = open.find((one) => isSameOrder(one, quote));
      if (same) return same;
      if (open.length >= MAX_OPEN_ORDERS) throw bpayErrors.tooManyOpen();
      const unpaid = await this.orders.countUnpaid(tx, actor.userId);
      if (unpaid >= MAX_UNPAID_ORDERS) throw bpayErrors.tooManyUnpaid();
      return this.make(tx, actor, quote, method);
    });
    return { topup, usdCents: quote.usdCents, receiverId: this.config.BINANCE_RECEIVER_ID };
  }

  private async make(
    tx: EntityManager,
    actor: Actor,
    quote: ProductQuote,
    method: PaymentMethodEntity,
  ): Promise<BpayTopup> {
    const base = microOfCents(quote.usdCents);
    for (;;) {
      const tail = await this.orders.freeTail(tx, base, MAX_TAIL);
      if (tail === null) throw bpayErrors.amountsTaken();
      const topup = newTopup(actor, quote, method, LIFETIME_MS);
      const bpayReservedUntil = new Date(topup.expiresAt.getTime() + RESERVED_MS);
      const order = { ...topup, bpayMicro: base + tail, bpayReservedUntil };
      // Not inserted: another order took that amount at the same moment, and is seen in the next round.
      if (await this.topups.insert(order, tx)) return this.open(tx, order.id);
    }
  }

  /** No gateway confirms it: its reference is our own. */
  private async open(tx: EntityManager, id: string): Promise<BpayTopup> {
    const topup = await this.topups.lock(tx, id);
    const { merchantRef, finalAmount, paymentName, expiresAt } = topup;
    const links = { checkoutUrl: null, payUrl: null, qrUrl: null, payCode: null };
    await this.settlement.apply(tx, topup, {
      reference: merchantRef,
      merchantRef,
      status: 'UNPAID',
      totalAmount: finalAmount,
      feeCustomer: 0,
      paidAt: null,
      payment: { ...links, paymentName, expiresAt },
    });
    return (await this.topups.lock(tx, id)) as BpayTopup;
  }
}

const isSameOrder = (topup: BpayTopup, quote: ProductQuote): boolean =>
  topup.quantity === quote.quantity &&
  topup.productId === quote.product.id &&
  topup.finalAmount === quote.finalAmount &&
  topup.bpayMicro / microOfCents(1) === BigInt(quote.usdCents) &&
  hasTimeLeft(topup, TIME_TO_PAY_MS);
