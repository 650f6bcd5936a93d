import { Injectable } from '@nestjs/common';
import { RETRYABLE_ROW_STATUSES } from '@casement/proto/http/install/batches/batch-limits.js';
import { currentContext, runInContext } from '@casement/common/core/context/request-context.js';
import { Database } from '@casement/common/data/database/database.js';
import { InstallConfig } from '../config.js';
import { BatchEntity, type BatchLease } from './batch.entity.js';
import { BatchesRepository } from './batches.repository.js';
import { RowObserver } from './row-observer.js';
import { RowStarter } from './row-starter.js';

/** Delay while a batch waits for its user or for an administrator's review. */
const IDLE_MS = 5_000;

/** Advances a batch: observes its checks and installs and starts the next ones. */
@Injectable()
export class BatchRunner {
  constructor(
    private readonly db: Database,
    private readonly config: InstallConfig,
    private readonly batches: BatchesRepository,
    private readonly observer: RowObserver,
    private readonly starter: RowStarter,
  ) {}

  /**
   * Advances the batch once, always from the stored state.
   * @returns the delay until the next run, in ms
   * @throws LeaseLost, or the reason of the lease's signal
   */
  async run(lease: BatchLease): Promise<number> {
    const batch = await this.batches.get(lease.id);
    const { correlationId } = batch;
    const context = correlationId === null ? currentContext() : { correlationId };
    return context
      ? runInContext(context, () => this.advance(batch, lease))
      : this.advance(batch, lease);
  }

  private async advance({ id }: BatchEntity, lease: BatchLease): Promise<number> {
    await this.observer.observe(lease);
    await this.starter.startChecks(lease);
    await this.starter.startInstalls(lease);
    return this.db.transaction(async (tx) => {
      const batch = await lease.hold(tx);
      const counts = (await this.batches.countRows([id], tx)).get(id)!;
      const has = (...statuses: Parameters<typeof counts.get>[0][]) =>
        statuses.some((status) => counts.has(status));
      const isOpen = has('checking', 'ready', 'starting', 'installing');
      const status = nextStatus(batch, { isChecking: has('checking'), isOpen });
      const isOver = (status === 'cancelled' || status === 'ended') && !isOpen && !has('review');
      await tx.update(
        BatchEntity,
        { id },
        {
          status,
          ...(isOver && { finishedAt: new Date() }),
          ...(isOver && !has(...RETRYABLE_ROW_STATUSES) && { secretOptions: null }),
        },
      );
      const isBusy = has('checking', 'starting', 'installing') || status === 'running';
      return isBusy ? this.config.INSTALL_LOOK_AGAIN_MS : IDLE_MS;
    });
  }
}

function nextStatus(
  { status, startedAt }: BatchEntity,
  { isChecking, isOpen }: { isChecking: boolean; isOpen: boolean },
): BatchEntity['status'] {
  if (status === 'cancelled') return status;
  if (!isOpen) return 'ended';
  if (startedAt) return status;
  return isChecking ? 'checking' : 'ready';
}
