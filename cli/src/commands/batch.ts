import { Argument, type Command } from 'commander';
import { dataOf } from '@casement/client';
import { CliError, EXIT } from '../exit-codes.js';
import { batchTable, formatCounts, rowTable, type Batch } from '../batches.js';
import { requireConfirmation, startBatch } from '../install-many.js';
import type { Io } from '../io.js';
import { readSecrets, RDP_PASSWORD, VPS_PASSWORD } from '../secrets.js';
import { withSession, type Session } from '../session.js';
import { parseWholeNumber } from '../vps-options.js';
import { readBatch, watchBatch } from '../watch-batch.js';

const PAGE_SIZE = 20;
const BATCH = new Argument('<batch>', 'batch ID');

interface StartOptions {
  parallel?: number;
  yes?: boolean;
  wait: boolean;
}

/** Adds commands that show and change existing batches. `install -f` creates one. */
export function addBatchCommands(program: Command, io: Io): void {
  const batch = program
    .command('batch')
    .description('manage batches of machines (create one with `install -f`)');
  const command = (name: string, description: string) =>
    batch.command(name).description(description).addArgument(BATCH);

  batch
    .command('list')
    .description('list recent batches, newest first')
    .action(
      withSession(io, async ({ client, show }) => {
        const query = { pageSize: PAGE_SIZE };
        const batches = await dataOf(client.GET('/api/user/batches', { params: { query } }));
        show(batches, () => batchTable(batches));
      }),
    );

  command('show', 'show the machines of a batch').action(
    withSession(io, async ({ client, show }, id: string) => {
      const loadedBatch = await readBatch(client, id);
      show(
        loadedBatch,
        () => `${loadedBatch.size} machines, ${text(loadedBatch)}\n\n${rowTable(loadedBatch.rows)}`,
      );
    }),
  );

  command('watch', 'follow a batch until it ends')
    .option(
      '--timeout <seconds>',
      'stop watching after this time; the batch continues',
      parseWholeNumber,
    )
    .action(
      withSession(io, (session, id: string, { timeout }: { timeout?: number }) =>
        watchBatch(session, id, timeout),
      ),
    );

  command('start', 'install Windows on machines that passed the check (erases their disks)')
    .option('--parallel <number>', 'concurrent installs (default: 10)', parseWholeNumber)
    .option('--yes', 'do not ask for confirmation')
    .option('--no-wait', 'do not wait for the result')
    .action(
      withSession(io, async (session, id: string, options: StartOptions) => {
        requireConfirmation(session, options.yes);
        await startBatch(session, await readBatch(session.client, id), options);
      }),
    );

  command('pause', 'stop starting new installs; running installs continue').action(
    withSession(io, async ({ client, show }, id: string) => {
      const params = { path: { id } };
      answer(show, await dataOf(client.POST('/api/user/batches/{id}/pause', { params })));
    }),
  );

  command('resume', 'resume a paused batch').action(
    withSession(io, async ({ client, show }, id: string) => {
      const params = { path: { id } };
      answer(show, await dataOf(client.POST('/api/user/batches/{id}/resume', { params })));
    }),
  );

  command('cancel', 'stop the batch for good; running installs continue')
    .option('--row <number>', 'cancel only this row, even while it is installing', parseWholeNumber)
    .action(
      withSession(io, async ({ client, show }, id: string, { row }: { row?: number }) => {
        const call =
          row === undefined
            ? client.POST('/api/user/batches/{id}/cancel', { params: { path: { id } } })
            : client.POST('/api/user/batches/{id}/rows/{row}/cancel', {
                params: { path: { id, row } },
              });
        answer(show, await dataOf(call));
      }),
    );

  command('retry', 'check failed machines again and continue with them')
    .addArgument(
      new Argument('[row...]', 'row numbers (default: all rows with stored passwords)').argParser(
        rowNumbers,
      ),
    )
    .option('--passwords', 'prompt for new passwords for these rows')
    .option('--stdin', 'read passwords from stdin, one per line')
    .option('--yes', 'continue without the Windows settings that are no longer stored')
    .action(
      withSession(
        io,
        async (
          session,
          id: string,
          rows: number[],
          { passwords, stdin, yes }: { passwords?: boolean; stdin?: boolean; yes?: boolean },
        ) => {
          const { client, show } = session;
          if (!yes) await requireSettings(session, id, rows);
          if (rows.length === 0) {
            const params = { path: { id } };
            answer(show, await dataOf(client.POST('/api/user/batches/{id}/retry', { params })));
            return;
          }
          const [passwd_vps, passwd_rdp] =
            passwords || stdin
              ? await readSecrets(session.io, [VPS_PASSWORD, RDP_PASSWORD], stdin)
              : [];
          const body = { ...(passwd_vps && { passwd_vps }), ...(passwd_rdp && { passwd_rdp }) };
          let last: Batch | undefined;
          for (const row of rows) {
            const params = { path: { id, row } };
            last = await dataOf(
              client.POST('/api/user/batches/{id}/rows/{row}/retry', { params, body }),
            );
          }
          if (last) answer(show, last);
        },
      ),
    );

  command('results', 'print the results as CSV, one line per machine').action(
    withSession(io, async ({ client, show }, id: string) => {
      const { data = '' } = await client.GET('/api/user/batches/{id}/results.csv', {
        params: { path: { id } },
        parseAs: 'text',
      });
      show(data, () => data.replaceAll('\r\n', '\n').trimEnd());
    }),
  );
}

const rowNumbers = (text: string, before: number[] = []): number[] => [
  ...before,
  parseWholeNumber(text),
];

const text = (batch: Batch): string => `${batch.status}: ${formatCounts(batch)}`;

const SECRET_SETTINGS = {
  account_password: 'second account',
  product_key: 'licence key',
  script: 'first-start script',
};

/** @throws CliError if a machine would be installed without settings that are no longer stored */
async function requireSettings({ client }: Session, id: string, rows: number[]): Promise<void> {
  const { rows: all } = await readBatch(client, id);
  const retried = all.filter(({ row, credentials_until }) =>
    rows.length > 0 ? rows.includes(row) : credentials_until !== null,
  );
  const missing = new Set(retried.flatMap(({ missing_options = [] }) => missing_options));
  if (missing.size === 0) return;
  const names = [...missing].map((name) => SECRET_SETTINGS[name]).join(', ');
  throw new CliError(
    `No longer stored: ${names}. Nothing was changed. Pass --yes to install without, or send a new batch.`,
    EXIT.usage,
  );
}

const answer = (show: Session['show'], batch: Batch): void => show(batch, () => text(batch));
