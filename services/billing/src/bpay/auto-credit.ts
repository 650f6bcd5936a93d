import { Injectable } from '@nestjs/common';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { BillingConfig, isBinanceConfigured } from '../config.js';
import { BpayOrdersService, type BpayTopup } from '../topups/bpay-orders.service.js';
import { formatMicro } from '../usdt.js';
import { BpayVerificationService } from './bpay-verification.service.js';
import { mismatchOf } from './match.js';
import { TransferHistory } from './transfer-history.service.js';
import { TransfersRepository } from './transfers.repository.js';

const log = logger('bpay');

/**
 * Credits orders whose exact amount was transferred, without an entered id, and lists repeated transfers for review.
 * Binance's history is fetched only while an order waits for its transfer.
 */
@Injectable()
export class AutoCredit {
  private readonly everyMs: number;

  constructor(
    private readonly config: BillingConfig,
    private readonly orders: BpayOrdersService,
    private readonly history: TransferHistory,
    private readonly transfers: TransfersRepository,
    private readonly verification: BpayVerificationService,
    jobs: Jobs,
  ) {
    this.everyMs = isBinanceConfigured(config) ? config.BINANCE_POLL_INTERVAL_MS : 0;
    jobs.every('bpay-auto-credit', this.everyMs, () => this.run());
  }

  /** @returns number of credited orders */
  async run(): Promise<number> {
    const waiting = await this.orders.waiting();
    if (waiting.length > 0) await this.poll();
    const credited = await this.creditAll(waiting);
    // Also without a poll, because a customer's verification may have fetched the transfer.
    for (const repeated of await this.transfers.findRepeated(this.config.BINANCE_RECEIVER_ID))
      await this.verification.reviewRepeated(repeated.topupId, repeated.transactionId);
    return credited;
  }

  private async creditAll(waiting: readonly BpayTopup[]): Promise<number> {
    if (waiting.length === 0) return 0;
    const amounts = waiting.map(({ bpayMicro }) => formatMicro(bpayMicro));
    const unused = await this.transfers.findUnused(amounts);
    let credited = 0;
    for (const order of waiting) {
      const paying = unused.find(
        (transfer) => mismatchOf(order, transfer, this.config.BINANCE_RECEIVER_ID) === null,
      );
      if (!paying) continue;
      if (await this.verification.creditMatch(order.id, paying.transactionId)) credited += 1;
    }
    return credited;
  }

  /** A failure is shown among the failed jobs. Transfers that another replica has fetched are credited anyway. */
  private async poll(): Promise<void> {
    try {
      await this.history.poll(this.everyMs);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      log.debug({ err: error }, 'could not poll the Binance history');
    }
  }
}
