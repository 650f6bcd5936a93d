import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PrepareBpayRequest } from '@casement/proto/http/billing/bpay.js';
import type { PaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { Throttle } from '@casement/common/data/throttle/throttle.js';
import { BillingConfig } from '../config.js';
import { paymentMethodErrors } from '../payment-methods/payment-methods.errors.js';
import { PaymentMethodsService } from '../payment-methods/payment-methods.service.js';
import { BPAY } from '../payment-providers/payment-provider.js';
import { microOfCents } from '../usdt.js';
import { VoucherQuotesService, type OrderQuote } from '../vouchers/voucher-quotes.service.js';
import { VouchersService } from '../vouchers/vouchers.service.js';
import { BpayOrdersRepository } from './bpay-orders.repository.js';
import { MAX_OPEN_ORDERS, NEW_ORDERS, newTopup } from './new-topup.js';
import { Settlement } from './settlement.js';
import { hasTimeLeft, isBpay, type BpayTopup, type TopupEntity } from './topup.entity.js';
import { TopupsRepository } from './topups.repository.js';
import { topupErrors } from './topups.errors.js';

export type { BpayTopup };

const MINUTE = 60_000;
const LIFETIME_MS = 60 * MINUTE;
const RESERVED_MS = 7 * 24 * 60 * MINUTE;
/** An open order is returned instead of creating a new one if it is payable for at least this long. */
const TIME_TO_PAY_MS = 15 * MINUTE;
/** Binance may list a transfer this long after it was sent. */
const LISTED_LATE_MS = 15 * MINUTE;
/** Orders per automatic credit, a multiple of what is realistic. */
const MAX_WAITING = 1_000;
/**
 * Maximum number of unpaid orders per user. Without it, a few dozen accounts could reserve every tail of an amount.
 */
export const MAX_UNPAID_ORDERS = 10;
/** The tail fills the four decimals below the cent. */
const MAX_TAIL = 9_999;

export interface PreparedOrder {
  topup: BpayTopup;
  usdCents: number;
  receiverId: string;
  /** Whether the transfer is credited without an entered Order ID. */
  isAutomatic: boolean;
}

/** Orders that are paid by a Binance transfer and identified by their exact USDT amount. */
@Injectable()
export class BpayOrdersService {
  constructor(
    private readonly config: BillingConfig,
    private readonly quotes: VoucherQuotesService,
    private readonly vouchers: VouchersService,
    private readonly methods: PaymentMethodsService,
    private readonly orders: BpayOrdersRepository,
    private readonly topups: TopupsRepository,
    private readonly settlement: Settlement,
    private readonly throttle: Throttle,
  ) {}

  /**
   * Creates an order, or returns the user's open order with the same product, quantity and price.
   *
   * @throws PAYMENT_METHOD_UNAVAILABLE, BPAY_TOO_MANY_OPEN, RATE_LIMITED, VOUCHER_*, BPAY_UNAVAILABLE if
   * every tail is taken
   */
  async prepare(
    unit: UnitOfWork,
    actor: Actor,
    request: PrepareBpayRequest,
  ): Promise<PreparedOrder> {
    const quote = await this.quotes.forOrder(actor, request);
    const method = await this.methods.getUsable(BPAY, quote.finalAmount);
    if (quote.usdCents < 1) throw paymentMethodErrors.belowOneCent(method.name);
    const topup = await unit.transaction(async (tx) => {
      const open = (await this.topups.openOrders(tx, actor.userId)).filter(isBpay);
      const same = open.find((one) => isSameOrder(one, quote));
      if (same) return same;
      if (open.length >= MAX_OPEN_ORDERS) throw topupErrors.tooManyOpenBpay();
      const unpaid = await this.orders.countUnpaid(tx, actor.userId);
      if (unpaid >= MAX_UNPAID_ORDERS) throw topupErrors.tooManyUnpaidBpay();
      await this.throttle.take(NEW_ORDERS, actor.userId, tx);
      await this.vouchers.reserve(tx, { ...quote, userId: actor.userId });
      return this.insert(tx, actor, quote, method);
    });
    return {
      topup,
      usdCents: quote.usdCents,
      receiverId: this.config.BINANCE_RECEIVER_ID,
      isAutomatic: this.config.BINANCE_POLL_INTERVAL_MS > 0,
    };
  }

  /**
   * Returns the user's order with this amount. If there are several, returns the newest, because amounts are reused
   * after 7 days.
   */
  findOwn(userId: string, micro: bigint, merchantRef?: string): Promise<BpayTopup | null> {
    return this.orders.findOwn(userId, micro, merchantRef);
  }

  async lock(tx: EntityManager, id: string): Promise<BpayTopup> {
    return (await this.topups.lock(tx, id)) as BpayTopup;
  }

  /** Returns another unpaid order with this amount, which the payment can therefore be credited to. */
  findOther(tx: EntityManager, id: string, micro: bigint): Promise<TopupEntity | null> {
    return this.orders.findOther(tx, id, micro);
  }

  /** Returns the orders that may receive a transfer in time, including those that have just expired. */
  waiting(): Promise<BpayTopup[]> {
    return this.orders.findWaiting(new Date(Date.now() - LISTED_LATE_MS), MAX_WAITING);
  }

  /** Returns the creation time of the oldest order that still reserves its amount, or null. */
  oldestReserved(): Promise<Date | null> {
    return this.orders.oldestReserved();
  }

  private async insert(
    tx: EntityManager,
    actor: Actor,
    quote: OrderQuote,
    method: PaymentMethod,
  ): Promise<BpayTopup> {
    const base = microOfCents(quote.usdCents);
    for (;;) {
      const tail = await this.orders.findFreeTail(tx, base, MAX_TAIL);
      if (tail === null) throw topupErrors.bpayAmountsTaken();
      const topup = newTopup(actor, quote, method, LIFETIME_MS);
      const bpayReservedUntil = new Date(topup.expiresAt.getTime() + RESERVED_MS);
      const order = { ...topup, bpayMicro: base + tail, bpayReservedUntil };
      // A concurrent order took the same amount, so the next iteration picks another one.
      if (await this.topups.insert(order, tx)) return this.open(tx, order.id);
    }
  }

  /** Confirms the order with our own reference, because there is no provider to confirm it. */
  private async open(tx: EntityManager, id: string): Promise<BpayTopup> {
    const topup = await this.topups.lock(tx, id);
    const { merchantRef, finalAmount, paymentName, expiresAt } = topup;
    const links = { checkoutUrl: null, payUrl: null, qrUrl: null, payCode: null };
    const guide = { qrString: null, instructions: null };
    await this.settlement.apply(tx, topup, {
      reference: merchantRef,
      merchantRef,
      status: 'UNPAID',
      totalAmount: finalAmount,
      feeCustomer: 0,
      paidAt: null,
      payment: { ...links, ...guide, paymentName, expiresAt },
    });
    return this.lock(tx, id);
  }
}

const isSameOrder = (topup: BpayTopup, quote: OrderQuote): boolean =>
  topup.quantity === quote.quantity &&
  topup.productId === quote.product.id &&
  topup.finalAmount === quote.finalAmount &&
  topup.voucherCode === quote.voucherCode &&
  topup.bpayMicro / microOfCents(1) === BigInt(quote.usdCents) &&
  hasTimeLeft(topup, TIME_TO_PAY_MS);
