import { Injectable } from '@nestjs/common';
import type { CreateTopupRequest, TopupHistoryQuery } from '@casement/proto/http/billing.js';
import { paymentTotal } from '@casement/proto/http/payment-fee.js';
import type { UserSummary } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { idempotencyErrors } from '@casement/common/data/idempotency/idempotency.errors.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import type { CreateResult } from '../gateway/gateway.types.js';
import { TripayGateway } from '../gateway/tripay.gateway.js';
import type { PaymentMethodEntity } from '../payment-methods/payment-method.entity.js';
import { paymentMethodErrors } from '../payment-methods/payment-methods.errors.js';
import { toPaymentMethodResponse } from '../payment-methods/payment-methods.mapper.js';
import { PaymentMethodsService } from '../payment-methods/payment-methods.service.js';
import { QuotesService } from '../products/quotes.service.js';
import { MAX_OPEN_ORDERS, newTopup } from './new-topup.js';
import { Settlement } from './settlement.js';
import { BPAY, hasTimeLeft, type TopupEntity } from './topup.entity.js';
import { topupErrors } from './topups.errors.js';
import { TopupsRepository, type NewTopup } from './topups.repository.js';

const log = logger('topups');

/** A bill with less time left is not offered again: that is too short to pay it. */
const OFFERED_AGAIN_MS = 5 * 60_000;

/** Until the gateway reports its own: the maximum that it grants by default. */
const DEFAULT_LIFETIME_MS = 24 * 3_600_000;

@Injectable()
export class TopupsService {
  constructor(
    private readonly db: Database,
    private readonly topups: TopupsRepository,
    private readonly quotes: QuotesService,
    private readonly methods: PaymentMethodsService,
    private readonly users: UserDirectory,
    private readonly gateway: TripayGateway,
    private readonly settlement: Settlement,
  ) {}

  /**
   * Orders quota: our row first, then the gateway's transaction, so that no payment can ever arrive for an order
   * that we don't know; each step is committed at once, and after a crash the order's own key finds it again. An open
   * order of the same thing is given again.
   *
   * @param idempotencyKey the caller's name of this request; sent again it gives the first order
   * @throws PAYMENT_METHOD_UNAVAILABLE, PAYMENT_GATEWAY_UNAVAILABLE, IDEMPOTENCY_KEY_REUSED, TOO_MANY_OPEN_TOPUPS
   */
  async create(
    actor: Actor,
    request: CreateTopupRequest,
    idempotencyKey?: string,
  ): Promise<TopupEntity> {
    const earlier = await this.findEarlier(actor, request, idempotencyKey);
    if (earlier) return this.resume(earlier);

    const quote = await this.quotes.quote(request);
    const method = await this.methods.getUsable(request.payment_method, quote.finalAmount);
    if (method.code === BPAY) throw paymentMethodErrors.hasOwnForm();
    const customer = await this.users.get(actor.userId);
    if (!customer.email) throw topupErrors.emailMissing();

    const topup: NewTopup = {
      ...newTopup(actor, quote, method, DEFAULT_LIFETIME_MS),
      idempotencyKey: idempotencyKey ?? null,
      requestHash: hashOf(request),
    };
    const offered = await this.insertOrOffer(topup);
    if (offered === 'taken') {
      // The same request at the same moment: the other one is ordering.
      const winner = await this.findEarlier(actor, request, idempotencyKey);
      if (!winner) throw new Error('merchant ref is taken');
      return this.resume(winner);
    }
    return offered ?? this.order(topup, method, customer);
  }

  /**
   * One more bill for the same thing would only confuse: the user's open one is offered again, and there are a few at
   * most.
   *
   * @returns the open one; null when the new one was made; 'taken' when its idempotency key was
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
      return (await this.topups.insert(topup, tx)) ? null : 'taken';
    });
  }

  history(actor: Actor, query: TopupHistoryQuery): Promise<ListPage<TopupEntity>> {
    return this.topups.page(actor.userId, query);
  }

  /** @throws NOT_FOUND, also for another user's */
  async own(actor: Actor, reference: string): Promise<TopupEntity> {
    const topup = await this.topups.findOf(actor.userId, reference);
    if (!topup) throw topupErrors.notFound();
    return topup;
  }

  private async order(
    topup: NewTopup,
    method: PaymentMethodEntity,
    customer: UserSummary,
  ): Promise<TopupEntity> {
    const result = await this.gateway.create({
      method: topup.paymentMethod,
      merchantRef: topup.merchantRef,
      amount: topup.finalAmount,
      customerName: customer.username,
      customerEmail: customer.email,
      itemName: `${topup.quantity} × ${topup.productName}`,
    });
    await this.record(topup.id, result);
    switch (result.kind) {
      case 'created':
        warnOfOtherTotal(topup, method, result.report.totalAmount);
        return this.present(topup.id);
      case 'refused':
        log.warn({ topupId: topup.id, reason: result.reason }, 'gateway refused a top-up');
        throw topupErrors.paymentRefused();
      case 'unreached':
        throw topupErrors.gatewayUnreached();
      case 'unknown':
        throw topupErrors.gatewayAnswerLost();
    }
  }

  private async record(id: string, result: CreateResult): Promise<void> {
    // The row keeps its date with the reconciler.
    if (result.kind === 'unknown') return;
    await this.db.runInNewTransaction(async (tx) => {
      const topup = await this.topups.lock(tx, id);
      if (result.kind === 'created') await this.settlement.apply(tx, topup, result.report);
      else {
        await this.settlement.fail(tx, topup);
        // The gateway has no transaction for certain, so the same request may be tried anew.
        await this.topups.update(tx, id, { idempotencyKey: null });
      }
    });
  }

  /** The same request again: its order as it stands now. */
  private async resume(topup: TopupEntity): Promise<TopupEntity> {
    if (topup.reference) return topup;
    if (topup.status === 'FAILED') throw topupErrors.paymentRefused();
    await this.adopt(topup);
    return this.present(topup.id);
  }

  /** Looks for the transaction of an order whose create was never answered. */
  private async adopt(topup: TopupEntity): Promise<void> {
    const report = await this.gateway.findByMerchantRef(topup.merchantRef).catch(() => null);
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

/** The customer was shown our own sum before; the provider's is asked for. */
function warnOfOtherTotal(topup: NewTopup, method: PaymentMethodEntity, total: number): void {
  const shown = paymentTotal(toPaymentMethodResponse(method), topup.finalAmount);
  if (shown === total) return;
  log.warn(
    { topupId: topup.id, paymentMethod: method.code, shown, total },
    'the gateway asks for another total than was shown; sync the payment methods',
  );
}

const isSameOrder = (open: TopupEntity, topup: NewTopup): boolean =>
  open.quantity === topup.quantity &&
  open.paymentMethod === topup.paymentMethod &&
  open.productId === topup.productId &&
  open.finalAmount === topup.finalAmount &&
  hasTimeLeft(open, OFFERED_AGAIN_MS);

const hashOf = ({ quantity, payment_method, product_id }: CreateTopupRequest): string =>
  sha256Hex(JSON.stringify([quantity, payment_method, product_id ?? null]));
