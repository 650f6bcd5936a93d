import { Injectable } from '@nestjs/common';
import type { Difference } from '@casement/proto/http/billing/money.js';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { BillingConfig } from '../../config.js';
import type { PaymentReport } from '../../payment-providers/payment-provider.js';
import { PaymentProviders } from '../../payment-providers/payment-providers.js';
import type { RefundEntity } from '../refund.entity.js';
import { RefundsRepository } from '../refunds.repository.js';
import { isOrderedAmount } from '../settlement.js';
import type { TopupEntity } from '../topup.entity.js';
import { TopupsRepository } from '../topups.repository.js';
import { MoneyRepository } from './money.repository.js';

const log = logger('reconciliation');
const BATCH = 20;

/**
 * Compares yesterday's payments and refunds with the providers, each once. Differences are compared again every day.
 * Orders that are paid only at the provider are found by the checks after their expiry.
 */
@Injectable()
export class ReconciliationService {
  constructor(
    private readonly db: Database,
    private readonly money: MoneyRepository,
    private readonly topups: TopupsRepository,
    private readonly refunds: RefundsRepository,
    private readonly providers: PaymentProviders,
    config: BillingConfig,
    jobs: Jobs,
  ) {
    jobs.every('reconciliation', config.RECONCILE_INTERVAL_MS, (stop) => this.reconcile(stop));
  }

  /** @returns the number of payments compared */
  async reconcile(stop?: AbortSignal): Promise<number> {
    const due = await this.money.claimUnconfirmed(BATCH);
    for (const { id } of due) {
      if (stop?.aborted) break;
      await this.compare(id).catch((err: unknown) =>
        log.warn({ err, topupId: id }, 'payment not compared, will be retried tomorrow'),
      );
    }
    return due.length;
  }

  private async compare(id: string): Promise<void> {
    const topup = await this.topups.find(id);
    if (!topup) return;
    const report = await this.providers.ofMethod(topup.paymentMethod).readStatus(topup);
    const difference = differenceOf(topup, await this.refunds.find(id), report);
    if (difference) log.error({ topupId: id, difference }, 'payment differs from the provider');
    await this.db.transaction(async (tx) => {
      const { refundedAt } = await this.topups.lock(tx, id);
      // The refund came while the provider answered, so the answer may be older. Tomorrow’s comparison includes it.
      if (refundedAt?.getTime() !== topup.refundedAt?.getTime()) return;
      await this.topups.update(tx, id, { reconciliation: difference ?? 'confirmed' });
    });
  }
}

/** A disputed payment is listed for review already. */
function differenceOf(
  topup: TopupEntity,
  refund: RefundEntity | null,
  report: PaymentReport | null,
): Difference | null {
  if (!report) return 'unknown_at_provider';
  const isReturned = ['REFUND', 'PART_REFUND', 'DISPUTE_LOST'].includes(report.status);
  const isPaid = ['PAID', 'DISPUTED', 'REFUND_FAILED'].includes(report.status);
  const isExpected = topup.refundedAt ? isReturned || (refund?.byHand && isPaid) : isPaid;
  if (!isExpected) return 'other_status';
  return isOrderedAmount(topup, report) ? null : 'other_amount';
}
