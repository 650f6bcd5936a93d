import { dataOf, type CasementClient } from '@casement/client';
import {
  countsOf,
  exitOfBatch,
  isBatchOver,
  isRowOver,
  rowStanding,
  rowTable,
  type Batch,
  type BatchRow,
  type BatchSummary,
} from './batches.js';
import { CliError, EXIT } from './exit-codes.js';
import { plain } from './io.js';
import { reasonsOf } from './reasons.js';
import type { Session } from './session.js';
import { viewOf, type Looks } from './view.js';
import { EVERY_MS, tenthOf, timer } from './watch.js';

const LOOKS: Looks<BatchRow> = {
  table: rowTable,
  line: (one) =>
    [`${one.row} ${one.ip} ${rowStanding(one)}`, one.failure?.message, one.failure?.cure]
      .filter(Boolean)
      .join(' '),
  key: ({ row }) => row,
  state: ({ status, phase, percent, failure }) =>
    `${status} ${phase} ${tenthOf(percent)} ${failure?.code}`,
  isOver: isRowOver,
};

export const readBatch = (client: CasementClient, id: string): Promise<Batch> =>
  dataOf(client.GET('/api/user/batches/{id}', { params: { path: { id } } }));

/**
 * Follows the machines of a batch until `isDone` returns true.
 *
 * @returns the batch in that state
 * @throws CliError when the time is over
 */
export async function followBatch(
  { io, client, json }: Session,
  id: string,
  isDone: (batch: Batch) => boolean,
  timeoutSeconds?: number,
): Promise<Batch> {
  const view = viewOf(io, json, LOOKS);
  const isTime = timer(timeoutSeconds);
  for (;;) {
    const batch = await readBatch(client, id);
    view.draw(batch.rows, `${batch.size} machines, ${batch.status}: ${countsOf(batch)}`);
    if (isDone(batch)) return batch;
    if (isTime()) {
      throw new CliError(
        `Timed out. The batch continues; follow it with \`casement batch watch ${id}\`.`,
        EXIT.timeout,
      );
    }
    await io.sleep(EVERY_MS);
  }
}

/**
 * Follows a batch to its end and prints the result.
 *
 * @throws CliError if a machine of the batch is not Windows
 */
export async function watchBatch(
  session: Session,
  id: string,
  timeoutSeconds?: number,
): Promise<void> {
  const { io, json } = session;
  const batch = await followBatch(session, id, isBatchOver, timeoutSeconds);
  const open = batch.rows.filter(({ status }) => status !== 'completed');
  if (json) io.write(`${JSON.stringify(summaryOf(batch))}\n`);
  else if (open.length > 0) io.write(`\n${plain(reasonsOf(open, io.size().columns))}\n\n`);
  if (!json) io.write(`${batch.size - open.length} of ${batch.size} completed.\n`);
  const exit = exitOfBatch(batch);
  if (exit !== EXIT.ok) {
    throw new CliError(`${open.length} of ${batch.size} did not complete.`, exit);
  }
}

/** Omits the rows, which were already printed one per line. */
export function summaryOf({ rows: _, ...summary }: Batch): BatchSummary {
  return summary;
}
