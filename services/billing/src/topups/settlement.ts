import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RefundOrigin } from '@casement/proto/http/billing/refunds.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Throttle } from '@casement/common/data/throttle/throttle.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { LedgerService } from '../ledger/ledger.service.js';
import {
  providerOf,
  type PaymentReport,
  type ProviderName,
} from '../payment-providers/payment-provider.js';
import { ReceiptsService } from '../receipts/receipts.service.js';
import { formatMicro } from '../usdt.js';
import { nextCheckAt } from './check-schedule.js';
import { NEW_ORDERS } from './new-topup.js';
import { PaymentMetrics } from './payment-metrics.js';
import type { RefundEntity } from './refund.entity.js';
import { RefundSettlement, refundSourcesOf } from './refund-settlement.js';
import type { TopupReview } from './review-reasons.js';
import { isOpen, reviewsOf, waitingFor, withoutReviews, type TopupEntity } from './topup.entity.js';
import { TopupsRepository } from './topups.repository.js';
import { topupErrors } from './topups.errors.js';

const log = logger('settlement');

/** Reviews that end when a dispute is won. */
const DISPUTES: TopupReview[] = ['disputed', 'dispute_lost'];

/** Ledger source of a top-up's credit, whoever posts it. */
const paymentSource = (id: string): string => `topup:${id}`;

export const ledgerSourcesOf = (id: string, refund: RefundEntity | null): string[] => [
  paymentSource(id),
  ...refundSourcesOf(id, refund),
];

export type Outcome =
  | 'credited'
  | 'confirmed'
  | 'expired'
  | 'failed'
  | 'refunded'
  | 'nothing_new'
  | 'refunded_before'
  | 'dispute_won'
  | TopupReview;

interface Settled {
  topupId: string;
  outcome: Outcome;
  /** True if the user was deleted, so that no personal data may be stored. */
  isAccountClosed: boolean;
}

/**
 * Applies the provider's payment reports to top-ups. Every report, from a callback, a response or our own check, is
 * applied here. Reports may arrive late, twice or out of order. The caller has locked the top-up unless a method says
 * that it takes the lock.
 */
@Injectable()
export class Settlement {
  constructor(
    private readonly topups: TopupsRepository,
    private readonly ledger: LedgerService,
    private readonly receipts: ReceiptsService,
    private readonly refunds: RefundSettlement,
    private readonly outbox: Outbox,
    private readonly metrics: PaymentMetrics,
    private readonly throttle: Throttle,
  ) {}

  /**
   * Locks the top-up named by a callback and applies the report. Returns null if the provider has no such
   * top-up, because its key must not confirm other providers' payments.
   */
  async applyToReported(
    tx: EntityManager,
    provider: ProviderName,
    report: PaymentReport,
  ): Promise<Settled | null> {
    const topup = await this.topups.lockReported(tx, report.reference, report.merchantRef);
    if (!topup || providerOf(topup.paymentMethod) !== provider) return null;
    const outcome = await this.apply(tx, topup, report);
    const isAccountClosed = await this.topups.isAccountClosed(tx, topup.userId);
    return { topupId: topup.id, outcome, isAccountClosed };
  }

  /** Changes status, ledger entry, balance and events atomically within `tx`. */
  async apply(tx: EntityManager, topup: TopupEntity, report: PaymentReport): Promise<Outcome> {
    const problem = this.problemOf(topup, report);
    if (problem) return this.flagForReview(tx, topup, problem);
    switch (report.status) {
      case 'PAID':
        return this.pay(tx, topup, report);
      case 'REFUND':
        return this.refund(tx, topup, report, 'provider');
      case 'DISPUTE_LOST':
        return this.refund(tx, topup, report, 'dispute');
      case 'PART_REFUND':
        return (await this.refunds.finishPart(tx, topup, report.refunded))
          ? 'refunded'
          : this.flagForReview(tx, topup, 'refunded_in_part');
      case 'REFUND_FAILED':
        return this.failRefund(tx, topup, report);
      case 'DISPUTED':
        return this.flagForReview(tx, topup, 'disputed');
      case 'EXPIRED':
        return this.expire(tx, topup);
      case 'FAILED':
        return this.fail(tx, topup);
      case 'UNPAID':
        return this.confirm(tx, topup, report);
    }
  }

  /** Expires an open top-up. Money that arrives later is still credited, except a Binance transfer (`bpay/match.ts`). */
  async expire(tx: EntityManager, topup: TopupEntity): Promise<Outcome> {
    if (!isOpen(topup)) return this.scheduleNextCheck(tx, topup);
    await this.end(tx, topup);
    const event = { topupId: topup.id, userId: topup.userId };
    await this.outbox.add(tx, 'billing.topup.expired.v1', event, { key: topup.id });
    return 'expired';
  }

  /** Publishes once that an unpaid top-up is about to expire. */
  async remind(tx: EntityManager, topup: TopupEntity): Promise<void> {
    await this.topups.update(tx, topup.id, { remindedAt: new Date() });
    const event = {
      ...sumsOf(topup, topup.payableAmount ?? topup.finalAmount),
      reference: topup.reference ?? topup.merchantRef,
      expiredTime: Math.floor(topup.expiresAt.getTime() / 1000),
    };
    await this.outbox.add(tx, 'billing.topup.expiring.v1', event, { key: topup.id });
  }

  /**
   * Locks and ends the open top-ups of a deleted user without publishing events, and erases their payment details.
   * Late payments are still detected. Idempotent.
   */
  async closeAccount(tx: EntityManager, userId: string): Promise<void> {
    // Runs first, so that any later holder of a top-up's lock finds the account closed.
    await this.topups.closeAccount(tx, userId);
    for (const topup of await this.topups.lockOpenOf(tx, userId)) await this.end(tx, topup);
    await this.topups.erase(tx, userId);
  }

  private async end(tx: EntityManager, topup: TopupEntity): Promise<void> {
    const next = { ...topup, status: 'EXPIRED' as const, checks: 0 };
    await this.topups.update(tx, topup.id, {
      status: 'EXPIRED',
      checks: 0,
      // After an administrator has resolved the review (nextCheckAt is null), no further check is scheduled.
      nextCheckAt: topup.nextCheckAt && nextCheckAt(next),
    });
  }

  async fail(tx: EntityManager, topup: TopupEntity): Promise<Outcome> {
    if (!isOpen(topup)) return this.scheduleNextCheck(tx, topup);
    await this.topups.update(tx, topup.id, { status: 'FAILED', checks: 0, nextCheckAt: null });
    return 'failed';
  }

  /** Schedules the next check after a report that changed nothing. */
  async scheduleNextCheck(tx: EntityManager, topup: TopupEntity): Promise<Outcome> {
    const checks = topup.checks + 1;
    await this.topups.update(tx, topup.id, {
      checks,
      nextCheckAt: nextCheckAt({ ...topup, checks }),
    });
    return 'nothing_new';
  }

  private async confirm(
    tx: EntityManager,
    topup: TopupEntity,
    report: PaymentReport,
  ): Promise<Outcome> {
    if (topup.reference || !isOpen(topup)) return this.scheduleNextCheck(tx, topup);
    const expiresAt = report.payment?.expiresAt ?? topup.expiresAt;
    const next = {
      ...topup,
      reference: report.reference,
      status: 'UNPAID' as const,
      checks: 0,
      expiresAt,
    };
    await this.topups.update(tx, topup.id, {
      ...this.paymentOf(topup, report),
      status: 'UNPAID',
      expiresAt,
      checks: 0,
      nextCheckAt: nextCheckAt(next),
    });
    await this.publishCreated(tx, topup);
    return 'confirmed';
  }

  private async publishCreated(tx: EntityManager, topup: TopupEntity): Promise<void> {
    const { id, userId, quantity, finalAmount, paymentMethod } = topup;
    const event = { topupId: id, userId, quantity, finalAmount, paymentMethod };
    await this.outbox.add(tx, 'billing.topup.created.v1', event, { key: id });
  }

  private async pay(
    tx: EntityManager,
    topup: TopupEntity,
    report: PaymentReport,
  ): Promise<Outcome> {
    if (topup.status === 'PAID') return this.keepPaid(tx, topup);
    const isOther = topup.reference !== null && topup.reference !== report.reference;
    if (topup.refundedAt) {
      if (isOther) return this.flagForReview(tx, topup, 'paid_after_refund');
      await this.scheduleNextCheck(tx, topup);
      return 'refunded_before';
    }
    if (await this.topups.isAccountClosed(tx, topup.userId))
      return this.flagForReview(tx, topup, 'account_deleted');
    await this.credit(tx, topup, {
      ...this.paymentOf(topup, report),
      paidAt: report.paidAt ?? new Date(),
      // If another transaction of this order paid a wrong amount, that payment must still be reviewed.
      ...(!isOther && waitingFor(topup, [])),
    });
    return 'credited';
  }

  /** A payment that is still paid after a dispute no longer needs a review. */
  private async keepPaid(tx: EntityManager, topup: TopupEntity): Promise<Outcome> {
    if (await this.refunds.isTakenByBank(tx, topup))
      return this.flagForReview(tx, topup, 'dispute_reversed');
    const ended = reviewsOf(topup).filter((review) => DISPUTES.includes(review));
    if (ended.length === 0) return this.scheduleNextCheck(tx, topup);
    await this.topups.update(tx, topup.id, withoutReviews(topup, ended));
    return 'dispute_won';
  }

  /**
   * Credits an order that an administrator has found paid, and ends its review. A later callback finds the order paid
   * and is ignored.
   *
   * @throws CONFLICT if it was credited or refunded before, or the account was deleted
   */
  async creditByHand(
    tx: EntityManager,
    topup: TopupEntity,
    by: { actorId: string; note: string },
  ): Promise<void> {
    if (!(await this.isCreditable(tx, topup))) throw topupErrors.notCreditable();
    await this.credit(tx, topup, { paidAt: new Date(), ...waitingFor(topup, []) }, by);
  }

  async isCreditable(tx: EntityManager, topup: TopupEntity): Promise<boolean> {
    return (
      topup.status !== 'PAID' &&
      topup.refundedAt === null &&
      !(await this.topups.isAccountClosed(tx, topup.userId))
    );
  }

  private async credit(
    tx: EntityManager,
    topup: TopupEntity,
    change: Partial<TopupEntity> & { paidAt: Date },
    by?: { actorId: string; note: string },
  ): Promise<void> {
    await this.ledger.post(tx, {
      userId: topup.userId,
      kind: 'credit',
      amount: topup.quantity,
      source: paymentSource(topup.id),
      topupId: topup.id,
      ...by,
    });
    const receiptNumber = await this.receipts.issue(tx, { ...topup, ...change });
    await this.topups.update(tx, topup.id, {
      ...change,
      receiptNumber,
      status: 'PAID',
      checks: 0,
      nextCheckAt: null,
    });
    // The payment was reported before the creation was confirmed, so the creation has not been published yet.
    if (topup.reference === null) await this.publishCreated(tx, topup);
    await this.outbox.add(
      tx,
      'billing.topup.paid.v1',
      {
        ...sumsOf(topup, change.payableAmount ?? topup.payableAmount ?? topup.finalAmount),
        reference: change.reference ?? topup.reference ?? topup.merchantRef,
        ...(receiptNumber !== null && { receiptNumber }),
      },
      { key: topup.id },
    );
    await this.throttle.clear(NEW_ORDERS, topup.userId, tx);
    this.metrics.credited(change.paidAt);
    log.info({ topupId: topup.id, before: topup.status }, 'top-up paid');
  }

  /** Takes back the unspent quota. If some is already spent, flags the top-up for review by an administrator. */
  private async refund(
    tx: EntityManager,
    topup: TopupEntity,
    report: PaymentReport,
    origin: RefundOrigin,
  ): Promise<Outcome> {
    const isDouble = origin === 'dispute' && (await this.refunds.isRefundedWithoutBank(tx, topup));
    if (topup.refundedAt) {
      if (isDouble) return this.flagForReview(tx, topup, 'dispute_lost');
      if (await this.refunds.madeAgain(tx, topup)) return 'refunded';
      return (await this.refunds.hasKeptPart(tx, topup))
        ? this.flagForReview(tx, topup, 'refunded_in_part')
        : this.scheduleNextCheck(tx, topup);
    }
    if (topup.status !== 'PAID') {
      // The refund resolves the review of a payment to a deleted account.
      const change = { reference: report.reference, refundedAt: new Date(), nextCheckAt: null };
      await this.topups.update(tx, topup.id, {
        ...change,
        ...withoutReviews(topup, ['account_deleted']),
        status: 'FAILED',
      });
      return 'refunded';
    }
    const change = await this.refunds.takeBack(tx, topup, origin);
    if (isDouble) return this.flagForReview(tx, { ...topup, ...change }, 'dispute_lost');
    return change.refundShort
      ? this.flagForReview(tx, { ...topup, ...change }, 'refund_short')
      : 'refunded';
  }

  private async failRefund(
    tx: EntityManager,
    topup: TopupEntity,
    report: PaymentReport,
  ): Promise<Outcome> {
    if (topup.status !== 'PAID') return this.pay(tx, topup, report);
    const { failedRefund } = report;
    return failedRefund && (await this.refunds.fail(tx, topup, failedRefund))
      ? this.flagForReview(tx, topup, 'refund_failed')
      : this.keepPaid(tx, topup);
  }

  private problemOf(topup: TopupEntity, report: PaymentReport): TopupReview | null {
    if (report.merchantRef !== null && report.merchantRef !== topup.merchantRef) {
      return 'reference_mismatch';
    }
    const isOther = topup.reference !== null && topup.reference !== report.reference;
    if (isOther && topup.status === 'PAID' && report.status === 'PAID') return 'paid_twice';
    // A second transaction of the same order matters only if it was paid.
    if (isOther && report.status !== 'PAID') return 'reference_mismatch';
    // No payment was made, so the amount is irrelevant.
    if (report.status === 'EXPIRED' || report.status === 'FAILED') return null;
    return isOrderedAmount(topup, report) ? null : 'amount_mismatch';
  }

  /** Adds a reason for a review by an administrator. Changes no quota. */
  async flagForReview(
    tx: EntityManager,
    topup: TopupEntity,
    review: TopupReview,
  ): Promise<Outcome> {
    const reviews = new Set(reviewsOf(topup));
    if (!reviews.has(review)) {
      log.error({ topupId: topup.id, review }, 'top-up needs a review by an administrator');
    }
    const checks = topup.checks + 1;
    await this.topups.update(tx, topup.id, {
      ...waitingFor(topup, [...reviews.add(review)]),
      checks,
      nextCheckAt: nextCheckAt({ ...topup, checks }),
    });
    return review;
  }

  private paymentOf(topup: TopupEntity, report: PaymentReport): Partial<TopupEntity> {
    const { payment } = report;
    const known = {
      reference: report.reference,
      payableAmount: report.totalAmount ?? topup.payableAmount,
    };
    if (!payment) return known;
    return {
      ...known,
      paymentName: payment.paymentName || topup.paymentName,
      checkoutUrl: payment.checkoutUrl,
      payUrl: payment.payUrl,
      qrUrl: payment.qrUrl,
      payCode: payment.payCode,
      qrString: payment.qrString,
      instructions: payment.instructions,
    };
  }
}

/** Returns whether the provider reports the order's amount and currency. */
export function isOrderedAmount(
  topup: TopupEntity,
  { charge, totalAmount, feeCustomer }: PaymentReport,
): boolean {
  if (charge) {
    const { chargeCurrency, chargeMinor } = topup;
    return charge.currency === chargeCurrency && charge.minorUnits === chargeMinor;
  }
  if (totalAmount === null) return false;
  if (totalAmount === topup.payableAmount) return true;
  return feeCustomer !== null && totalAmount === topup.finalAmount + feeCustomer;
}

/** @param total Rp including the fee; unused for a transfer in USDT */
const sumsOf = ({ id, userId, quantity, finalAmount, bpayMicro }: TopupEntity, total: number) => ({
  topupId: id,
  userId,
  quantity,
  finalAmount,
  ...(bpayMicro === null ? { payableAmount: total } : { payableUsdt: formatMicro(bpayMicro) }),
});
