import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { BillingConfig } from '../config.js';
import { ReceiptsService } from '../receipts/receipts.service.js';
import { refundedOrder } from './refund-settlement.js';
import { RefundsRepository } from './refunds.repository.js';
import { TopupsRepository } from './topups.repository.js';

/** Small, because payments wait for the counter until the batch is committed. */
const BATCH = 20;

/**
 * Issues the receipts and credit notes of top-ups that were paid or refunded before the seller was known, or by version
 * 0.1.0 during an upgrade. Others get theirs when they are paid or refunded.
 */
@Injectable()
export class ReceiptBacklog {
  constructor(
    private readonly db: Database,
    private readonly topups: TopupsRepository,
    private readonly refunds: RefundsRepository,
    private readonly receipts: ReceiptsService,
    config: BillingConfig,
    jobs: Jobs,
  ) {
    jobs.every('receipts', config.EXPIRY_INTERVAL_MS, (stop) => this.issue(stop));
  }

  /** @returns the number of receipts and credit notes issued */
  async issue(stop?: AbortSignal): Promise<number> {
    for (let total = 0; ;) {
      const issued = await this.issueBatch();
      total += issued;
      if (issued < BATCH || stop?.aborted) return total;
    }
  }

  private issueBatch(): Promise<number> {
    return this.db.transaction(async (tx) => {
      if (!(await this.receipts.lockBacklog(tx))) return 0;
      const topups = await this.topups.lockWithoutReceipt(tx, BATCH);
      for (const topup of topups) {
        const receiptNumber = await this.receipts.issue(tx, topup);
        await this.topups.update(tx, topup.id, { receiptNumber });
      }
      const refunded = await this.topups.lockWithoutCreditNote(tx, BATCH);
      for (const topup of refunded) {
        const refund = await this.refunds.find(topup.id, tx);
        const order = refundedOrder(topup, refund);
        const creditNoteNumber = await this.receipts.issueCreditNote(tx, order);
        await this.topups.update(tx, topup.id, { creditNoteNumber });
      }
      return topups.length + refunded.length;
    });
  }
}
