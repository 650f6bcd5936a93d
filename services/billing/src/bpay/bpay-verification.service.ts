import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { VerifyBpayRequest, VerifyBpayResponse } from '@casement/proto/http/billing/bpay.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import type { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { transactionIdentity } from '../payment-providers/binance/binance.schemas.js';
import { parseMicro } from '../usdt.js';
import { BillingConfig, isBinanceConfigured } from '../config.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { BpayOrdersService, type BpayTopup } from '../topups/bpay-orders.service.js';
import { Settlement } from '../topups/settlement.js';
import { BpayClaims } from './bpay-claims.js';
import { bpayErrors } from './bpay.errors.js';
import { mismatchOf, resolveCandidates } from './match.js';
import { TransferHistory } from './transfer-history.service.js';
import { TransfersRepository } from './transfers.repository.js';
import type { TransferEntity } from './transfer.entity.js';
import { VerifyThrottle } from './verify-throttle.js';

/** Credits Binance Pay orders. An order is credited only if our copy of Binance's history contains its transfer. */
@Injectable()
export class BpayVerificationService {
  constructor(
    private readonly db: Database,
    private readonly config: BillingConfig,
    private readonly throttle: VerifyThrottle,
    private readonly history: TransferHistory,
    private readonly orders: BpayOrdersService,
    private readonly transfers: TransfersRepository,
    private readonly claims: BpayClaims,
    private readonly settlement: Settlement,
    private readonly ledger: LedgerService,
    private readonly signals: Signals,
  ) {}

  /**
   * Looks up the transfer and credits the order with it. Repeating the request for a paid order returns the same
   * response.
   *
   * @throws BPAY_* as listed in error_reason.proto, RATE_LIMITED
   */
  async verify(actor: Actor, request: VerifyBpayRequest): Promise<VerifyBpayResponse> {
    await this.throttle.take(actor.userId);
    const micro = parseMicro(String(request.encoded_amount));
    const order = micro && (await this.orders.findOwn(actor.userId, micro, request.merchant_ref));
    if (!order) throw bpayErrors.orderNotFound();

    const transferId = transactionIdentity(request.txid);
    if (await this.fetchUnlessKnown(order, transferId)) {
      // Thrown after the commit, so that the recorded claim stays.
      const refusal = await this.db.transaction((tx) => this.settle(tx, order.id, transferId));
      if (refusal) throw refusal;
    } else if (!(await this.isCreditedAutomatically(order))) throw bpayErrors.notFoundYet();
    const newQuota = await this.ledger.balance(actor.userId);
    return { new_quota: newQuota, reference: order.merchantRef };
  }

  /**
   * Credits the order if this transfer pays it. Otherwise records no claim, because nobody has entered the transfer.
   *
   * @returns whether it was credited
   */
  creditMatch(orderId: string, transactionId: string): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const topup = await this.orders.lock(tx, orderId);
      const candidates = await this.transfers.lock(tx, transactionIdentity(transactionId));
      const [transfer] = candidates;
      if (!transfer || topup.status === 'PAID') return false;
      if (resolveCandidates(candidates, topup.id) !== 'single') return false;
      if (mismatchOf(topup, transfer, this.config.BINANCE_RECEIVER_ID)) return false;
      return (await this.credit(tx, topup, transfer)) === null;
    });
  }

  /** Lists the paid order for review, unless the transfer is another row of a transfer that was credited. */
  reviewRepeated(orderId: string, transactionId: string): Promise<void> {
    return this.db.transaction(async (tx) => {
      const topup = await this.orders.lock(tx, orderId);
      const candidates = await this.transfers.lock(tx, transactionIdentity(transactionId));
      const [transfer] = candidates;
      if (transfer && resolveCandidates(candidates, topup.id) === 'single')
        await this.claims.record(tx, topup, transfer, 'paid_twice');
    });
  }

  /**
   * Fetches Binance's history only if our copy has no transfer with this ID.
   *
   * @returns whether Binance lists such a transfer
   * @throws BPAY_UNAVAILABLE, or an error for an order that is too old
   */
  private async fetchUnlessKnown(order: BpayTopup, transferId: string): Promise<boolean> {
    if ((await this.transfers.find(transferId)).length > 0) return true;
    if (order.bpayReservedUntil.getTime() <= Date.now()) throw bpayErrors.orderTooOld();
    if (!isBinanceConfigured(this.config)) throw bpayErrors.unavailable();
    await this.history.refresh();
    return (await this.transfers.find(transferId)).length > 0;
  }

  /** After an automatic credit the customer may still enter an id, perhaps with a typing error. */
  private async isCreditedAutomatically({ userId, bpayMicro, merchantRef }: BpayTopup) {
    if (this.config.BINANCE_POLL_INTERVAL_MS === 0) return false;
    return (await this.orders.findOwn(userId, bpayMicro, merchantRef))?.status === 'PAID';
  }

  /**
   * @param transferId Order ID or transaction ID
   * @returns null if this transfer pays the order
   */
  private async settle(
    tx: EntityManager,
    orderId: string,
    transferId: string,
  ): Promise<DomainError | null> {
    const topup = await this.orders.lock(tx, orderId);
    const candidates = await this.transfers.lock(tx, transferId);
    const transfer = candidates[0]!;
    switch (resolveCandidates(candidates, topup.id)) {
      case 'own':
        return null;
      case 'used':
        this.signals.raise({ kind: 'payment_id_reused', detail: `bpay ${topup.merchantRef}` });
        return bpayErrors.alreadyUsed();
      case 'ambiguous':
        return this.claims.record(tx, topup, transfer, 'ambiguous');
      case 'single':
        return this.settleBy(tx, topup, transfer);
    }
  }

  private async settleBy(
    tx: EntityManager,
    topup: BpayTopup,
    transfer: TransferEntity,
  ): Promise<DomainError | null> {
    const mismatch = mismatchOf(topup, transfer, this.config.BINANCE_RECEIVER_ID);
    if (mismatch) return this.claims.record(tx, topup, transfer, mismatch);
    if (topup.status === 'PAID') return this.claims.record(tx, topup, transfer, 'paid_twice');
    return this.credit(tx, topup, transfer);
  }

  private async credit(
    tx: EntityManager,
    topup: BpayTopup,
    transfer: TransferEntity,
  ): Promise<DomainError | null> {
    await this.transfers.markPaying(tx, transfer.transactionId, topup.id);
    const outcome = await this.settlement.apply(tx, topup, {
      reference: topup.merchantRef,
      merchantRef: topup.merchantRef,
      status: 'PAID',
      totalAmount: topup.finalAmount,
      feeCustomer: 0,
      paidAt: transfer.paidAt,
    });
    // The account was deleted in the meantime. `apply` has flagged the payment for an administrator.
    if (outcome === 'account_deleted') return bpayErrors.orderNotFound();
    if (outcome !== 'credited') throw new Error(`a matching transfer gave "${outcome}"`);
    await this.claims.restoreReviews(tx, topup);
    return null;
  }
}
