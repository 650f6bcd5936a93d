import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { BillingConfig } from '../config.js';
import { TripayGateway } from '../payment-providers/tripay/tripay.client.js';
import type { GatewayReport } from '../payment-providers/payment-provider.js';
import { CLAIM_MS, GATEWAY_DOWN_MS, NEVER_MADE_MS } from './check-schedule.js';
import { Settlement } from './settlement.js';
import type { TopupEntity } from './topup.entity.js';
import { TopupsRepository } from './topups.repository.js';

const log = logger('reconciler');
const BATCH = 20;
const CONCURRENCY = 5;
const EXPIRY_BATCH = 100;

/** For callbacks that never came: the gateway is asked what became of each top-up. */
@Injectable()
export class ReconcilerService {
  constructor(
    private readonly db: Database,
    private readonly topups: TopupsRepository,
    private readonly settlement: Settlement,
    private readonly gateway: TripayGateway,
    config: BillingConfig,
    jobs: Jobs,
  ) {
    jobs.every('reconcile', config.RECONCILE_INTERVAL_MS, (stop) => this.reconcile(stop));
    jobs.every('expiry', config.EXPIRY_INTERVAL_MS, () => this.expire());
  }

  /**
   * Asks about the top-ups that are due. Safe on several replicas: a claimed row is due again only later.
   *
   * @param stop ends it early; rows that were claimed but not asked about are soon due again
   * @returns how many were asked about
   */
  async reconcile(stop?: AbortSignal): Promise<number> {
    const due = await this.topups.claimDue(BATCH, CLAIM_MS);
    for (let start = 0; start < due.length; start += CONCURRENCY) {
      if (stop?.aborted) return start;
      await Promise.all(due.slice(start, start + CONCURRENCY).map(({ id }) => this.check(id)));
    }
    return due.length;
  }

  /**
   * Ends the top-ups whose time is over.
   *
   * @returns how many
   */
  async expire(): Promise<number> {
    return this.db.transaction(async (tx) => {
      const expired = await this.topups.lockExpired(tx, EXPIRY_BATCH);
      for (const topup of expired) await this.settlement.expire(tx, topup);
      return expired.length;
    });
  }

  private async check(id: string): Promise<void> {
    try {
      const topup = await this.topups.find(id);
      if (!topup) return;
      const report = await this.ask(topup);
      await this.db.transaction(async (tx) => {
        const locked = await this.topups.lock(tx, id);
        if (report) await this.settlement.apply(tx, locked, report);
        else if (wasNeverMade(locked)) await this.settlement.fail(tx, locked);
        else await this.settlement.checked(tx, locked);
      });
    } catch (error) {
      log.warn({ err: error, topupId: id }, 'top-up could not be checked, it will be again');
      await this.postpone(id);
    }
  }

  private ask(topup: TopupEntity): Promise<GatewayReport | null> {
    return topup.reference
      ? this.gateway.detail(topup.reference)
      : this.gateway.findByMerchantRef(topup.merchantRef);
  }

  /** An unanswered question is not a question: the row keeps its place in the schedule. */
  private async postpone(id: string): Promise<void> {
    await this.topups.postpone(id, GATEWAY_DOWN_MS);
  }
}

const wasNeverMade = (topup: TopupEntity): boolean =>
  topup.status === 'PENDING' &&
  topup.reference === null &&
  Date.now() - topup.createdAt.getTime() > NEVER_MADE_MS;
