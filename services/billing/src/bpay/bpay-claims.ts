import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DomainError } from '@casement/common/core/errors/domain-error.js';
import { parseUnits, unitsOfMicro } from '../usdt.js';
import { Settlement } from '../topups/settlement.js';
import { reviewsOf, type TopupEntity, type TopupReview } from '../topups/topup.entity.js';
import { bpayErrors } from './bpay.errors.js';
import { BpayRepository, type BpayTopup } from '../topups/bpay-orders.repository.js';
import type { Mismatch } from './match.js';
import type { TransferEntity } from './transfer.entity.js';

export type Problem = Mismatch | 'paid_twice';

interface Consequence {
  refusal: () => DomainError;
  /** Null where the money is not ours. */
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

/** Payments that pay no order: reported to the customer and kept for an administrator. */
@Injectable()
export class BpayClaims {
  constructor(
    private readonly orders: BpayRepository,
    private readonly settlement: Settlement,
  ) {}

  /** @returns the error for the customer */
  async keep(
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
    const isNew = await this.orders.keepClaim(tx, topup.id, transfer.transactionId, problem);
    // Flagged before: an administrator may have resolved it already.
    if (isNew) await this.settlement.flag(tx, topup, review);
    return refusal();
  }

  /**
   * The right payment ends an order's review; a wrong one that came before it must still be looked at.
   *
   * @param before the order as it was before it was paid
   */
  async keepInReview(tx: EntityManager, before: BpayTopup): Promise<void> {
    for (const review of reviewsOf(before)) await this.settlement.flag(tx, before, review);
  }

  /** The order that this payment is for, if that one is still waiting for it: nothing for an administrator to do. */
  private async otherOrder(
    tx: EntityManager,
    topup: BpayTopup,
    transfer: TransferEntity,
  ): Promise<TopupEntity | null> {
    const units = parseUnits(transfer.amount) ?? 0n;
    const micro = units / unitsOfMicro(1n);
    if (unitsOfMicro(micro) !== units) return null;
    return this.orders.findOtherOf(tx, topup.id, micro);
  }
}
