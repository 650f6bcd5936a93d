import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import type { InstallEntity } from '../installs/install.entity.js';
import { InstallsRepository } from '../installs/installs.repository.js';
import { WRONG_PASSWORD } from '../installs/vps-targets.js';
import { VpsCheckEntity } from '../vps-checks/vps-check.entity.js';
import type { BatchEntity, BatchRowEntity } from './batch.entity.js';
import { BatchRowsRepository, ERASED } from './batch-rows.repository.js';
import type { BatchLease } from './batch-runner.js';
import { checkFailure, rowFailures } from './row-failures.js';

type Change = Partial<BatchRowEntity>;
type SeenInstall = Pick<InstallEntity, 'status' | 'engineState'>;

const FOLLOWS_INSTALL = ['starting', 'installing', 'review'] as const;

/** Sees what has become of the checks and installs that rows have begun. */
@Injectable()
export class RowObserver {
  constructor(
    private readonly db: Database,
    private readonly rows: BatchRowsRepository,
    private readonly installs: InstallsRepository,
  ) {}

  /** @throws LeaseLost */
  observe(lease: BatchLease): Promise<void> {
    return this.db.transaction(async (tx) => {
      const batch = await lease.hold(tx);
      for (const [row, change] of await this.ofChecks(tx, batch))
        await this.rows.change(tx, row, change);
      for (const [row, change] of await this.ofInstalls(tx, batch))
        await this.rows.change(tx, row, change);
    });
  }

  private async ofChecks(tx: EntityManager, { id, userId }: BatchEntity) {
    const rows = (await this.rows.findIn(id, ['checking'], tx)).filter(({ checkId }) => checkId);
    const checks = await tx.findBy(VpsCheckEntity, {
      id: In(rows.map(({ checkId }) => checkId!)),
      userId,
    });
    const byId = new Map(checks.map((check) => [check.id, check]));
    return rows.flatMap((row): [BatchRowEntity, Change][] => {
      const change = afterCheck(byId.get(row.checkId!));
      return change ? [[row, change]] : [];
    });
  }

  private async ofInstalls(tx: EntityManager, batch: BatchEntity) {
    const rows = await this.rows.findIn(batch.id, FOLLOWS_INSTALL, tx);
    const ids = rows.map(({ installId }) => installId!);
    const installs = await this.installs.findMany(ids, tx);
    const byId = new Map(installs.map((install) => [install.id, install]));
    return rows.flatMap((row): [BatchRowEntity, Change][] => {
      const change = afterInstall(row, byId.get(row.installId!), batch);
      return change ? [[row, change]] : [];
    });
  }
}

/** Null: it goes on. A check that is gone is made once more. */
function afterCheck(check: VpsCheckEntity | undefined): Change | null {
  if (!check) return { checkId: null };
  const { status, state } = check;
  if (status === 'pending' || status === 'running') return null;
  if (status === 'passed') {
    return { status: 'ready', failure: null, installSeconds: state.installSeconds ?? null };
  }
  const failure = checkFailure(check);
  const isWrong = (WRONG_PASSWORD as readonly string[]).includes(failure.code);
  // A password that was refused is of no use for a retry.
  return { status: 'unfit', failure, finishedAt: new Date(), ...(isWrong ? ERASED : {}) };
}

/** Null: nothing has changed for the row. */
function afterInstall(
  row: BatchRowEntity,
  install: SeenInstall | undefined,
  { status }: BatchEntity,
): Change | null {
  if (!install) return row.status === 'starting' ? notBegun(status) : recordGone();
  const { failure } = install.engineState;
  switch (install.status) {
    case 'reserving':
      // The request that began it goes on, or has died and is settled by the sweeper.
      return null;
    case 'completed':
      return { status: 'completed', failure: null, ...ended() };
    case 'failed':
      return {
        status: 'failed',
        failure: failure && { code: failure.code, message: failure.message, cure: failure.cure },
        ...ended(),
      };
    case 'manual_review':
      return row.status === 'review' ? null : { status: 'review', ...ERASED };
    default:
      return row.status === 'installing' ? null : { status: 'installing', ...ERASED };
  }
}

const ended = (): Change => ({ finishedAt: new Date(), ...ERASED });

/** Its install was never paid for, and is gone: its turn comes once more, unless nothing begins any more. */
const notBegun = (batch: BatchEntity['status']): Change =>
  batch === 'cancelled'
    ? { status: 'cancelled', installId: null, failure: rowFailures.cancelled(), ...ended() }
    : { status: 'ready', installId: null, startedAt: null };

const recordGone = (): Change => ({
  status: 'failed',
  installId: null,
  failure: rowFailures.recordGone(),
  ...ended(),
});
