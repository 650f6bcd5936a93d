import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { AddressSet } from '@casement/common/core/net/address-set.js';
import { clientAddress } from '@casement/common/core/context/request-context.js';
import { BillingConfig } from '../config.js';
import { ClosedAccounts } from '../topups/closed-accounts.repository.js';
import { TripayGateway } from '../payment-providers/tripay/tripay.client.js';
import { Settlement } from '../topups/settlement.js';
import { TopupsRepository } from '../topups/topups.repository.js';
import { callbackErrors } from './callbacks.errors.js';
import { CallbacksRepository } from './callbacks.repository.js';

const log = logger('callbacks');
const BATCH = 50;

export interface IncomingCallback {
  /** As it came over the wire. */
  body: Buffer | undefined;
  signature: string | undefined;
  event: string | undefined;
}

@Injectable()
export class CallbacksService {
  /** Whence callbacks may come; undefined: from anywhere. */
  private readonly networks: AddressSet | undefined;

  constructor(
    private readonly db: Database,
    private readonly callbacks: CallbacksRepository,
    private readonly topups: TopupsRepository,
    private readonly settlement: Settlement,
    private readonly closed: ClosedAccounts,
    private readonly gateway: TripayGateway,
    private readonly signals: Signals,
    config: BillingConfig,
    jobs: Jobs,
  ) {
    const { TRIPAY_CALLBACK_NETWORKS: networks } = config;
    if (networks.length > 0) this.networks = new AddressSet(networks);
    // After a crash, and for callbacks that failed at first.
    jobs.every('callback-inbox', config.CALLBACK_INBOX_INTERVAL_MS, (stop) => this.workInbox(stop));
  }

  /**
   * Stores a callback: once this resolves, its money can't be lost, even in a crash.
   *
   * Only a wrong signature is reported to security: a call without one guesses nothing, and any page could have its
   * visitors' browsers send it.
   *
   * @throws CALLBACK_SIGNATURE_INVALID, also for an address outside TRIPAY_CALLBACK_NETWORKS; VALIDATION_FAILED for any
   *   other event than a payment's
   */
  async receive({ body, signature, event }: IncomingCallback): Promise<void> {
    if (!signature || !this.isExpectedSender()) throw callbackErrors.signatureInvalid();
    if (!body || !this.gateway.isOwnCallback(body, signature)) {
      this.signals.raise({ kind: 'callback_forged', detail: 'tripay: wrong signature' });
      throw callbackErrors.signatureInvalid();
    }
    if (event !== 'payment_status') throw callbackErrors.eventUnknown();

    const { id, processed } = await this.callbacks.store(body);
    if (processed) return;
    // Processed immediately for the customer; if that fails, the inbox job processes it later.
    await this.work(id);
  }

  /**
   * Processes what a crash or a failure left in the inbox.
   *
   * @param stop ends it between two callbacks
   */
  async workInbox(stop?: AbortSignal): Promise<void> {
    for (const { id } of await this.callbacks.findOpen(BATCH)) {
      if (stop?.aborted) return;
      await this.work(id);
    }
  }

  private isExpectedSender(): boolean {
    return this.networks?.has(clientAddress() ?? '') ?? true;
  }

  private async work(id: string): Promise<void> {
    try {
      await this.db.transaction((tx) => this.process(tx, id));
    } catch (error) {
      log.error(
        { err: error, callbackId: id },
        'callback could not be processed, it will be retried',
      );
      // If postponing fails too, it stays due; the others must not wait for it.
      await this.callbacks
        .postpone(id)
        .catch((err: unknown) => log.error({ err, callbackId: id }, 'callback not postponed'));
    }
  }

  /** The effect and `processed_at` are one transaction: both or neither. */
  private async process(tx: EntityManager, id: string): Promise<void> {
    const callback = await this.callbacks.lockOpen(tx, id);
    if (!callback) return;
    const report = this.gateway.readCallback(callback.body);
    if (!report) {
      log.error({ callbackId: id }, 'signed callback is not readable');
      this.signals.raise({ kind: 'callback_unreadable', detail: `tripay: callback ${id}` });
      return this.callbacks.finish(tx, id, 'unreadable', null);
    }
    const topup = await this.topups.lockReported(tx, report.reference, report.merchantRef);
    if (!topup) {
      // Not ours: our row is always stored before the gateway is called.
      const { reference, status } = report;
      log.error({ callbackId: id, reference }, 'callback for an unknown top-up');
      this.signals.raise({
        kind: 'callback_unmatched',
        detail: `tripay: ${status} of ${reference}`,
      });
      return this.callbacks.finish(tx, id, 'unmatched', null);
    }
    const outcome = await this.settlement.apply(tx, topup, report);
    await this.callbacks.finish(tx, id, outcome, topup.id);
    if (await this.closed.has(tx, topup.userId)) await this.callbacks.erase(tx, id);
  }
}
