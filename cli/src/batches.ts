import type { paths } from '@casement/client';
import { EXIT, type Exit } from './exit-codes.js';
import { table, time } from './table.js';

type Batches = paths['/api/user/batches']['get']['responses'][200]['content']['application/json'];
export type BatchSummary = Batches['data'][number];
export type Batch =
  paths['/api/user/batches/{id}']['get']['responses'][200]['content']['application/json']['data'];
export type BatchRow = Batch['rows'][number];

const UNDER_WAY: readonly BatchRow['status'][] = ['checking', 'ready', 'starting', 'installing'];

/** Returns whether the row is final, i.e. does not change without a user's action. */
export const isRowOver = ({ status }: BatchRow): boolean => !UNDER_WAY.includes(status);
export const isBatchOver = ({ finished_at }: BatchSummary): boolean => finished_at !== null;

/** Returns e.g. `writing 42 %`, `completed`, `unfit: SSH_AUTH_FAILED`. */
export function rowStanding({ status, phase, percent, failure }: BatchRow): string {
  const state = status.replace('_', ' ');
  if (failure) return `${state}: ${failure.code}`;
  if (phase === null || status !== 'installing') return state;
  return percent === null ? phase : `${phase} ${Math.floor(percent)} %`;
}

export const rowTable = (rows: readonly BatchRow[]): string =>
  table(
    ['ROW', 'ADDRESS', 'WINDOWS', 'STATUS'],
    rows.map((one) => [String(one.row), one.ip, one.win_ver, rowStanding(one)]),
  );

/** Returns e.g. `180 ready, 12 unfit`. Statuses without a machine are omitted. */
export const countsOf = ({ counts }: BatchSummary): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${status.replace('_', ' ')}`)
    .join(', ');

export const batchTable = (batches: readonly BatchSummary[]): string =>
  batches.length === 0
    ? 'No batches.'
    : table(
        ['BATCH', 'STATUS', 'MACHINES', 'OF THEM', 'CREATED'],
        batches.map((one) => [
          one.id,
          one.status,
          String(one.size),
          countsOf(one),
          time(one.created_at),
        ]),
      );

/** Returns the exit code of the batch. A single machine that is not Windows makes it fail. */
export function exitOfBatch({ size, counts }: BatchSummary): Exit {
  const open = size - (counts.completed ?? 0);
  if (open === 0) return EXIT.ok;
  return open === counts.no_quota ? EXIT.noQuota : EXIT.installFailed;
}
