import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TopupCallback } from '@casement/proto/http/billing/billing.js';
import { Database } from '@casement/common/data/database/database.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { isId } from '@casement/common/data/database/new-id.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { AddressSet } from '@casement/common/core/net/address-set.js';
import { clientAddress } from '@casement/common/core/context/request-context.js';
import { FailedJobs } from '@casement/common/platform/operations/failed-jobs.js';
import { operationsErrors } from '@casement/common/platform/operations/operations.errors.js';
import { BillingConfig } from '../config.js';
import { TripayClient } from '../payment-providers/tripay/tripay.client.js';
import { Settlement } from '../topups/settlement.js';
import { CallbacksRepository } from './callbacks.repository.js';

const log = logger('callbacks');
const BATCH = 50;

const errors = {
  signatureInvalid: () =>
    new DomainError('forbidden', 'CALLBACK_SIGNATURE_INVALID', 'Invalid signature', {
      logLevel: 'warn',
    }),
  eventUnknown: () =>
    new DomainError('invalid', 'VALIDATION_FAILED', 'Unrecognized callback event', {
      logLevel: 'warn',
    }),
};

interface IncomingCallback {
  /** Raw bytes covered by the signature. */
  body: Buffer | undefined;
  signature: string | undefined;
  event: string | undefined;
}

@Injectable()
export class CallbacksService {
  /** Allowed senders; `undefined` allows any address. */
  private readonly networks: AddressSet | undefined;

  constructor(
    private readonly db: Database,
    private readonly callbacks: CallbacksRepository,
    private readonly settlement: Settlement,
    private readonly tripay: TripayClient,
    private readonly signals: Signals,
    private readonly audit: Audit,
    config: BillingConfig,
    jobs: Jobs,
    failedJobs: FailedJobs,
  ) {
    const { TRIPAY_CALLBACK_NETWORKS: networks } = config;
    if (networks.length > 0) this.networks = new AddressSet(networks);
    jobs.every('callback-inbox', config.CALLBACK_INBOX_INTERVAL_MS, (stop) =>
      this.processInbox(stop),
    );
    failedJobs.add({
      kind: 'payment-callback',
      list: async (limit) => {
        const { rows, total } = await callbacks.listFailed(limit);
        // The reason is only in the log, because it may identify the user.
        const error = 'Could not be processed; see the billing log for the reason';
        return { total, rows: rows.map((row) => ({ ...row, title: 'tripay', error })) };
      },
      retry: (id) => this.retryNow(id),
    });
  }

  /**
   * Stores a callback. After this resolves, not even a crash can lose the payment.
   *
   * Only a wrong signature is reported to security. A call without a signature is not a guess, and any web page could
   * make its visitors' browsers send it.
   *
   * @throws CALLBACK_SIGNATURE_INVALID, also for an address outside TRIPAY_CALLBACK_NETWORKS; VALIDATION_FAILED for
   * events other than `payment_status`
   */
  async receive({ body, signature, event }: IncomingCallback): Promise<void> {
    if (!signature || !this.isExpectedSender()) throw errors.signatureInvalid();
    if (!body || !this.tripay.isOwnCallback(body, signature)) {
      this.signals.raise({ kind: 'callback_forged', detail: 'tripay: wrong signature' });
      throw errors.signatureInvalid();
    }
    if (event !== 'payment_status') throw errors.eventUnknown();

    const { id, processed } = await this.callbacks.store(body);
    if (processed) return;
    // Processed immediately, because the customer is waiting. If that fails, the inbox job retries it.
    await this.work(id);
  }

  /**
   * Processes callbacks left in the inbox by a crash or a failure.
   *
   * @param stop checked between callbacks
   */
  async processInbox(stop?: AbortSignal): Promise<void> {
    for (const { id } of await this.callbacks.findOpen(BATCH)) {
      if (stop?.aborted) return;
      await this.work(id);
    }
  }

  /** Returns the processed callbacks about a top-up, oldest first. */
  async ofTopup(topupId: string): Promise<TopupCallback[]> {
    const callbacks = await this.callbacks.ofTopup(topupId);
    return callbacks.map(({ id, receivedAt, deliveries, outcome, body }) => {
      const report = this.tripay.readCallback(body);
      return {
        id,
        received_at: receivedAt.toISOString(),
        deliveries,
        outcome,
        status: report?.status ?? null,
        amount: report?.totalAmount ?? null,
        body: body.toString('utf8'),
      };
    });
  }

  private async retryNow(id: string): Promise<void> {
    if (!isId(id)) throw operationsErrors.jobNotFound();
    await this.db.transaction(async (tx) => {
      if (!(await this.callbacks.retryNow(tx, id))) throw operationsErrors.jobNotFound();
      await this.audit.record(tx, { action: 'callback.retried', target: `callback:${id}` });
    });
  }

  private isExpectedSender(): boolean {
    return this.networks?.has(clientAddress() ?? '') ?? true;
  }

  private async work(id: string): Promise<void> {
    try {
      await this.db.transaction((tx) => this.process(tx, id));
    } catch (error) {
      log.error({ err: error, callbackId: id }, 'callback failed, will be retried');
      // If postponing fails too, the callback stays due; the loop still continues with the others.
      await this.callbacks
        .postpone(id)
        .catch((err: unknown) =>
          log.error({ err, callbackId: id }, 'could not postpone a callback'),
        );
    }
  }

  /** The effect and `processed_at` are committed in one transaction. */
  private async process(tx: EntityManager, id: string): Promise<void> {
    const callback = await this.callbacks.lockOpen(tx, id);
    if (!callback) return;
    const report = this.tripay.readCallback(callback.body);
    if (!report) {
      log.error({ callbackId: id }, 'unreadable signed callback');
      this.signals.raise({ kind: 'callback_unreadable', detail: `tripay: callback ${id}` });
      return this.callbacks.finish(tx, id, 'unreadable', null);
    }
    const settled = await this.settlement.applyToReported(tx, report);
    if (!settled) {
      // The order is not ours, because our row is always stored before the provider is called.
      const { reference, status } = report;
      log.error({ callbackId: id, reference }, 'callback for an unknown top-up');
      this.signals.raise({
        kind: 'callback_unmatched',
        detail: `tripay: ${status} of ${reference}`,
      });
      return this.callbacks.finish(tx, id, 'unmatched', null);
    }
    await this.callbacks.finish(tx, id, settled.outcome, settled.topupId);
    if (settled.isAccountClosed) await this.callbacks.erase(tx, id);
  }

  /**
   * Erases the processed callbacks of a deleted user. Callbacks that are still open are erased when they are
   * processed.
   */
  eraseOf(tx: EntityManager, userId: string): Promise<void> {
    return this.callbacks.eraseOf(tx, userId);
  }
}
