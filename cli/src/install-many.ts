import { CasementError, dataOf, type CasementClient } from '@casement/client';
import { formatCounts, type Batch } from './batches.js';
import { CliError, EXIT } from './exit-codes.js';
import { stripControlCharacters, type Io } from './io.js';
import { readMachines, type MachineDefaults } from './machine-file.js';
import { listFailureReasons } from './failure-reasons.js';
import { readTextFile } from './secrets.js';
import type { Session } from './session.js';
import { windowsOptionsOf, type WindowsFlags } from './windows-options.js';
import { followBatch, summaryOf, watchBatch } from './watch-batch.js';

export interface InstallManyOptions extends WindowsFlags, MachineDefaults {
  keyFile?: string;
  stdin?: boolean;
  /** Number of concurrent installs; defaults to Casement's setting. */
  parallel?: number;
  yes?: boolean;
  wait: boolean;
}

/** Sends the machines of a file as one batch, shows the results of their checks, and starts those that passed. */
export async function installMany(
  session: Session,
  file: string,
  options: InstallManyOptions,
): Promise<void> {
  const { io, client, json } = session;
  requireConfirmation(session, options.yes);
  const rows = readMachines(io, file, options);
  const ssh_passphrase = io.env['CASEMENT_SSH_PASSPHRASE'];
  const body = {
    rows,
    ...(options.keyFile !== undefined && { ssh_key: readTextFile(options.keyFile, 'key') }),
    ...(options.keyFile !== undefined && ssh_passphrase && { ssh_passphrase }),
    ...(await windowsOptionsOf(session, options)),
  };
  const sent = await dataOf(client.POST('/api/user/batches', { body }));
  io.write(json ? `${JSON.stringify(summaryOf(sent))}\n` : `Batch ${sent.id}\n`);
  const checked = await followBatch(session, sent.id, ({ status }) => status !== 'checking');
  if (checked.status !== 'ready') {
    if (!json) io.write(`${findingsOf(io, checked)}\n`);
    throw new CliError('No machine is compatible. Nothing was started.', EXIT.refused);
  }
  await startBatch(session, checked, options);
}

/** Without a terminal, or with JSON output, nobody can be asked, so `yes` is required. */
export function requireConfirmation({ io, json }: Session, yes = false): void {
  if (yes || (io.isTerminal && !json)) return;
  throw new CliError(
    'This erases the disks of all machines that pass the check. Confirm with --yes.',
    EXIT.usage,
  );
}

/** @throws CliError if any machine was not converted to Windows */
export async function startBatch(
  session: Session,
  checked: Batch,
  { parallel, yes, wait }: Pick<InstallManyOptions, 'parallel' | 'yes' | 'wait'>,
): Promise<void> {
  const { io, client, json } = session;
  const { id, cost } = checked;
  if (!yes) {
    const quota = await quotaOf(client);
    const has = quota === null ? '' : `; you have ${quota}`;
    const short =
      quota !== null && quota < cost
        ? 'You do not have enough quota for all machines; the rest will not be installed.\n'
        : '';
    io.write(
      `${findingsOf(io, checked)}\n\nQuota needed: ${cost}${has}.\n${short}` +
        `This erases the disks of all ready machines (${cost}).\n`,
    );
    await confirmByTyping(io, cost, id);
  }
  const limit = parallel === undefined ? {} : { limit: parallel };
  const params = { path: { id } };
  const started = await dataOf(
    client.POST('/api/user/batches/{id}/start', { params, body: limit }),
  );
  if (wait) return watchBatch(session, id);
  io.write(
    json ? `${JSON.stringify(summaryOf(started))}\n` : `Started: ${formatCounts(started)}\n`,
  );
}

/** Like the page, requires the user to type the number of disks to be erased. */
async function confirmByTyping(io: Io, cost: number, id: string): Promise<void> {
  const typed = await io.ask(`Type ${cost} to continue: `);
  if (typed?.trim() === String(cost)) return;
  throw new CliError(
    `Nothing was started. To start the batch later, run \`casement batch start ${id}\`.`,
    EXIT.usage,
  );
}

function findingsOf(io: Io, batch: Batch): string {
  const open = batch.rows.filter(({ status }) => status === 'refused' || status === 'unfit');
  const counts = `\n${batch.size} machines: ${formatCounts(batch)}.`;
  return open.length === 0
    ? counts
    : `${counts}\n\n${stripControlCharacters(listFailureReasons(open, io.size().columns))}`;
}

/** Returns null if the key may not read the quota. This is not an error because the quota is only displayed. */
async function quotaOf(client: CasementClient): Promise<number | null> {
  const query = { pageSize: 1 };
  try {
    const [last] = await dataOf(client.GET('/api/user/quota/ledger', { params: { query } }));
    return last?.balance_after ?? 0;
  } catch (error) {
    if (error instanceof CasementError && error.status === 403) return null;
    throw error;
  }
}
