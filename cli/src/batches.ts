import { addressText } from './installs.js';
import type { paths } from '@casement/client';
import { EXIT, type Exit } from './exit-codes.js';
import { table, time } from './table.js';

type Batches = paths['/api/user/batches']['get']['responses'][200]['content']['application/json'];
export type BatchSummary = Batches['data'][number];
export type Batch =
  paths['/api/user/batches/{id}']['get']['responses'][200]['content']['application/json']['data'];
export type BatchRow = Batch['rows'][number];

const IN_PROGRESS: readonly BatchRow['status'][] = ['checking', 'ready', 'starting', 'installing'];

/** Returns whether the row is final, i.e. does not change without a user's action. */
export const isRowFinished = ({ status }: BatchRow): boolean => !IN_PROGRESS.includes(status);
export const isBatchFinished = ({ finished_at }: BatchSummary): boolean => finished_at !== null;

/** Returns e.g. `writing 42 %`, `completed`, `unfit: SSH_AUTH_FAILED`. */
export function rowStatusText({ status, phase, percent, failure }: BatchRow): string {
  const state = status.replace('_', ' ');
  if (failure) return `${state}: ${failure.code}`;
  if (phase === null || status !== 'installing') return state;
  return percent === null ? phase : `${phase} ${Math.floor(percent)} %`;
}

export const rowTable = (rows: readonly BatchRow[]): string =>
  table(
    ['ROW', 'ADDRESS', 'WINDOWS', 'STATUS'],
    rows.map((item) => [
      String(item.row),
      addressText(item.ip, item.ssh_port),
      item.win_ver,
      rowStatusText(item),
    ]),
  );

/** Returns e.g. `180 ready, 12 unfit`. Statuses without a machine are omitted. */
export const formatCounts = ({ counts }: BatchSummary): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${status.replace('_', ' ')}`)
    .join(', ');

export const batchTable = (batches: readonly BatchSummary[]): string =>
  batches.length === 0
    ? 'No batches.'
    : table(
        ['BATCH', 'STATUS', 'MACHINES', 'PROGRESS', 'CREATED'],
        batches.map((item) => [
          item.id,
          item.status,
          String(item.size),
          formatCounts(item),
          time(item.created_at),
        ]),
      );

/** Returns the exit code of the batch, which is a failure unless every machine was converted to Windows. */
export function exitCodeOfBatch({ size, counts }: BatchSummary): Exit {
  const open = size - (counts.completed ?? 0);
  if (open === 0) return EXIT.ok;
  return open === counts.no_quota ? EXIT.noQuota : EXIT.installFailed;
}
