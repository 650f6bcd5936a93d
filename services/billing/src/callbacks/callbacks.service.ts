import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TopupCallback } from '@casement/proto/http/billing/admin-topups.js';
import { Database } from '@casement/common/data/database/database.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { isId } from '@casement/common/data/database/new-id.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { FailedJobs } from '@casement/common/platform/operations/failed-jobs.js';
import { operationsErrors } from '@casement/common/platform/operations/operations.errors.js';
import { BillingConfig } from '../config.js';
import {
  ProviderUnavailable,
  type IncomingCallback,
  type PaymentReport,
  type ProviderName,
} from '../payment-providers/payment-provider.js';
import { PaymentProviders } from '../payment-providers/payment-providers.js';
import { Settlement } from '../topups/settlement.js';
import { CallbacksRepository } from './callbacks.repository.js';
import type { GatewayCallbackEntity } from './gateway-callback.entity.js';

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

@Injectable()
export class CallbacksService {
  constructor(
    private readonly db: Database,
    private readonly callbacks: CallbacksRepository,
    private readonly settlement: Settlement,
    private readonly providers: PaymentProviders,
    private readonly signals: Signals,
    private readonly audit: Audit,
    config: BillingConfig,
    jobs: Jobs,
    failedJobs: FailedJobs,
  ) {
    jobs.every('callback-inbox', config.CALLBACK_INBOX_INTERVAL_MS, (stop) =>
      this.processInbox(stop),
    );
    failedJobs.add({
      kind: 'payment-callback',
      list: async (limit) => {
        const { rows, total } = await callbacks.listFailed(limit);
        // The reason is only in the log, because it may identify the user.
        const error = 'Could not be processed; see the billing log for the reason';
        const failed = rows.map(({ provider, ...row }) => ({ ...row, title: provider, error }));
        return { total, rows: failed };
      },
      retry: (id) => this.retryNow(id),
    });
  }

  /**
   * Stores a callback. After this resolves, not even a crash can lose the payment. Only a wrong signature is reported to
   * security.
   *
   * @throws CALLBACK_SIGNATURE_INVALID, also if the provider is not configured; VALIDATION_FAILED for an unknown event
   */
  async receive(name: ProviderName, callback: IncomingCallback): Promise<void> {
    switch (this.providers.find(name)?.verifyCallback(callback) ?? 'unsigned') {
      case 'forged':
        this.signals.raise({ kind: 'callback_forged', detail: `${name}: wrong signature` });
        throw errors.signatureInvalid();
      case 'unsigned':
        throw errors.signatureInvalid();
      case 'unknown':
        throw errors.eventUnknown();
      case 'ignored':
        return;
      case 'accepted': {
        const { id, processed } = await this.callbacks.store(name, callback.body);
        if (processed) return;
        // Processed immediately, because the customer is waiting. If that fails, the inbox job retries it.
        await this.work(id);
      }
    }
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
    return callbacks.map(({ id, provider, receivedAt, deliveries, outcome, body }) => {
      const report = this.providers.find(provider)?.readCallback(body);
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

  private async work(id: string): Promise<void> {
    try {
      const open = await this.callbacks.findUnprocessed(id);
      if (!open) return;
      const report = await this.reportOf(open);
      await this.db.transaction((tx) => this.process(tx, id, report));
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

  /**
   * Returns the reported payment, or the outcome of a callback without one. Runs before the transaction, because it may
   * call the provider.
   *
   * @throws ProviderUnavailable
   */
  private async reportOf({
    provider: name,
    body,
  }: GatewayCallbackEntity): Promise<PaymentReport | 'unreadable' | 'unmatched'> {
    const provider = this.providers.find(name);
    if (!provider) throw new ProviderUnavailable();
    const report = provider.readCallback(body);
    if (!report) return 'unreadable';
    if (!provider.readsStatusAfterCallback) return report;
    return (await provider.readStatus(report)) ?? 'unmatched';
  }

  /** The effect and `processed_at` are committed in one transaction. */
  private async process(
    tx: EntityManager,
    id: string,
    report: PaymentReport | 'unreadable' | 'unmatched',
  ): Promise<void> {
    const callback = await this.callbacks.lockOpen(tx, id);
    if (!callback) return;
    const { provider } = callback;
    if (report === 'unreadable') {
      log.error({ callbackId: id }, 'unreadable signed callback');
      this.signals.raise({ kind: 'callback_unreadable', detail: `${provider}: callback ${id}` });
      return this.callbacks.finish(tx, id, 'unreadable', null);
    }
    const settled =
      report === 'unmatched' ? null : await this.settlement.applyToReported(tx, provider, report);
    if (!settled) {
      // The order is not ours, because our row is always stored before the provider is called.
      const detail =
        report === 'unmatched' ? `callback ${id}` : `${report.status} of ${report.reference}`;
      log.error({ callbackId: id, detail }, 'callback for an unknown top-up');
      this.signals.raise({ kind: 'callback_unmatched', detail: `${provider}: ${detail}` });
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
