import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DomainError } from '@casement/common/core/errors/domain-error.js';
import { parseUnits, unitsOfMicro } from '../usdt.js';
import { BpayOrdersService, type BpayTopup } from '../topups/bpay-orders.service.js';
import { Settlement } from '../topups/settlement.js';
import type { TopupReview } from '../topups/review-reasons.js';
import { bpayErrors } from './bpay.errors.js';
import type { Problem } from './match.js';
import type { TransferEntity } from './transfer.entity.js';
import { TransfersRepository } from './transfers.repository.js';

interface Consequence {
  refusal: () => DomainError;
  /** `null` if the money did not reach our account. */
  review: TopupReview | null;
}

const consequences: Record<Problem, Consequence> = {
  ambiguous: { refusal: bpayErrors.ambiguous, review: 'amount_mismatch' },
  receiver_unknown: { refusal: bpayErrors.receiverUnknown, review: 'receiver_unknown' },
  wrong_receiver: { refusal: bpayErrors.wrongReceiver, review: null },
  wrong_currency: { refusal: bpayErrors.wrongCurrency, review: 'amount_mismatch' },
  underpaid: { refusal: bpayErrors.underpaid, review: 'amount_mismatch' },
  overpaid: { refusal: bpayErrors.overpaid, review: 'amount_mismatch' },
  before_order: { refusal: bpayErrors.paidBeforeOrder, review: 'paid_late' },
  late: { refusal: bpayErrors.paidLate, review: 'paid_late' },
  paid_twice: { refusal: bpayErrors.alreadyPaid, review: 'paid_twice' },
};

/**
 * Handles payments that do not pay the entered order: records them as claims for review by an administrator and
 * returns the error for the customer.
 */
@Injectable()
export class BpayClaims {
  constructor(
    private readonly orders: BpayOrdersService,
    private readonly transfers: TransfersRepository,
    private readonly settlement: Settlement,
  ) {}

  /**
   * Records the claim and queues a review of the order, unless another unpaid order has exactly the transferred
   * amount or the money did not reach our account.
   *
   * @returns the error for the customer
   */
  async record(
    tx: EntityManager,
    topup: BpayTopup,
    transfer: TransferEntity,
    problem: Problem,
  ): Promise<DomainError> {
    const { refusal, review } = consequences[problem];
    if (review === null) return refusal();
    const other = await this.otherOrder(tx, topup, transfer);
    if (other) {
      const isOwn = other.userId === topup.userId;
      return isOwn ? bpayErrors.paysOwnOrder(other.merchantRef) : bpayErrors.paysAnotherOrder();
    }
    const isNew = await this.transfers.recordClaim(tx, topup.id, transfer.transactionId, problem);
    // Not for a repeated request, because an administrator may already have resolved the review of this claim.
    if (isNew) await this.settlement.flagForReview(tx, topup, review);
    return refusal();
  }

  /**
   * Reopens the reviews that the settlement has just closed, because earlier wrong payments must still be reviewed.
   *
   * @param before the order as it was before the payment
   */
  async restoreReviews(tx: EntityManager, before: BpayTopup): Promise<void> {
    for (const review of before.review ?? [])
      await this.settlement.flagForReview(tx, before, review);
  }

  /** Finds another unpaid order with exactly this amount. That order can be credited without an administrator. */
  private async otherOrder(tx: EntityManager, topup: BpayTopup, transfer: TransferEntity) {
    const units = parseUnits(transfer.amount) ?? 0n;
    const micro = units / unitsOfMicro(1n);
    if (unitsOfMicro(micro) !== units) return null;
    return this.orders.findOther(tx, topup.id, micro);
  }
}
