import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BatchStatus } from '@casement/proto/http/install/batches/batches.js';
import { networkOptionsOf } from '@casement/proto/http/install/network-choices.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { DomainError, type ErrorCode } from '@casement/common/core/errors/domain-error.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { InstallRequestsService } from '../install-requests/install-requests.service.js';
import { AddressLimit } from '../vps-checks/vps-checks.errors.js';
import { VpsChecksService } from '../vps-checks/vps-checks.service.js';
import type { BatchEntity, BatchLease, BatchRowEntity } from './batch.entity.js';
import { BatchRowsRepository, ERASED } from './batch-rows.repository.js';
import { BatchesRepository } from './batches.repository.js';
import { RowCredentialsService } from './row-credentials.service.js';
import { rowFailures } from './row-failures.js';

/** Open checks per batch. Twice the concurrency of one process, so that its workers never wait for the batch. */
const CHECKS_AT_A_TIME = 16;

/** Temporary refusals, after which the row waits and is retried. */
const TEMPORARY: readonly ErrorCode[] = [
  'RATE_LIMITED',
  'CHECK_UNDER_WAY',
  'UNAVAILABLE',
  'ACCOUNT_CLOSED',
];

/** Refusals that concern the user or billing, so that the next row would get the same response. */
const FOR_ALL_ROWS: readonly ErrorCode[] = ['RATE_LIMITED', 'UNAVAILABLE', 'ACCOUNT_CLOSED'];

/** Thrown if the batch was paused or cancelled, or the row's passwords were erased, concurrently. */
class RowNotStartable extends Error {}

const log = logger('batches');

interface RowStart {
  status: 'checking' | 'ready';
  allowed: readonly BatchStatus[];
  hasRoom: (batch: BatchEntity) => Promise<boolean>;
  begin: (batch: BatchEntity, row: BatchRowEntity) => Promise<void>;
}

/**
 * Starts checks and installs of waiting rows through the same services as the form. The id is stored in the row in
 * the transaction of the start, under the batch's lease, so after a crash either both or neither exist, and a
 * superseded worker starts nothing.
 */
@Injectable()
export class RowStarter {
  constructor(
    private readonly db: Database,
    private readonly batches: BatchesRepository,
    private readonly rows: BatchRowsRepository,
    private readonly credentials: RowCredentialsService,
    private readonly checks: VpsChecksService,
    private readonly installs: InstallRequestsService,
  ) {}

  /** @throws LeaseLost, or the abort reason of the lease's signal */
  startChecks(lease: BatchLease): Promise<void> {
    const allowed = ['checking', 'running'] as const;
    return this.startAll(lease, {
      status: 'checking',
      allowed,
      hasRoom: async ({ id }) => (await this.rows.countChecks(id)) < CHECKS_AT_A_TIME,
      begin: (batch, row) => {
        const request = this.credentials.requestOf(row);
        const network = networkOptionsOf(request.windows_options);
        return this.checks.requestRow(
          actorOf(batch),
          { ...request, network },
          {
            id: batch.id,
            client: batch.client,
            inSameTransaction: (tx, checkId) =>
              this.bind(tx, lease, { allowed, row, set: { checkId, failure: null } }),
          },
        );
      },
    });
  }

  /** @throws LeaseLost, or the abort reason of the lease's signal */
  startInstalls(lease: BatchLease): Promise<void> {
    const allowed = ['running'] as const;
    return this.startAll(lease, {
      status: 'ready',
      allowed,
      hasRoom: async ({ id, atATime }) => (await this.rows.countInstalls(id)) < (atATime ?? 0),
      begin: async (batch, row) => {
        const request = this.credentials.requestOf(row);
        await this.installs.request(this.db, actorOf(batch), request, (tx, installId) =>
          this.bind(tx, lease, {
            allowed,
            row,
            set: { status: 'starting', installId, startedAt: new Date(), failure: null },
          }),
        );
      },
    });
  }

  private async startAll(lease: BatchLease, start: RowStart): Promise<void> {
    const tried: number[] = [];
    for (;;) {
      lease.signal.throwIfAborted();
      const batch = await this.batches.get(lease.id);
      if (!start.allowed.includes(batch.status) || !(await start.hasRoom(batch))) return;
      const row = await this.rows.findNext(batch.id, start.status, tried);
      if (!row) return;
      tried.push(row.number);
      try {
        await start.begin(batch, row);
      } catch (error) {
        if (error instanceof RowNotStartable) return;
        if (error instanceof LeaseLost) throw error;
        if (!(await this.settle(lease, row, error))) return;
      }
    }
  }

  /** @throws LeaseLost, RowNotStartable */
  private async bind(
    tx: EntityManager,
    lease: BatchLease,
    { allowed, row, set }: GuardedChange,
  ): Promise<void> {
    const { status } = await lease.hold(tx);
    if (!allowed.includes(status)) throw new RowNotStartable();
    if (!(await this.rows.change(tx, row, set))) throw new RowNotStartable();
  }

  /** @returns whether the next row may be started now */
  private async settle(lease: BatchLease, row: BatchRowEntity, error: unknown): Promise<boolean> {
    const known = error instanceof DomainError ? error : null;
    const fields = { batchId: row.batchId, row: row.number };
    if (!known) log.error({ ...fields, err: error }, 'batch row failed unexpectedly');
    else log.info({ ...fields, code: known.code }, 'batch row rejected');
    const outcome = known ? outcomeOf(row, known) : faulty(row);
    await this.db.transaction(async (tx) => {
      await lease.hold(tx);
      // A row that was started meanwhile, or by a request with an unknown outcome, is left to the observer.
      await this.rows.change(tx, { ...row, status: outcome.from }, outcome.set);
    });
    return !known || known instanceof AddressLimit || !FOR_ALL_ROWS.includes(known.code);
  }
}

interface GuardedChange {
  allowed: readonly BatchStatus[];
  row: BatchRowEntity;
  set: Partial<BatchRowEntity>;
}

interface Outcome {
  from: BatchRowEntity['status'];
  set: Partial<BatchRowEntity>;
}

function outcomeOf(row: BatchRowEntity, error: DomainError): Outcome {
  if (TEMPORARY.includes(error.code))
    return { from: row.status, set: { failure: rowFailures.waits(error) } };
  if (error.code === 'INSUFFICIENT_QUOTA') {
    const set = { status: 'no_quota', installId: null, failure: rowFailures.noQuota() } as const;
    return { from: 'starting', set: { ...set, startedAt: null, finishedAt: new Date() } };
  }
  return ended(row, rowFailures.of(error));
}

const faulty = (row: BatchRowEntity): Outcome => ended(row, rowFailures.fault());

/** A failed check can be retried with the stored credentials. A failed install erases them. */
const ended = (row: BatchRowEntity, failure: BatchRowEntity['failure']): Outcome => ({
  from: row.status,
  set:
    row.status === 'checking'
      ? { status: 'unfit', failure, finishedAt: new Date() }
      : { status: 'failed', failure, finishedAt: new Date(), ...ERASED },
});

const actorOf = ({ id, userId }: BatchEntity): Actor => ({
  userId,
  sessionId: id,
  admin: false,
  needsTwoFactor: false,
  confirmedAt: 0,
  epoch: 0,
});
