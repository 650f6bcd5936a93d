import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { BillingConfig } from '../config.js';
import type { PaymentReport } from '../payment-providers/payment-provider.js';
import { PaymentProviders } from '../payment-providers/payment-providers.js';
import { CLAIM_MS, NEVER_CREATED_MS, PROVIDER_DOWN_MS } from './check-schedule.js';
import { Settlement, type Outcome } from './settlement.js';
import type { TopupEntity } from './topup.entity.js';
import { TopupsRepository } from './topups.repository.js';

const log = logger('reconciler');
const BATCH = 20;
const CONCURRENCY = 5;
const EXPIRY_BATCH = 100;
/** Time before the expiry at which customers are reminded of an unpaid top-up. */
const REMINDER_MS = 10 * 60_000;

/** Polls the provider about top-ups whose callback may be lost, reminds of unpaid top-ups, and expires overdue ones. */
@Injectable()
export class ReconcilerService {
  constructor(
    private readonly db: Database,
    private readonly topups: TopupsRepository,
    private readonly settlement: Settlement,
    private readonly providers: PaymentProviders,
    config: BillingConfig,
    jobs: Jobs,
  ) {
    jobs.every('reconcile', config.RECONCILE_INTERVAL_MS, (stop) => this.reconcile(stop));
    jobs.every('expiry', config.EXPIRY_INTERVAL_MS, () => this.expire());
    jobs.every('payment-reminders', config.EXPIRY_INTERVAL_MS, () => this.remind());
  }

  /**
   * Checks the top-ups that are due. Replicas may run it concurrently because a claim postpones the row.
   *
   * @param stop ends the run early; claimed rows that were not checked become due again after CLAIM_MS
   * @returns the number of top-ups checked
   */
  async reconcile(stop?: AbortSignal): Promise<number> {
    const due = await this.topups.claimDue(BATCH, CLAIM_MS);
    for (let start = 0; start < due.length; start += CONCURRENCY) {
      if (stop?.aborted) return start;
      await Promise.all(due.slice(start, start + CONCURRENCY).map(({ id }) => this.check(id)));
    }
    return due.length;
  }

  async expire(): Promise<number> {
    return this.db.transaction(async (tx) => {
      const expired = await this.topups.lockExpired(tx, EXPIRY_BATCH);
      for (const topup of expired) await this.settlement.expire(tx, topup);
      return expired.length;
    });
  }

  async remind(): Promise<number> {
    return this.db.transaction(async (tx) => {
      const expiring = await this.topups.lockExpiring(tx, REMINDER_MS, EXPIRY_BATCH);
      for (const topup of expiring) await this.settlement.remind(tx, topup);
      return expiring.length;
    });
  }

  private async check(id: string): Promise<void> {
    try {
      const topup = await this.topups.find(id);
      if (!topup) return;
      const report = await this.ask(topup);
      await this.db.transaction((tx) => this.settle(tx, id, report));
    } catch (error) {
      log.warn({ err: error, topupId: id }, 'top-up check failed, will be retried');
      // `checks` is not incremented, because the provider did not answer.
      await this.topups.postpone(id, PROVIDER_DOWN_MS);
    }
  }

  /** Locks the top-up and applies the provider's answer. */
  async settle(tx: EntityManager, id: string, report: PaymentReport | null): Promise<Outcome> {
    const topup = await this.topups.lock(tx, id);
    if (report) return this.settlement.apply(tx, topup, report);
    if (wasNeverCreated(topup)) return this.settlement.fail(tx, topup);
    return this.settlement.scheduleNextCheck(tx, topup);
  }

  /** @throws ProviderUnavailable */
  async ask(topup: TopupEntity): Promise<PaymentReport | null> {
    return this.providers.ofMethod(topup.paymentMethod).readStatus(topup);
  }
}

const wasNeverCreated = (topup: TopupEntity): boolean =>
  topup.status === 'PENDING' &&
  topup.reference === null &&
  Date.now() - topup.createdAt.getTime() > NEVER_CREATED_MS;
