import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BatchStatus } from '@casement/proto/http/batches.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { DomainError, type ErrorCode } from '@casement/common/core/errors/domain-error.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { AddressLimit } from '../installs/installs.errors.js';
import { InstallsService } from '../installs/installs.service.js';
import { VpsChecksService } from '../vps-checks/vps-checks.service.js';
import type { BatchEntity, BatchRowEntity } from './batch.entity.js';
import { BatchRowsRepository, ERASED } from './batch-rows.repository.js';
import type { BatchLease } from './batch-runner.js';
import { BatchesRepository } from './batches.repository.js';
import { RowCredentialsService } from './row-credentials.service.js';
import { rowFailures } from './row-failures.js';

/** Checks of one batch that are queued at a time: twice what one process carries out, so that none waits for this one. */
const CHECKS_AT_A_TIME = 16;

/** Nothing is wrong with the row: it waits, and is tried again. */
const PASSING: readonly ErrorCode[] = [
  'RATE_LIMITED',
  'CHECK_UNDER_WAY',
  'UNAVAILABLE',
  'ACCOUNT_CLOSED',
];

/** The next row would get the same: it is the user who is limited, or billing that does not answer. */
const OF_ALL_ROWS: readonly ErrorCode[] = ['RATE_LIMITED', 'UNAVAILABLE', 'ACCOUNT_CLOSED'];

/** The batch was paused or cancelled, or the row's passwords were erased, at this moment. */
class NotNow extends Error {}

const log = logger('batches');

/** What a row begins: its check, or its install. */
interface Beginning {
  status: 'checking' | 'ready';
  /** Only while the batch is in one of these. */
  allowed: readonly BatchStatus[];
  /** There is room for one more. */
  hasRoom: (batch: BatchEntity) => Promise<boolean>;
  begin: (batch: BatchEntity, row: BatchRowEntity) => Promise<void>;
}

/**
 * Begins checks and installs of rows that wait, by the same functions as the form. What is begun and its id in the row are
 * one transaction under the batch's lease: after a crash there are both or neither, and a worker that was replaced begins
 * nothing.
 */
@Injectable()
export class RowStarter {
  constructor(
    private readonly db: Database,
    private readonly batches: BatchesRepository,
    private readonly rows: BatchRowsRepository,
    private readonly credentials: RowCredentialsService,
    private readonly checks: VpsChecksService,
    private readonly installs: InstallsService,
  ) {}

  /** @throws LeaseLost, or the reason of the lease's signal */
  startChecks(lease: BatchLease): Promise<void> {
    const allowed = ['checking', 'running'] as const;
    return this.startAll(lease, {
      status: 'checking',
      allowed,
      hasRoom: async ({ id }) => (await this.rows.countChecks(id)) < CHECKS_AT_A_TIME,
      begin: (batch, row) =>
        this.checks.requestRow(actorOf(batch), this.credentials.requestOf(row), {
          id: batch.id,
          client: batch.client,
          together: (tx, checkId) =>
            this.bind(tx, lease, { allowed, row, set: { checkId, failure: null } }),
        }),
    });
  }

  /** @throws LeaseLost, or the reason of the lease's signal */
  startInstalls(lease: BatchLease): Promise<void> {
    const allowed = ['running'] as const;
    return this.startAll(lease, {
      status: 'ready',
      allowed,
      hasRoom: async ({ id, atATime }) => (await this.rows.countInstalls(id)) < (atATime ?? 0),
      begin: async (batch, row) => {
        const request = this.credentials.requestOf(row);
        await this.installs.request(actorOf(batch), request, (tx, installId) =>
          this.bind(tx, lease, {
            allowed,
            row,
            set: { status: 'starting', installId, startedAt: new Date(), failure: null },
          }),
        );
      },
    });
  }

  private async startAll(lease: BatchLease, beginning: Beginning): Promise<void> {
    const tried: number[] = [];
    for (;;) {
      lease.signal.throwIfAborted();
      const batch = await this.batches.get(lease.id);
      if (!beginning.allowed.includes(batch.status) || !(await beginning.hasRoom(batch))) return;
      const row = await this.rows.findNext(batch.id, beginning.status, tried);
      if (!row) return;
      tried.push(row.number);
      try {
        await beginning.begin(batch, row);
      } catch (error) {
        if (error instanceof NotNow) return;
        if (error instanceof LeaseLost) throw error;
        if (!(await this.settle(lease, row, error))) return;
      }
    }
  }

  /** @throws LeaseLost, NotNow */
  private async bind(
    tx: EntityManager,
    lease: BatchLease,
    { allowed, row, set }: Bound,
  ): Promise<void> {
    const { status } = await lease.hold(tx);
    if (!allowed.includes(status)) throw new NotNow();
    if (!(await this.rows.change(tx, row, set))) throw new NotNow();
  }

  /** @returns whether the next row may be tried now */
  private async settle(lease: BatchLease, row: BatchRowEntity, error: unknown): Promise<boolean> {
    const known = error instanceof DomainError ? error : null;
    const fields = { batchId: row.batchId, row: row.number };
    if (!known) log.error({ ...fields, err: error }, 'row of a batch failed unexpectedly');
    else log.info({ ...fields, code: known.code }, 'row of a batch was refused');
    const outcome = known ? outcomeOf(row, known) : faulty(row);
    await this.db.transaction(async (tx) => {
      await lease.hold(tx);
      // What has been begun meanwhile, or was by a request whose answer is not known, is the observer's.
      await this.rows.change(tx, { ...row, status: outcome.from }, outcome.set);
    });
    return !known || known instanceof AddressLimit || !OF_ALL_ROWS.includes(known.code);
  }
}

interface Bound {
  allowed: readonly BatchStatus[];
  row: BatchRowEntity;
  set: Partial<BatchRowEntity>;
}

interface Outcome {
  from: BatchRowEntity['status'];
  set: Partial<BatchRowEntity>;
}

function outcomeOf(row: BatchRowEntity, error: DomainError): Outcome {
  if (PASSING.includes(error.code))
    return { from: row.status, set: { failure: rowFailures.waits(error) } };
  if (error.code === 'INSUFFICIENT_QUOTA') {
    const set = { status: 'no_quota', installId: null, failure: rowFailures.noQuota() } as const;
    return { from: 'starting', set: { ...set, startedAt: null, finishedAt: new Date() } };
  }
  return ended(row, rowFailures.of(error));
}

const faulty = (row: BatchRowEntity): Outcome => ended(row, rowFailures.fault());

/** A check that could not begin can be retried with what is stored; of an install that could not, nothing is kept. */
const ended = (row: BatchRowEntity, failure: BatchRowEntity['failure']): Outcome => ({
  from: row.status,
  set:
    row.status === 'checking'
      ? { status: 'unfit', failure, finishedAt: new Date() }
      : { status: 'failed', failure, finishedAt: new Date(), ...ERASED },
});

/** On behalf of its user, as far as a request for an install needs to know them. */
const actorOf = ({ id, userId }: BatchEntity): Actor => ({
  userId,
  sessionId: id,
  admin: false,
  needsTwoFactor: false,
  confirmedAt: 0,
  epoch: 0,
});
