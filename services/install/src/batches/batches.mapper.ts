import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RETRYABLE_ROW_STATUSES } from '@casement/proto/http/install/batches/batch-limits.js';
import {
  batchRowStatus,
  type Batch,
  type BatchRow,
  type BatchRowStatus,
  type BatchSummary,
} from '@casement/proto/http/install/batches/batches.js';
import { progressOf } from '../installs/install.mapper.js';
import { InstallsService } from '../installs/installs.service.js';
import type { BatchEntity, BatchRowEntity } from './batch.entity.js';
import { BatchRowsRepository } from './batch-rows.repository.js';
import { BatchesRepository } from './batches.repository.js';
import { missingOptions } from './row-credentials.service.js';

type Progress = Pick<BatchRow, 'phase' | 'percent'>;
const NONE = new Map<BatchRowStatus, number>();
const NO_PROGRESS: Progress = { phase: null, percent: null };

/** Maps rows to responses field by field, so that a new column cannot leak. */
@Injectable()
export class BatchesMapper {
  constructor(
    private readonly batches: BatchesRepository,
    private readonly rows: BatchRowsRepository,
    private readonly installs: InstallsService,
  ) {}

  async summaries(batches: BatchEntity[]): Promise<BatchSummary[]> {
    const counts = await this.batches.countRows(batches.map(({ id }) => id));
    return batches.map((batch) => toSummary(batch, counts.get(batch.id) ?? NONE));
  }

  async batch(batch: BatchEntity, tx?: EntityManager): Promise<Batch> {
    const rows = await this.rows.findAll(batch.id, tx);
    const counts = new Map<BatchRowStatus, number>();
    for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1);
    const progress = await this.progressOf(rows, tx);
    const missing = missingOptions(batch);
    return {
      ...toSummary(batch, counts),
      rows: rows.map((row) => ({
        ...toRow(row, progress.get(row.installId ?? '') ?? NO_PROGRESS),
        missing_options: isPending(row) ? missing : [],
      })),
    };
  }

  private async progressOf(
    rows: BatchRowEntity[],
    tx?: EntityManager,
  ): Promise<Map<string, Progress>> {
    const underWay = rows.filter(({ status }) => status === 'installing');
    if (underWay.length === 0) return new Map();
    const ids = underWay.map(({ installId }) => installId!);
    const installs = await this.installs.statesOf(ids, tx);
    return new Map(
      installs.map((install) => {
        const { phase, percent } = progressOf(install);
        return [install.id, { phase, percent }];
      }),
    );
  }
}

const toSummary = (batch: BatchEntity, counts: Map<BatchRowStatus, number>): BatchSummary => ({
  id: batch.id,
  status: batch.status,
  pause_reason: batch.pauseReason,
  limit: batch.atATime,
  size: batch.size,
  counts: Object.fromEntries(
    batchRowStatus.options.map((status) => [status, counts.get(status) ?? 0]),
  ) as BatchSummary['counts'],
  cost: counts.get('ready') ?? 0,
  created_at: batch.createdAt.toISOString(),
  started_at: batch.startedAt?.toISOString() ?? null,
  finished_at: batch.finishedAt?.toISOString() ?? null,
});

const QUOTA: Partial<Record<BatchRowStatus, BatchRow['quota']>> = {
  installing: 'held',
  review: 'held',
  completed: 'spent',
};

/** Whether the row may still be installed, possibly after a retry. */
const isPending = ({ status, credentials }: BatchRowEntity) =>
  credentials !== null || RETRYABLE_ROW_STATUSES.includes(status);

const toRow = (row: BatchRowEntity, progress: Progress): BatchRow => ({
  row: row.number,
  ip: row.ip,
  ssh_port: row.sshPort,
  win_ver: row.winVer,
  win_name: row.winName,
  status: row.status,
  ...progress,
  failure: row.failure && {
    code: row.failure.code,
    message: row.failure.message,
    cure: row.failure.cure,
  },
  field: row.field,
  quota:
    QUOTA[row.status] ?? (row.status === 'failed' && row.installId !== null ? 'returned' : 'none'),
  install_id: row.installId,
  check_id: row.checkId,
  install_seconds: row.installSeconds,
  credentials_until: row.credentialsUntil?.toISOString() ?? null,
  started_at: row.startedAt?.toISOString() ?? null,
  finished_at: row.finishedAt?.toISOString() ?? null,
});
