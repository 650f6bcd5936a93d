import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LedgerKind } from '@casement/proto/http/billing/ledger.js';
import { LedgerService, type Posted } from '../ledger/ledger.service.js';
import { HoldsRepository } from './holds.repository.js';
import type { InstallHoldEntity } from './install-hold.entity.js';

/** Quota that the install costs. */
export const priceOf = ({ free }: Pick<InstallHoldEntity, 'free'>): number => (free ? 0 : 1);

/** Changes an install's hold and the ledger together. The caller has locked the hold's row. */
@Injectable()
export class HoldEntries {
  constructor(
    private readonly repository: HoldsRepository,
    private readonly ledger: LedgerService,
  ) {}

  /** Takes 1 quota. The caller has checked that it is available. */
  async take(tx: EntityManager, hold: InstallHoldEntity, firstCheckMs: number) {
    const posted = await this.post(tx, hold, 'hold', -1);
    const nextCheckAt = new Date(Date.now() + firstCheckMs);
    await this.repository.update(tx, hold.installId, { state: 'held', nextCheckAt });
    return posted;
  }

  /** Takes 1 quota in a new round, after the previous quota was given back. */
  async retake(tx: EntityManager, hold: InstallHoldEntity, firstCheckMs: number) {
    const next = { ...hold, state: 'held' as const, round: hold.round + 1 };
    const posted = await this.post(tx, next, 'hold', -1, 'charged_again');
    await this.repository.update(tx, hold.installId, {
      state: 'held',
      round: next.round,
      uncharged: false,
      nextCheckAt: new Date(Date.now() + firstCheckMs),
    });
    return { hold: next, quota: posted.quota };
  }

  async capture(tx: EntityManager, hold: InstallHoldEntity): Promise<void> {
    await this.post(tx, hold, 'capture', 0);
    await this.repository.update(tx, hold.installId, { state: 'captured', nextCheckAt: null });
  }

  async release(tx: EntityManager, hold: InstallHoldEntity, reason: string): Promise<void> {
    await this.post(tx, hold, 'release', 1, reason);
    await this.repository.update(tx, hold.installId, { state: 'released', nextCheckAt: null });
  }

  /** Gives back the held or captured quota of a failed install. */
  async refundFailed(tx: EntityManager, hold: InstallHoldEntity): Promise<void> {
    if (hold.state === 'held') await this.release(tx, hold, 'install_failed');
    if (hold.state === 'captured') await this.refund(tx, hold);
  }

  private async refund(tx: EntityManager, hold: InstallHoldEntity): Promise<void> {
    await this.post(tx, hold, 'refund', 1, 'install_failed');
    await this.repository.update(tx, hold.installId, { state: 'refunded' });
  }

  private async post(
    tx: EntityManager,
    hold: InstallHoldEntity,
    kind: LedgerKind,
    amount: number,
    reason = '',
  ): Promise<Pick<Posted, 'quota'>> {
    if (hold.free) return { quota: await this.ledger.lockQuota(tx, hold.userId) };
    return this.ledger.post(tx, {
      userId: hold.userId,
      kind,
      amount,
      source: `install:${hold.installId}:${hold.round}:${kind}`,
      installId: hold.installId,
      reason,
    });
  }
}
