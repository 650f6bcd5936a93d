import { addressText } from './installs.js';
import { dataOf, type CasementClient } from '@casement/client';
import {
  formatCounts,
  exitCodeOfBatch,
  isBatchFinished,
  isRowFinished,
  rowStatusText,
  rowTable,
  type Batch,
  type BatchRow,
  type BatchSummary,
} from './batches.js';
import { CliError, EXIT } from './exit-codes.js';
import { stripControlCharacters } from './io.js';
import { listFailureReasons } from './failure-reasons.js';
import type { Session } from './session.js';
import { viewOf, type Renderer } from './live-output.js';
import { POLL_MS, progressStep, startTimeout } from './watch.js';

const RENDERER: Renderer<BatchRow> = {
  table: rowTable,
  line: (item) =>
    [
      `${item.row} ${addressText(item.ip, item.ssh_port)} ${rowStatusText(item)}`,
      item.failure?.message,
      item.failure?.cure,
    ]
      .filter(Boolean)
      .join(' '),
  key: ({ row }) => row,
  state: ({ status, phase, percent, failure }) =>
    `${status} ${phase} ${progressStep(percent)} ${failure?.code}`,
  isFinished: isRowFinished,
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
  const view = viewOf(io, json, RENDERER);
  const hasTimedOut = startTimeout(timeoutSeconds);
  for (;;) {
    const batch = await readBatch(client, id);
    view.draw(batch.rows, `${batch.size} machines, ${batch.status}: ${formatCounts(batch)}`);
    if (isDone(batch)) return batch;
    if (hasTimedOut()) {
      throw new CliError(
        `Timed out. The batch continues; follow it with \`casement batch watch ${id}\`.`,
        EXIT.timeout,
      );
    }
    await io.sleep(POLL_MS);
  }
}

/**
 * Follows a batch to its end and prints the result.
 *
 * @throws CliError if any machine was not converted to Windows
 */
export async function watchBatch(
  session: Session,
  id: string,
  timeoutSeconds?: number,
): Promise<void> {
  const { io, json } = session;
  const batch = await followBatch(session, id, isBatchFinished, timeoutSeconds);
  const open = batch.rows.filter(({ status }) => status !== 'completed');
  if (json) io.write(`${JSON.stringify(summaryOf(batch))}\n`);
  else if (open.length > 0)
    io.write(`\n${stripControlCharacters(listFailureReasons(open, io.size().columns))}\n\n`);
  if (!json) io.write(`${batch.size - open.length} of ${batch.size} completed.\n`);
  const exit = exitCodeOfBatch(batch);
  if (exit !== EXIT.ok) {
    throw new CliError(`${open.length} of ${batch.size} did not complete.`, exit);
  }
}

/** Omits the rows, which were already printed one per line. */
export function summaryOf({ rows: _, ...summary }: Batch): BatchSummary {
  return summary;
}
