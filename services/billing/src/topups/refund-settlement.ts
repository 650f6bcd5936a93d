import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RefundOrigin } from '@casement/proto/http/billing/refunds.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { ReceiptsService, type RefundedOrder } from '../receipts/receipts.service.js';
import type { FailedRefund } from '../payment-providers/payment-provider.js';
import { formatMicro } from '../usdt.js';
import { chargeShare, fullRefund, usdtShare, type RefundPlan } from './refund-price.js';
import { hasFailed, isInProgress, type RefundEntity } from './refund.entity.js';
import { RefundsRepository } from './refunds.repository.js';
import { withoutReviews, type TopupEntity } from './topup.entity.js';
import { TopupsRepository } from './topups.repository.js';

const log = logger('refunds');

/** Ledger source of the quota taken back by an attempt, whoever starts it. */
const refundSource = (topupId: string, attempt: number): string =>
  attempt === 0 ? `topup-refund:${topupId}` : `topup-refund:${topupId}:${attempt}`;
const returnSource = (topupId: string, attempt: number): string =>
  `${refundSource(topupId, attempt)}:returned`;

/** Idempotency key of an attempt at the provider. */
export const refundKey = ({ merchantRef }: TopupEntity, { attempt }: RefundEntity): string =>
  `refund-${merchantRef}-${attempt}`;

export function refundSourcesOf(topupId: string, refund: RefundEntity | null): string[] {
  const attempts = Array.from({ length: (refund?.attempt ?? 0) + 1 }, (_, attempt) => attempt);
  return attempts.flatMap((n) => [refundSource(topupId, n), returnSource(topupId, n)]);
}

const LEDGER_REASONS: Record<RefundOrigin, string> = {
  administrator: 'refunded_by_administrator',
  provider: 'refunded_by_gateway',
  dispute: 'dispute_lost',
};

interface NewRefund extends RefundPlan {
  byHand: boolean;
  state: 'refund_pending' | 'by_hand';
  origin: RefundOrigin;
  reason: string;
  actorId: string | null;
  nextCheckAt: Date | null;
}

/** Takes back and returns the quota of paid top-ups that are refunded. The caller has locked the top-up. */
@Injectable()
export class RefundSettlement {
  constructor(
    private readonly topups: TopupsRepository,
    private readonly refunds: RefundsRepository,
    private readonly ledger: LedgerService,
    private readonly receipts: ReceiptsService,
    private readonly outbox: Outbox,
  ) {}

  /** Holds the available quota, before any money moves. */
  async start(tx: EntityManager, topup: TopupEntity, refund: NewRefund): Promise<RefundEntity> {
    const earlier = await this.refunds.find(topup.id, tx);
    const attempt = earlier ? earlier.attempt + 1 : 0;
    const available = await this.ledger.lockQuota(tx, topup.userId);
    const taken = Math.min(available, refund.quantity);
    if (taken > 0) {
      await this.ledger.post(tx, {
        userId: topup.userId,
        kind: 'refund',
        amount: -taken,
        source: refundSource(topup.id, attempt),
        topupId: topup.id,
        reason: LEDGER_REASONS[refund.origin],
        ...(refund.actorId && { actorId: refund.actorId, note: refund.reason }),
      });
    }
    const { id: topupId } = topup;
    const unknown = { reference: null, failure: null, calledAt: null };
    const started = { ...refund, ...unknown, topupId, attempt, taken };
    await this.refunds.save(tx, started);
    await this.topups.update(tx, topup.id, { refundTaken: taken });
    return { ...started, createdAt: new Date(), updatedAt: new Date() };
  }

  /** Records that the money was returned. Issues the credit note and notifies the customer. */
  async complete(
    tx: EntityManager,
    topup: TopupEntity,
    refund: RefundEntity,
    reference: string | null,
  ): Promise<Partial<TopupEntity>> {
    await this.refunds.update(tx, topup.id, { state: 'refunded', reference, nextCheckAt: null });
    const change = {
      refundedAt: new Date(),
      refundShort: refund.quantity - refund.taken,
      nextCheckAt: null,
      reconciliation: null,
      ...withoutReviews(topup, ['disputed', 'refunded_in_part']),
    };
    const creditNoteNumber = await this.receipts.issueCreditNote(tx, refundedOrder(topup, refund));
    await this.topups.update(tx, topup.id, { ...change, creditNoteNumber });
    const usdt = usdtShare(topup, refund.amount);
    await this.outbox.add(
      tx,
      'billing.topup.refunded.v1',
      {
        topupId: topup.id,
        userId: topup.userId,
        reference: topup.reference ?? topup.merchantRef,
        quantity: refund.taken,
        amount: refund.amount,
        ...(usdt !== null && { amountUsdt: formatMicro(usdt) }),
        ...(creditNoteNumber !== null && { creditNoteNumber }),
      },
      { key: topup.id },
    );
    log.info({ topupId: topup.id, origin: refund.origin }, 'top-up refunded');
    return change;
  }

  /** Returns the quota of a refund that was not made. */
  async giveBack(
    tx: EntityManager,
    topup: TopupEntity,
    refund: RefundEntity,
    failure: string | null,
  ): Promise<void> {
    if (refund.taken > 0) {
      await this.ledger.post(tx, {
        userId: topup.userId,
        kind: 'refund',
        amount: refund.taken,
        source: returnSource(topup.id, refund.attempt),
        topupId: topup.id,
        reason: 'refund_not_made',
      });
    }
    await this.refunds.update(tx, topup.id, { state: 'not_refunded', failure, nextCheckAt: null });
    await this.topups.update(tx, topup.id, { refundTaken: null });
  }

  /**
   * Applies the provider's report that the full payment went back. Finishes a refund in progress, whose quota is
   * already held.
   *
   * @returns the changed columns of the top-up
   */
  async takeBack(
    tx: EntityManager,
    topup: TopupEntity,
    origin: RefundOrigin,
  ): Promise<Partial<TopupEntity>> {
    const earlier = await this.refunds.find(topup.id, tx);
    if (earlier && isInProgress(earlier)) {
      if (earlier.quantity === topup.quantity) return this.complete(tx, topup, earlier, null);
      await this.giveBack(tx, topup, earlier, null);
    }
    const refund = await this.start(tx, topup, {
      ...fullRefund(topup),
      byHand: false,
      state: 'by_hand',
      origin,
      reason: '',
      actorId: null,
      nextCheckAt: null,
    });
    return this.complete(tx, topup, refund, null);
  }

  /**
   * Applies the provider's report that its newest refund did not reach the customer. A refund in progress was not made,
   * so its quota is returned. After a completed one the quota stays taken back, because we still owe the money.
   *
   * @returns whether an administrator must transfer the money
   */
  async fail(tx: EntityManager, topup: TopupEntity, failed: FailedRefund): Promise<boolean> {
    const refund = await this.refunds.find(topup.id, tx);
    if (!refund || !isSameRefund(topup, refund, failed)) return false;
    if (refund.state === 'refund_pending') {
      await this.giveBack(tx, topup, refund, failed.reason);
      return false;
    }
    if (refund.state !== 'refunded' || refund.byHand || hasFailed(refund)) return false;
    await this.refunds.update(tx, topup.id, { failure: failed.reason });
    // Listed as a difference until the money was transferred.
    await this.topups.update(tx, topup.id, { reconciliation: null });
    return true;
  }

  /**
   * Records that the money of a failed refund has reached the customer after all.
   *
   * @returns false if the refund has not failed
   */
  async endFailure(
    tx: EntityManager,
    topup: TopupEntity,
    refund: RefundEntity | null,
    change: Partial<RefundEntity> = {},
  ): Promise<boolean> {
    if (!refund || !hasFailed(refund)) return false;
    await this.refunds.update(tx, topup.id, { ...change, failure: null });
    await this.topups.update(tx, topup.id, {
      ...withoutReviews(topup, ['refund_failed']),
      reconciliation: null,
    });
    return true;
  }

  /** Applies a report that a refunded payment was refunded, which also ends a failure of its refund. */
  async madeAgain(tx: EntityManager, topup: TopupEntity): Promise<boolean> {
    return this.endFailure(tx, topup, await this.refunds.find(topup.id, tx));
  }

  /** Returns whether a refund that the customer's bank did not cause has reached the customer or is in progress. */
  async isRefundedWithoutBank(tx: EntityManager, topup: TopupEntity): Promise<boolean> {
    const refund = await this.refunds.find(topup.id, tx);
    if (!refund || refund.origin === 'dispute') return false;
    return refund.state !== 'not_refunded' && !hasFailed(refund);
  }

  /** Returns whether the customer's bank took the payment back. */
  async isTakenByBank(tx: EntityManager, topup: TopupEntity): Promise<boolean> {
    return (
      topup.refundedAt !== null && (await this.refunds.find(topup.id, tx))?.origin === 'dispute'
    );
  }

  /** Returns whether the customer kept a part of a refunded top-up. */
  async hasKeptPart(tx: EntityManager, topup: TopupEntity): Promise<boolean> {
    const refund = await this.refunds.find(topup.id, tx);
    return refund !== null && refund.quantity < topup.quantity;
  }

  /**
   * Applies the provider's report that a part of the payment went back.
   *
   * @param refunded amount returned so far, as the provider counts it
   * @returns false if it is not exactly the refund that billing asked for, e.g. made in the provider's dashboard
   */
  async finishPart(
    tx: EntityManager,
    topup: TopupEntity,
    refunded: number | null | undefined,
  ): Promise<boolean> {
    const refund = await this.refunds.find(topup.id, tx);
    if (!refund || refunded !== chargeShare(topup, refund.amount)) return false;
    if (topup.refundedAt) {
      await this.endFailure(tx, topup, refund);
      return true;
    }
    if (refund.state !== 'refund_pending') return false;
    await this.complete(tx, topup, refund, null);
    return true;
  }
}

/** @param refund `null` for a refund by version 0.1.0 */
export function refundedOrder(topup: TopupEntity, refund: RefundEntity | null): RefundedOrder {
  const { quantity, amount } = refund ?? fullRefund(topup);
  return { topupId: topup.id, quantity, amount, usdtMicro: usdtShare(topup, amount) };
}

/** Refunds from the provider's dashboard have no key, and their reference is unknown to billing. */
const isSameRefund = (
  topup: TopupEntity,
  refund: RefundEntity,
  { key, reference }: FailedRefund,
): boolean =>
  key === null
    ? refund.origin === 'provider' || refund.reference === reference
    : key === refundKey(topup, refund);
