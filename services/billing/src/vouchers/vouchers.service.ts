import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RedeemedVoucher } from '@casement/proto/http/billing/vouchers.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import type { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { Throttle, type Limit } from '@casement/common/data/throttle/throttle.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { throttleErrors } from '@casement/common/data/throttle/throttle.errors.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { voucherErrors } from './voucher.errors.js';
import type { VoucherEntity } from './voucher.entity.js';
import { VouchersRepository } from './vouchers.repository.js';

/** Limits unknown codes per user. Known codes do not count. */
const GUESSES: Limit = { name: 'voucher-guesses', burst: 10, everySeconds: 360 };

interface Reservation {
  voucherCode: string | null;
  userId: string;
  quantity: number;
}

/** Jakarta is always seven hours ahead of UTC. */
const jakartaDay = (): string => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);

/**
 * Uses of vouchers. A use is the top-up with the discount, or the ledger entry of redeemed quota. A top-up counts
 * while it is open or paid, so its expiry or failure frees the use, and a late payment counts again.
 */
@Injectable()
export class VouchersService {
  constructor(
    private readonly db: Database,
    private readonly vouchers: VouchersRepository,
    private readonly ledger: LedgerService,
    private readonly users: UserDirectory,
    private readonly throttle: Throttle,
    private readonly signals: Signals,
  ) {}

  /**
   * @returns null for an unknown code
   * @throws RATE_LIMITED after too many unknown codes
   */
  async find({ userId }: Actor, code: string): Promise<VoucherEntity | null> {
    const waitSeconds = await this.throttle.tryTake(GUESSES, userId);
    if (waitSeconds !== undefined) {
      this.signals.raise({ kind: 'rate_limited', detail: 'voucher codes' });
      throw throttleErrors.tooManyAttempts(waitSeconds);
    }
    const voucher = await this.vouchers.find(code);
    if (voucher) await this.throttle.refund(GUESSES, userId);
    return voucher;
  }

  /** Returns the smallest quantity to which the discount of an order's voucher applies. */
  async minimumOf(code: string): Promise<number> {
    return (await this.vouchers.get(code)).minQuantity;
  }

  /** Returns why the user cannot use the voucher now, or null. */
  async refusal(
    voucher: VoucherEntity,
    userId: string,
    quantity: number,
    tx: EntityManager = this.db.manager,
  ): Promise<DomainError | null> {
    const today = jakartaDay();
    if (voucher.disabledAt) return voucherErrors.disabled();
    if (voucher.validFrom && today < voucher.validFrom) return voucherErrors.notStarted();
    if (voucher.validUntil && today > voucher.validUntil) return voucherErrors.expired();
    if (quantity < voucher.minQuantity) return voucherErrors.belowMinimum(voucher.minQuantity);
    const { total, own } = await this.vouchers.uses(tx, voucher.code, userId);
    if (own >= voucher.maxUsesPerUser) return voucherErrors.alreadyUsed();
    if (voucher.maxUses !== null && total >= voucher.maxUses) return voucherErrors.usedUp();
    return null;
  }

  /**
   * Checks the voucher of an order that `tx` inserts, if any. Concurrent uses wait until `tx` ends.
   *
   * @throws VOUCHER_*
   */
  async reserve(
    tx: EntityManager,
    { voucherCode: code, userId, quantity }: Reservation,
  ): Promise<void> {
    if (code === null) return;
    const voucher = await this.vouchers.lock(tx, code);
    const refusal = await this.refusal(voucher, userId, quantity, tx);
    if (refusal) throw refusal;
  }

  /**
   * Adds the quota of a code to the user's balance.
   *
   * @throws VOUCHER_*, RATE_LIMITED
   */
  async redeem(unit: UnitOfWork, actor: Actor, typed: string): Promise<RedeemedVoucher> {
    const found = await this.find(actor, typed);
    if (!found) throw voucherErrors.unknown();
    const { code, quota, minQuantity: quantity } = found;
    if (quota === null) throw voucherErrors.needsOrder();
    const { isVerified } = await this.users.get(actor.userId);
    if (!isVerified) throw voucherErrors.emailUnverified();
    const { quota: newQuota } = await unit.transaction(async (tx) => {
      await this.reserve(tx, { voucherCode: code, userId: actor.userId, quantity });
      return this.ledger.post(tx, {
        userId: actor.userId,
        kind: 'credit',
        amount: quota,
        source: `voucher:${newId()}`,
        voucherCode: code,
        reason: 'voucher_redeemed',
      });
    });
    return { code, quota, new_quota: newQuota };
  }
}
