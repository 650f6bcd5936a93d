import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type {
  RefundOptions,
  RefundRequestBody,
  RefundState,
  TopupRefund,
} from '@casement/proto/http/billing/refunds.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { BillingConfig } from '../../config.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import { providerOf, type RefundResult } from '../../payment-providers/payment-provider.js';
import { PaymentProviders } from '../../payment-providers/payment-providers.js';
import { QuotesService } from '../../products/quotes.service.js';
import { formatMicro } from '../../usdt.js';
import { VouchersService } from '../../vouchers/vouchers.service.js';
import { PROVIDER_DOWN_MS } from '../check-schedule.js';
import {
  chargeShare,
  fullRefund,
  partRefund,
  usdtShare,
  type RefundPlan,
} from '../refund-price.js';
import { refundKey, RefundSettlement } from '../refund-settlement.js';
import { hasFailed, isInProgress, isOutcomeUnknown, type RefundEntity } from '../refund.entity.js';
import { RefundsRepository } from '../refunds.repository.js';
import { Settlement } from '../settlement.js';
import type { TopupEntity } from '../topup.entity.js';
import { topupErrors } from '../topups.errors.js';
import { TopupsRepository } from '../topups.repository.js';
import { refundErrors } from './refunds.errors.js';

const log = logger('refunds');
const BATCH = 20;

/** Refunds started by administrators. */
@Injectable()
export class RefundsService {
  constructor(
    private readonly db: Database,
    private readonly topups: TopupsRepository,
    private readonly refunds: RefundsRepository,
    private readonly settlement: Settlement,
    private readonly quota: RefundSettlement,
    private readonly ledger: LedgerService,
    private readonly quotes: QuotesService,
    private readonly vouchers: VouchersService,
    private readonly providers: PaymentProviders,
    private readonly audit: Audit,
    config: BillingConfig,
    jobs: Jobs,
  ) {
    jobs.every('refunds', config.RECONCILE_INTERVAL_MS, (stop) => this.processDue(stop));
  }

  find(topupId: string): Promise<RefundEntity | null> {
    return this.refunds.find(topupId);
  }

  /** @returns null if the top-up cannot be refunded now */
  async options(topup: TopupEntity, refund: RefundEntity | null): Promise<RefundOptions | null> {
    if (!isRefundable(topup, refund)) return null;
    const unused = await this.ledger.unusedOf(this.db.manager, topup);
    const part = partRefund(topup, unused, await this.discountsOf(topup));
    return {
      full: toPlan(topup, fullRefund(topup)),
      unused: part && toPlan(topup, part),
      unused_quantity: unused,
      by_provider: this.canCall(topup),
    };
  }

  /**
   * Holds the quota, then asks the provider to return the money. If its answer is lost, a job retries with the same key.
   *
   * @throws NOT_FOUND, CONFLICT
   */
  async start(
    actor: Actor,
    id: string,
    { part, by_hand, reason }: RefundRequestBody,
  ): Promise<RefundState> {
    const ordered = await this.topups.find(id);
    if (!ordered) throw topupErrors.unknown();
    const discountFor = await this.discountsOf(ordered);
    const state = await this.db.runInNewTransaction(async (tx) => {
      const { topup, refund } = await this.lock(tx, id);
      if (!isRefundable(topup, refund)) throw refundErrors.notRefundable();
      await this.ledger.lockQuota(tx, topup.userId);
      const plan =
        part === 'full'
          ? fullRefund(topup)
          : partRefund(topup, await this.ledger.unusedOf(tx, topup), discountFor);
      if (!plan) throw refundErrors.nothingUnused();
      const started = await this.quota.start(tx, topup, {
        ...plan,
        origin: 'administrator',
        reason,
        actorId: actor.userId,
        ...(by_hand || !this.canCall(topup)
          ? { byHand: true, state: 'by_hand', nextCheckAt: null }
          : {
              byHand: false,
              state: 'refund_pending',
              nextCheckAt: new Date(Date.now() + PROVIDER_DOWN_MS),
            }),
      });
      await this.audit.record(tx, {
        action: 'topup.refund_started',
        target: `topup:${id}`,
        after: {
          state: started.state,
          user: topup.userId,
          amount: plan.amount,
          quota: started.taken,
          reason,
        },
      });
      return started.state;
    });
    if (state === 'by_hand') return state;
    await this.check(id);
    return (await this.refunds.find(id))?.state ?? state;
  }

  /**
   * Records that the money was returned, by hand or as the provider's dashboard shows although its API does not.
   *
   * @throws NOT_FOUND, CONFLICT if no refund is in progress or has failed, or if the provider may be making it
   */
  async confirm(id: string, reference: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { topup, refund } = await this.lock(tx, id);
      if (!refund || !(isInProgress(refund) || hasFailed(refund)))
        throw refundErrors.notInProgress();
      if (isOutcomeUnknown(refund)) throw refundErrors.outcomeUnknown();
      if (!(await this.quota.endFailure(tx, topup, refund, { byHand: true, reference }))) {
        await this.quota.complete(tx, topup, refund, reference);
        await this.refunds.update(tx, id, { byHand: true });
      }
      await this.audit.record(tx, {
        action: 'topup.refund_confirmed',
        target: `topup:${id}`,
        after: { user: topup.userId, amount: refund.amount, reference },
      });
    });
  }

  /** @throws NOT_FOUND, CONFLICT if no transfer by hand is expected */
  async cancel(id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { topup, refund } = await this.lock(tx, id);
      if (refund?.state !== 'by_hand') throw refundErrors.notByHand();
      await this.quota.giveBack(tx, topup, refund, null);
      await this.audit.record(tx, {
        action: 'topup.refund_cancelled',
        target: `topup:${id}`,
        after: { user: topup.userId, quota: refund.taken },
      });
    });
  }

  /** @returns the number of refunds checked */
  async processDue(stop?: AbortSignal): Promise<number> {
    const due = await this.refunds.claimDue(BATCH, PROVIDER_DOWN_MS);
    for (const { topupId } of due) {
      if (stop?.aborted) break;
      await this.check(topupId);
    }
    return due.length;
  }

  /** Failures leave the refund pending. */
  private async check(id: string): Promise<void> {
    try {
      await this.askProvider(id);
    } catch (error) {
      log.warn({ err: error, topupId: id }, 'refund has no outcome yet, will be retried');
    }
  }

  /**
   * Reads the payment before it asks for the refund, because an earlier request may have been carried out although its
   * answer was lost, and providers remember idempotency keys for a limited time.
   */
  private async askProvider(id: string): Promise<void> {
    const topup = await this.topups.find(id);
    if (!topup?.reference) return;
    const provider = this.providers.ofMethod(topup.paymentMethod);
    const report = await provider.readStatus(topup);
    const refund = await this.db.runInNewTransaction(async (tx) => {
      const found = await this.lock(tx, id);
      if (report && found.refund?.state === 'refund_pending') {
        await this.settlement.apply(tx, found.topup, report);
      }
      const current = await this.refunds.find(id, tx);
      if (current?.state !== 'refund_pending') return null;
      // From here on, it cannot be confirmed by hand until the outcome is known.
      await this.refunds.update(tx, id, { calledAt: new Date() });
      return current;
    });
    if (!refund) return;
    const result = await provider.refund({
      reference: topup.reference,
      merchantRef: topup.merchantRef,
      method: topup.paymentMethod,
      amount: chargeShare(topup, refund.amount),
      key: refundKey(topup, refund),
      reason: refund.reason,
    });
    await this.db.runInNewTransaction((tx) => this.record(tx, id, refund.attempt, result));
  }

  private async record(
    tx: EntityManager,
    id: string,
    attempt: number,
    result: RefundResult,
  ): Promise<void> {
    const { topup, refund } = await this.lock(tx, id);
    if (refund?.attempt !== attempt) return;
    if (result.kind === 'refunded' && refund.state === 'refund_pending') {
      await this.quota.complete(tx, topup, refund, result.reference);
    } else if (result.kind === 'refunded') {
      // A callback has completed it in the meantime, without the refund's reference.
      await this.refunds.update(tx, id, { reference: result.reference });
    } else if (result.kind === 'refused' && refund.state === 'refund_pending') {
      log.warn({ topupId: id, reason: result.reason }, 'provider refused a refund');
      await this.quota.giveBack(tx, topup, refund, result.reason);
    } else if (result.kind === 'unreached') {
      await this.refunds.update(tx, id, { calledAt: null });
    }
  }

  /** Returns the discount of a quantity in basis points. A voucher's applies from its own minimum. */
  private async discountsOf({
    voucherCode,
    discountBasisPoints,
  }: TopupEntity): Promise<(quantity: number) => number> {
    const discountFor = await this.quotes.discounts();
    const minimum = voucherCode && (await this.vouchers.minimumOf(voucherCode));
    return (quantity) =>
      minimum && quantity >= minimum ? discountBasisPoints : discountFor(quantity);
  }

  private canCall({ paymentMethod, reference }: TopupEntity): boolean {
    const provider = this.providers.find(providerOf(paymentMethod));
    return reference !== null && provider?.canRefund(paymentMethod) === true;
  }

  private async lock(tx: EntityManager, id: string) {
    if (!(await this.topups.find(id))) throw topupErrors.unknown();
    const topup = await this.topups.lock(tx, id);
    return { topup, refund: await this.refunds.find(id, tx) };
  }
}

const isRefundable = (topup: TopupEntity, refund: RefundEntity | null): boolean =>
  topup.status === 'PAID' && topup.refundedAt === null && !(refund && isInProgress(refund));

const toPlan = (topup: TopupEntity, { quantity, amount }: RefundPlan) => {
  const usdt = usdtShare(topup, amount);
  return { quantity, amount, amount_usdt: usdt === null ? null : formatMicro(usdt) };
};

/** @param names by user id, as far as known */
export const toTopupRefund = (
  topup: TopupEntity,
  refund: RefundEntity,
  names: ReadonlyMap<string, string>,
): TopupRefund => ({
  ...toPlan(topup, refund),
  state: refund.state,
  origin: refund.origin,
  taken: refund.taken,
  reason: refund.reason,
  reference: refund.reference,
  failure: refund.failure,
  by: (refund.actorId && names.get(refund.actorId)) ?? null,
  created_at: refund.createdAt.toISOString(),
});
