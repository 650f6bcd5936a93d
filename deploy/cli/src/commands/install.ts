import type { Command } from 'commander';
import { CasementError, dataOf } from '@casement/client';
import { CliError, EXIT, exitOf, type Exit } from '../exit-codes.js';
import type { Install } from '../installs.js';
import { plain, type Io } from '../io.js';
import { readMachines, type Machine } from '../machines.js';
import { calling, type Session } from '../session.js';
import { readKeyFile } from '../secrets.js';
import { readVps, wholeNumber, withVpsOptions, type VpsOptions } from '../vps-options.js';
import { watchInstalls } from '../watch.js';

const DEFAULT_PARALLEL = 5;

interface InstallOptions extends VpsOptions {
  windows?: string;
  file?: string;
  parallel: number;
  wait: boolean;
}

export function addInstallCommand(program: Command, io: Io): void {
  withVpsOptions(
    program
      .command('install')
      .description('convert a VPS, or each of a file; erases its disk')
      .argument('[address]', 'IPv4 address of the VPS')
      .option('--windows <version>', 'which Windows; see `casement versions`')
      .option(
        '-f, --file <machines.csv>',
        'one machine a row: ip, win_ver, passwd_vps, passwd_rdp, ssh_port, ssh_user',
      )
      .option('--parallel <number>', 'requests at once, of a file', wholeNumber, DEFAULT_PARALLEL)
      .option('--no-wait', 'start only; `casement watch` follows'),
  ).action(
    calling(io, async (session, ip: string | undefined, options: InstallOptions) => {
      if ((ip === undefined) === (options.file === undefined)) {
        throw new CliError('Give one address, or a file with -f.', EXIT.usage);
      }
      if (ip === undefined) await installAll(session, options);
      else await installOne(session, ip, options);
    }),
  );
}

async function installOne(session: Session, ip: string, options: InstallOptions): Promise<void> {
  const { windows } = options;
  if (!windows)
    throw new CliError('Which Windows? Give --windows; see `casement versions`.', EXIT.usage);
  const { vps, passwd_rdp } = await readVps(session.io, ip, options, true);
  const body = { ...vps, passwd_rdp, win_ver: windows };
  const install = await dataOf(session.client.POST('/api/user/install', { body }));
  await report(session, [install], options.wait);
}

/** Starts each row, so many at a time; a row that is refused holds no other up. */
async function installAll(session: Session, options: InstallOptions): Promise<void> {
  const { io, client } = session;
  const rows = readMachines(io, options.file!);
  const ssh_key = options.keyFile === undefined ? undefined : readKeyFile(options.keyFile);
  const started: Install[] = [];
  const failures: { ip: string; error: unknown }[] = [];
  const waiting = [...rows];
  let noQuota = false;
  const work = async () => {
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      try {
        if (noQuota) throw outOfQuota();
        started.push(await start(client, row, ssh_key));
      } catch (error) {
        // Each further one would be refused too.
        noQuota ||= exitOf(error) === EXIT.noQuota;
        failures.push({ ip: row.ip, error });
        io.writeError(`${row.ip} was not started: ${plain((error as Error).message)}\n`);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.parallel) }, work));
  const exit = await report(session, started, options.wait).then(
    () => EXIT.ok as Exit,
    (error: unknown) => {
      if (!(error instanceof CliError)) throw error;
      io.writeError(`${error.message}\n`);
      return error.exit;
    },
  );
  const [first] = failures;
  if (!first && exit === EXIT.ok) return;
  const counts = `${started.length} of ${rows.length} were started.`;
  throw new CliError(
    counts,
    first && started.length === 0 ? exitOf(first.error) : EXIT.installFailed,
  );
}

const start = (client: Session['client'], row: Machine, ssh_key?: string): Promise<Install> =>
  dataOf(client.POST('/api/user/install', { body: { ...row, ...(ssh_key && { ssh_key }) } }));

const outOfQuota = () =>
  new CasementError(409, 'INSUFFICIENT_QUOTA', 'There is no quota left. It was not asked for.');

async function report(session: Session, installs: Install[], wait: boolean): Promise<void> {
  const { io, json } = session;
  if (installs.length === 0) return;
  if (!wait) {
    for (const one of installs) {
      io.write(json ? `${JSON.stringify(one)}\n` : `${one.ip} started: ${one.id}\n`);
    }
    return;
  }
  await watchInstalls(
    session,
    installs.map(({ id }) => id),
  );
}
