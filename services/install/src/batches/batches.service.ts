import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RETRYABLE_ROW_STATUSES } from '@casement/proto/http/install/batches/batch-limits.js';
import {
  rowProblems,
  type BatchesQuery,
  type BatchRequest,
  type BatchRowRequest,
  type BatchStatus,
  type RetryBatchRowRequest,
  type RowProblem,
  type StartBatchRequest,
} from '@casement/proto/http/install/batches/batches.js';
import type { WindowsOptions } from '@casement/proto/http/install/windows-options.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { clientAddress, correlationId } from '@casement/common/core/context/request-context.js';
import { Database } from '@casement/common/data/database/database.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { clientKey } from '@casement/common/core/net/client-networks.js';
import { AccountClosureService } from '../account-closure/account-closure.service.js';
import { CancellationsService } from '../installs/cancellations.service.js';
import { VpsTargets } from '../vps-access/vps-targets.js';
import { WindowsOptionsService } from '../windows-options/windows-options.service.js';
import { OfferedVersions } from '../windows-versions/offered-versions.js';
import { VersionImages, type ListedVersion } from '../windows-versions/version-images.service.js';
import { BatchEntity, BatchRowEntity } from './batch.entity.js';
import { BatchRowsRepository, ERASED } from './batch-rows.repository.js';
import { BatchWorker } from './batch-worker.js';
import { batchErrors } from './batches.errors.js';
import { BatchesRepository } from './batches.repository.js';
import { RowCredentialsService } from './row-credentials.service.js';
import { rowFailures } from './row-failures.js';

export type StoredBatch = BatchEntity;

const MAX_OPEN = 5;
const MAX_ROWS_A_DAY = 2_000;
const DAY_MS = 86_400_000;
/** Stored characters of a value. Longer values are refused, and their beginning identifies the row. */
const MAX_SHOWN = 100;

const WAITS = ['checking', 'ready'] as const;

@Injectable()
export class BatchesService {
  constructor(
    private readonly db: Database,
    private readonly batches: BatchesRepository,
    private readonly rows: BatchRowsRepository,
    private readonly closure: AccountClosureService,
    private readonly versions: VersionImages,
    private readonly offered: OfferedVersions,
    private readonly targets: VpsTargets,
    private readonly credentials: RowCredentialsService,
    private readonly options: WindowsOptionsService,
    private readonly cancellations: CancellationsService,
    private readonly audit: Audit,
    private readonly worker: BatchWorker,
  ) {}

  list({ userId }: Actor, page: BatchesQuery): Promise<ListPage<BatchEntity>> {
    return this.batches.pageOf(userId, page);
  }

  /** @throws NOT_FOUND, also for another user's batch */
  async get({ userId }: Actor, id: string): Promise<BatchEntity> {
    const batch = await this.batches.findOf(userId, id);
    if (!batch) throw batchErrors.notFound();
    return batch;
  }

  /**
   * Queues a check of each machine; no install is started. An invalid row is refused without affecting the others.
   * @throws VALIDATION_FAILED for the key, RATE_LIMITED, TOO_MANY_BATCHES, ACCOUNT_CLOSED
   */
  async create(unit: UnitOfWork, actor: Actor, request: BatchRequest): Promise<BatchEntity> {
    const { userId } = actor;
    const options = await this.options.accept(userId, request.windows_options);
    const key = await this.credentials.openKey(actor, request);
    const id = newId();
    const problems = rowProblems(request.rows, key !== null);
    const names = new Map((await this.versions.list('windows')).map((one) => [one.slug, one]));
    const refusals = await Promise.all(
      request.rows.map(async (row, n) => {
        return problems[n] ?? (await this.refusalOf(actor, row, names.get(row.win_ver), options));
      }),
    );
    const rows = request.rows.map((row, n) => {
      const number = n + 1;
      const problem = refusals[n];
      const { passwd_vps: password, passwd_rdp: rdp } = row;
      return {
        batchId: id,
        number,
        ip: row.ip.trim().slice(0, MAX_SHOWN),
        winVer: row.win_ver.slice(0, MAX_SHOWN),
        winName: names.get(row.win_ver)?.name ?? null,
        sshPort: problem ? null : (row.ssh_port ?? null),
        sshUser: row.ssh_user?.slice(0, MAX_SHOWN) || null,
        ...(problem
          ? refusedFor(problem)
          : {
              status: 'checking' as const,
              ...this.credentials.seal({ batchId: id, number }, { password, key, rdp, options }),
            }),
      };
    });
    return this.notifying(unit, async (tx) => {
      await this.closure.admit(tx, userId);
      await this.batches.lockAllOf(tx, userId);
      if ((await this.batches.countOpen(tx, userId)) >= MAX_OPEN)
        throw batchErrors.tooMany(MAX_OPEN);
      const sent = await this.batches.countRowsSince(tx, userId, new Date(Date.now() - DAY_MS));
      if (sent + rows.length > MAX_ROWS_A_DAY) throw batchErrors.tooManyRows(MAX_ROWS_A_DAY);
      await tx.insert(BatchEntity, {
        id,
        userId,
        client: clientKey(clientAddress() ?? ''),
        correlationId: correlationId() ?? null,
        status: 'checking',
        size: rows.length,
        ...this.credentials.sealOptions(id, options),
      });
      await tx.insert(BatchRowEntity, rows);
      return this.changed(tx, userId, id);
    });
  }

  /** @throws NOT_FOUND, BATCH_STATE */
  start(
    unit: UnitOfWork,
    actor: Actor,
    id: string,
    { limit }: StartBatchRequest,
  ): Promise<BatchEntity> {
    return this.change(unit, actor, id, async (tx, batch) => {
      if (batch.status !== 'ready') throw batchErrors.state(NOT_READY[batch.status]);
      const set = { status: 'running', atATime: limit, startedAt: new Date() } as const;
      await tx.update(BatchEntity, { id }, set);
      const machines = (await this.rows.findIn(id, ['ready'], tx)).length;
      await this.audit.record(tx, {
        action: 'batch.started',
        target: `batch:${id}`,
        after: { machines, limit },
      });
    });
  }

  /** Idempotent. @throws NOT_FOUND, BATCH_STATE */
  pause(actor: Actor, id: string): Promise<BatchEntity> {
    return this.change(this.db, actor, id, async (tx, { status }) => {
      if (status === 'paused') return;
      if (status !== 'running') throw batchErrors.state('Only a running batch can be paused.');
      await tx.update(BatchEntity, { id }, { status: 'paused' });
    });
  }

  /**
   * Pauses all running batches of a suspended user, who can resume them after the suspension. A row that is being
   * started holds its batch's lock: it starts completely before the pause, or not at all.
   */
  async pauseAllOf(tx: EntityManager, userId: string): Promise<void> {
    const pause = { status: 'paused', pauseReason: 'account_suspended' } as const;
    await tx.update(BatchEntity, { userId, status: 'running' }, pause);
  }

  /** Idempotent. @throws NOT_FOUND, BATCH_STATE */
  resume(actor: Actor, id: string): Promise<BatchEntity> {
    return this.change(this.db, actor, id, async (tx, { status }) => {
      if (status === 'running') return;
      if (status !== 'paused') throw batchErrors.state('Only a paused batch can be resumed.');
      await tx.update(BatchEntity, { id }, { status: 'running', pauseReason: null });
    });
  }

  /**
   * Cancels waiting rows and erases their passwords; started installs continue. Idempotent.
   * @throws NOT_FOUND, BATCH_STATE
   */
  cancel(actor: Actor, id: string): Promise<BatchEntity> {
    return this.change(this.db, actor, id, async (tx, { status }) => {
      if (status === 'cancelled') return;
      if (status === 'ended') throw batchErrors.state('This batch has already ended.');
      const set = { status: 'cancelled', pauseReason: null, secretOptions: null } as const;
      await tx.update(BatchEntity, { id }, set);
      await this.rows.cancelWaiting(tx, id);
      await this.audit.record(tx, { action: 'batch.cancelled', target: `batch:${id}` });
    });
  }

  /**
   * Retries every row that ended without Windows and whose passwords are still stored.
   * @throws NOT_FOUND, BATCH_STATE if there is no such row
   */
  retry(unit: UnitOfWork, actor: Actor, id: string): Promise<BatchEntity> {
    return this.change(unit, actor, id, async (tx, batch) => {
      const ended = await this.rows.findIn(id, RETRYABLE_ROW_STATUSES, tx);
      const rows = ended.filter(({ credentials }) => credentials !== null);
      if (rows.length === 0) throw batchErrors.state('No row has stored passwords to retry with.');
      await this.reopen(tx, batch);
      for (const row of rows) {
        await this.checkAgain(tx, row, this.credentials.renew(batch, row, {}, null));
      }
    });
  }

  /**
   * Repeats the check with new or stored credentials. The install follows if the batch has been started.
   * @throws NOT_FOUND, BATCH_STATE, VALIDATION_FAILED, RATE_LIMITED
   */
  async retryRow(
    unit: UnitOfWork,
    actor: Actor,
    id: string,
    number: number,
    request: RetryBatchRowRequest,
  ): Promise<BatchEntity> {
    const key = await this.credentials.openKey(actor, request);
    return this.change(unit, actor, id, async (tx, batch) => {
      await this.reopen(tx, batch);
      const row = await this.row(tx, id, number);
      if (!RETRYABLE_ROW_STATUSES.includes(row.status))
        throw batchErrors.state('Only a row that ended without Windows can be retried.');
      await this.checkAgain(tx, row, this.credentials.renew(batch, row, request, key));
    });
  }

  /** @throws NOT_FOUND, BATCH_STATE, CANCEL_TOO_LATE after the install's commit */
  cancelRow(actor: Actor, id: string, number: number): Promise<BatchEntity> {
    return this.change(this.db, actor, id, async (tx) => {
      const row = await this.row(tx, id, number);
      if (row.status === 'cancelled') return;
      if (row.status === 'installing' && row.installId) {
        await this.cancellations.cancel(actor, row.installId);
        return;
      }
      if (!(WAITS as readonly string[]).includes(row.status)) {
        throw batchErrors.state(
          row.status === 'starting'
            ? 'This machine is just starting. Please try again in a moment.'
            : 'This row has ended, so there is nothing to cancel.',
        );
      }
      await this.rows.change(tx, row, {
        status: 'cancelled',
        failure: rowFailures.cancelled(),
        finishedAt: new Date(),
        ...ERASED,
      });
    });
  }

  /**
   * Continues an ended batch because of a retry. A paused batch stays paused. @throws BATCH_STATE if the batch was
   * cancelled
   */
  private async reopen(tx: EntityManager, batch: BatchEntity): Promise<void> {
    if (batch.status === 'cancelled')
      throw batchErrors.state('This batch was cancelled. Add the machine to a new batch.');
    const reopened = batch.startedAt ? 'running' : 'checking';
    const status = batch.status === 'paused' ? 'paused' : reopened;
    await tx.update(BatchEntity, { id: batch.id }, { status, finishedAt: null });
  }

  private async checkAgain(
    tx: EntityManager,
    row: BatchRowEntity,
    credentials: Pick<BatchRowEntity, 'credentials' | 'credentialsUntil'>,
  ): Promise<void> {
    await this.rows.change(tx, row, {
      status: 'checking',
      ...credentials,
      checkId: null,
      installId: null,
      installSeconds: null,
      failure: null,
      field: null,
      startedAt: null,
      finishedAt: null,
    });
  }

  private async refusalOf(
    actor: Actor,
    { ip }: BatchRowRequest,
    version: ListedVersion | undefined,
    options: WindowsOptions | undefined,
  ): Promise<RowProblem | null> {
    try {
      this.targets.acceptAddress(actor, ip.trim());
      const problem = this.offered.problemOf(version);
      if (problem) throw problem;
      await this.options.requireOffered(options, version);
      return null;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return {
        path: error.details?.[0]?.path ?? '',
        message: error.message,
        code: (error.details?.[0]?.code ?? error.code) as never,
      };
    }
  }

  /** Runs a change under the batch's lock. */
  private async change(
    unit: UnitOfWork,
    { userId }: Actor,
    id: string,
    work: (tx: EntityManager, batch: BatchEntity) => Promise<void>,
  ): Promise<BatchEntity> {
    return this.notifying(unit, async (tx) => {
      const batch = await this.batches.lockOf(tx, userId, id);
      if (!batch) throw batchErrors.notFound();
      await work(tx, batch);
      return this.changed(tx, userId, id);
    });
  }

  async eraseOf(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(BatchEntity, { userId });
  }

  /** Notifies the runner after the change is committed. */
  private async notifying<T>(
    unit: UnitOfWork,
    work: (tx: EntityManager) => Promise<T>,
  ): Promise<T> {
    const result = await unit.transaction(work);
    unit.afterCommit(() => this.worker.notify());
    return result;
  }

  private async changed(tx: EntityManager, userId: string, id: string): Promise<BatchEntity> {
    await tx.update(BatchEntity, { id }, { runAfter: new Date() });
    const batch = await this.batches.lockOf(tx, userId, id);
    if (!batch) throw batchErrors.notFound();
    return batch;
  }

  private async row(tx: EntityManager, id: string, number: number): Promise<BatchRowEntity> {
    const row = await this.rows.find(tx, id, number);
    if (!row) throw batchErrors.rowNotFound();
    return row;
  }
}

const NOT_READY: Record<Exclude<BatchStatus, 'ready'>, string> = {
  checking: 'The machines of this batch are still being checked.',
  running: 'This batch was already started.',
  paused: 'This batch was already started and is paused.',
  cancelled: 'This batch was cancelled.',
  ended: 'This batch has ended.',
};

const refusedFor = (problem: RowProblem) => ({
  status: 'refused' as const,
  failure: rowFailures.ofForm(problem),
  field: problem.path || null,
  finishedAt: new Date(),
});
