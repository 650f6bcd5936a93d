import { Injectable } from '@nestjs/common';
import type { PaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import type { CreateTopupRequest, TopupHistoryQuery } from '@casement/proto/http/billing/topups.js';
import { paymentFee, paymentTotal } from '@casement/proto/http/billing/payment-fee.js';
import type { UserSummary } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { idempotencyErrors } from '@casement/common/data/idempotency/idempotency.errors.js';
import { Throttle } from '@casement/common/data/throttle/throttle.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import {
  BPAY,
  type Charge,
  type CreateResult,
  type PaymentProvider,
} from '../payment-providers/payment-provider.js';
import { PaymentProviders } from '../payment-providers/payment-providers.js';
import { paymentMethodErrors } from '../payment-methods/payment-methods.errors.js';
import { PaymentMethodsService } from '../payment-methods/payment-methods.service.js';
import { VoucherQuotesService } from '../vouchers/voucher-quotes.service.js';
import { VouchersService } from '../vouchers/vouchers.service.js';
import { MAX_OPEN_ORDERS, NEW_ORDERS, newTopup } from './new-topup.js';
import { Settlement } from './settlement.js';
import { hasTimeLeft, type TopupEntity } from './topup.entity.js';
import { topupErrors } from './topups.errors.js';
import { TopupsRepository, type NewTopup } from './topups.repository.js';

const log = logger('topups');

/** An open order is returned instead of creating a new one if it is payable for at least this long. */
const REUSE_MS = 5 * 60_000;

/** Tripay's default maximum, used until it reports the actual time. The other providers get this time from us. */
const DEFAULT_LIFETIME_MS = 24 * 3_600_000;

@Injectable()
export class TopupsService {
  constructor(
    private readonly db: Database,
    private readonly topups: TopupsRepository,
    private readonly quotes: VoucherQuotesService,
    private readonly vouchers: VouchersService,
    private readonly methods: PaymentMethodsService,
    private readonly users: UserDirectory,
    private readonly providers: PaymentProviders,
    private readonly settlement: Settlement,
    private readonly throttle: Throttle,
  ) {}

  /**
   * Orders quota. Our row is stored before the provider's transaction is created, so that no payment can arrive for
   * an unknown order. Each step is committed separately; after a crash, a request with the same idempotency key finds
   * the order. An open order with the same content is returned instead of a new order.
   *
   * @param idempotencyKey a repeated key returns the first order
   * @throws PAYMENT_METHOD_UNAVAILABLE, PAYMENT_GATEWAY_UNAVAILABLE, IDEMPOTENCY_KEY_REUSED, TOO_MANY_OPEN_TOPUPS,
   * RATE_LIMITED, VOUCHER_*
   */
  async create(
    actor: Actor,
    request: CreateTopupRequest,
    idempotencyKey?: string,
  ): Promise<TopupEntity> {
    const earlier = await this.findEarlier(actor, request, idempotencyKey);
    if (earlier) return this.resume(earlier);

    const quote = await this.quotes.forOrder(actor, request);
    const method = await this.methods.getUsable(request.payment_method, quote.finalAmount);
    if (method.code === BPAY) throw paymentMethodErrors.hasOwnForm();
    const customer = await this.users.get(actor.userId);
    if (!customer.email) throw topupErrors.emailMissing();

    const provider = this.providers.ofMethod(method.code);
    const topup: NewTopup = {
      ...newTopup(actor, quote, method, DEFAULT_LIFETIME_MS),
      ...fixedAmounts(provider, paymentTotal(method, quote.finalAmount)),
      idempotencyKey: idempotencyKey ?? null,
      requestHash: hashOf(request),
    };
    const offered = await this.insertOrOffer(topup);
    if (offered === 'taken') {
      // A concurrent copy of the request has inserted the order.
      const winner = await this.findEarlier(actor, request, idempotencyKey);
      if (!winner) throw new Error('merchant ref is taken');
      return this.resume(winner);
    }
    return offered ?? this.order(provider, topup, method, customer);
  }

  /**
   * Inserts the order unless the user has an open order with the same content, and limits the number of open orders.
   *
   * @returns that open order; null if the new order was inserted; 'taken' if its idempotency key is already used
   */
  private insertOrOffer(topup: NewTopup): Promise<TopupEntity | 'taken' | null> {
    return this.db.runInNewTransaction(async (tx) => {
      const orders = await this.topups.openOrders(tx, topup.userId);
      const open = orders.filter((one) => one.paymentMethod !== BPAY);
      const { idempotencyKey } = topup;
      if (idempotencyKey && open.some((one) => one.idempotencyKey === idempotencyKey)) {
        return 'taken';
      }
      const same = open.find((one) => one.reference && isSameOrder(one, topup));
      if (same) return same;
      if (open.length >= MAX_OPEN_ORDERS) throw topupErrors.tooManyOpen(MAX_OPEN_ORDERS);
      await this.throttle.take(NEW_ORDERS, topup.userId, tx);
      await this.vouchers.reserve(tx, topup);
      return (await this.topups.insert(topup, tx)) ? null : 'taken';
    });
  }

  history(actor: Pick<Actor, 'userId'>, query: TopupHistoryQuery): Promise<ListPage<TopupEntity>> {
    return this.topups.page(actor.userId, query);
  }

  /** @throws NOT_FOUND, also for another user's top-up */
  async own(actor: Actor, reference: string): Promise<TopupEntity> {
    const topup = await this.topups.findOf(actor.userId, reference);
    if (!topup) throw topupErrors.notFound();
    return topup;
  }

  private async order(
    provider: PaymentProvider,
    topup: NewTopup,
    method: PaymentMethod,
    customer: UserSummary,
  ): Promise<TopupEntity> {
    const result = await provider.create({
      method: topup.paymentMethod,
      merchantRef: topup.merchantRef,
      amount: topup.finalAmount,
      fee: paymentFee(method, topup.finalAmount),
      charge: chargeOf(topup),
      expiresAt: topup.expiresAt,
      customerName: customer.username,
      customerEmail: customer.email,
      itemName: `${topup.quantity} × ${topup.productName}`,
    });
    await this.record(topup.id, result);
    switch (result.kind) {
      case 'created':
        if (provider.listsFees) warnOfOtherTotal(topup, method, result.report.totalAmount);
        return this.present(topup.id);
      case 'refused':
        log.warn({ topupId: topup.id, reason: result.reason }, 'gateway rejected a top-up');
        throw topupErrors.paymentRefused();
      case 'unreached':
        throw topupErrors.gatewayUnreached();
      case 'unknown':
        throw topupErrors.gatewayAnswerLost();
    }
  }

  private async record(id: string, result: CreateResult): Promise<void> {
    // The transaction may exist; the reconciler will check it.
    if (result.kind === 'unknown') return;
    await this.db.runInNewTransaction(async (tx) => {
      const topup = await this.topups.lock(tx, id);
      if (result.kind === 'created') await this.settlement.apply(tx, topup, result.report);
      else {
        await this.settlement.fail(tx, topup);
        // The provider certainly has no transaction, so the key may be reused.
        await this.topups.update(tx, id, { idempotencyKey: null });
      }
    });
  }

  /** Returns the current state of an order whose request was repeated. */
  private async resume(topup: TopupEntity): Promise<TopupEntity> {
    if (topup.reference) return topup;
    if (topup.status === 'FAILED') throw topupErrors.paymentRefused();
    await this.adopt(topup);
    return this.present(topup.id);
  }

  /** Looks up the provider's transaction of an order whose creation was not confirmed. */
  private async adopt(topup: TopupEntity): Promise<void> {
    const provider = this.providers.ofMethod(topup.paymentMethod);
    const report = await provider.readStatus(topup).catch(() => null);
    if (!report) return;
    await this.db.runInNewTransaction(async (tx) => {
      await this.settlement.apply(tx, await this.topups.lock(tx, topup.id), report);
    });
  }

  private async present(id: string): Promise<TopupEntity> {
    const topup = await this.topups.find(id);
    if (!topup?.reference) throw topupErrors.gatewayAnswerLost();
    return topup;
  }

  private async findEarlier(
    actor: Actor,
    request: CreateTopupRequest,
    idempotencyKey: string | undefined,
  ): Promise<TopupEntity | null> {
    if (!idempotencyKey) return null;
    const earlier = await this.topups.findByIdempotencyKey(actor.userId, idempotencyKey);
    if (earlier && earlier.requestHash !== hashOf(request)) throw idempotencyErrors.reused();
    return earlier;
  }
}

/** Returns the amounts that the order fixes because the provider does not add its fee. */
function fixedAmounts(provider: PaymentProvider, payableAmount: number): Partial<NewTopup> {
  if (provider.listsFees) return {};
  const charge = provider.chargeOf?.(payableAmount);
  if (!charge) return { payableAmount };
  return {
    payableAmount,
    chargeCurrency: charge.currency,
    chargeMinor: charge.minorUnits,
    chargeRate: charge.rate,
    chargeRateAt: new Date(),
  };
}

const chargeOf = ({ chargeCurrency, chargeMinor }: NewTopup): Charge | null =>
  chargeCurrency && chargeMinor ? { currency: chargeCurrency, minorUnits: chargeMinor } : null;

/** Logs a warning if the provider's total differs from the total that the customer saw before ordering. */
function warnOfOtherTotal(topup: NewTopup, method: PaymentMethod, total: number | null): void {
  const shown = paymentTotal(method, topup.finalAmount);
  if (shown === total) return;
  log.warn(
    { topupId: topup.id, paymentMethod: method.code, shown, total },
    'gateway total differs from the total shown to the user; sync the payment methods',
  );
}

const isSameOrder = (open: TopupEntity, topup: NewTopup): boolean =>
  open.quantity === topup.quantity &&
  open.paymentMethod === topup.paymentMethod &&
  open.productId === topup.productId &&
  open.finalAmount === topup.finalAmount &&
  open.voucherCode === topup.voucherCode &&
  hasTimeLeft(open, REUSE_MS);

const hashOf = (request: CreateTopupRequest): string => {
  const { quantity, payment_method, product_id, voucher_code } = request;
  const voucher = voucher_code === undefined ? [] : [voucher_code];
  return sha256Hex(JSON.stringify([quantity, payment_method, product_id ?? null, ...voucher]));
};
