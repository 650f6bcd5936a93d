import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { InstallsService, type StoredInstall } from '../installs/installs.service.js';
import { WRONG_PASSWORD } from '../vps-checks/password-guesses.service.js';
import { VpsChecksService, type StoredCheck } from '../vps-checks/vps-checks.service.js';
import type { BatchEntity, BatchLease, BatchRowEntity } from './batch.entity.js';
import { BatchRowsRepository, ERASED } from './batch-rows.repository.js';
import { checkFailure, rowFailures } from './row-failures.js';

type Change = Partial<BatchRowEntity>;
type SeenInstall = Pick<StoredInstall, 'status' | 'engineState'>;

const FOLLOWS_INSTALL = ['starting', 'installing', 'review'] as const;

@Injectable()
export class RowObserver {
  constructor(
    private readonly db: Database,
    private readonly rows: BatchRowsRepository,
    private readonly installs: InstallsService,
    private readonly checks: VpsChecksService,
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
    const ids = rows.map(({ checkId }) => checkId!);
    const checks = await this.checks.findAll(tx, userId, ids);
    const byId = new Map(checks.map((check) => [check.id, check]));
    return rows.flatMap((row): [BatchRowEntity, Change][] => {
      const change = afterCheck(byId.get(row.checkId!));
      return change ? [[row, change]] : [];
    });
  }

  private async ofInstalls(tx: EntityManager, batch: BatchEntity) {
    const rows = await this.rows.findIn(batch.id, FOLLOWS_INSTALL, tx);
    const ids = rows.map(({ installId }) => installId!);
    const installs = await this.installs.statesOf(ids, tx);
    const byId = new Map(installs.map((install) => [install.id, install]));
    return rows.flatMap((row): [BatchRowEntity, Change][] => {
      const change = afterInstall(row, byId.get(row.installId!), batch);
      return change ? [[row, change]] : [];
    });
  }
}

/** @returns `null` while the check is open. A deleted check is repeated. */
function afterCheck(check: StoredCheck | undefined): Change | null {
  if (!check) return { checkId: null };
  const { status, state } = check;
  if (status === 'pending' || status === 'running') return null;
  if (status === 'passed') {
    return { status: 'ready', failure: null, installSeconds: state.installSeconds ?? null };
  }
  const failure = checkFailure(check);
  const isWrong = (WRONG_PASSWORD as readonly string[]).includes(failure.code);
  // A rejected password is erased because it is useless for a retry.
  return { status: 'unfit', failure, finishedAt: new Date(), ...(isWrong ? ERASED : {}) };
}

/** @returns `null` if nothing changes for the row */
function afterInstall(
  row: BatchRowEntity,
  install: SeenInstall | undefined,
  { status }: BatchEntity,
): Change | null {
  if (!install) return row.status === 'starting' ? notStarted(status) : installDeleted();
  const { failure } = install.engineState;
  switch (install.status) {
    case 'reserving':
      // The request is still in progress, or it crashed and the sweep will settle it.
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

/** The install got no quota and was deleted. The row becomes ready again unless the batch was cancelled. */
const notStarted = (batch: BatchEntity['status']): Change =>
  batch === 'cancelled'
    ? { status: 'cancelled', installId: null, failure: rowFailures.cancelled(), ...ended() }
    : { status: 'ready', installId: null, startedAt: null };

const installDeleted = (): Change => ({
  status: 'failed',
  installId: null,
  failure: rowFailures.installDeleted(),
  ...ended(),
});
