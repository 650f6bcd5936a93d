import { addressOf } from '../installs.js';
import type { Command } from 'commander';
import { dataOf } from '@casement/client';
import { CliError, EXIT } from '../exit-codes.js';
import { installMany } from '../install-many.js';
import type { Io } from '../io.js';
import { withSession, type Session } from '../session.js';
import {
  parseAddress,
  parseWholeNumber,
  readVps,
  withVpsOptions,
  type VpsOptions,
} from '../vps-options.js';
import { withWindowsOptions, windowsOptionsOf, type WindowsFlags } from '../windows-options.js';
import { watchInstalls } from '../watch.js';

interface InstallOptions extends VpsOptions, WindowsFlags {
  windows?: string;
  file?: string;
  parallel?: number;
  yes?: boolean;
  wait: boolean;
}

export function addInstallCommand(program: Command, io: Io): void {
  withWindowsOptions(
    withVpsOptions(
      program
        .command('install')
        .description(
          'replace Linux with Windows on a VPS, or on each VPS in a CSV file (erases the disk)',
        )
        .argument('[address]', 'IPv4 address of the VPS', parseAddress)
        .option('--windows <version>', 'version to install, from `casement versions`')
        .option(
          '-f, --file <machines.csv>',
          'CSV with columns ip, win_ver, passwd_vps, passwd_rdp, ssh_port, ssh_user',
        )
        .option(
          '--parallel <number>',
          'with --file: number of concurrent installs (default: 10)',
          parseWholeNumber,
        )
        .option('--yes', 'with --file: start without asking')
        .option(
          '--no-wait',
          'return once started (follow with `casement watch` or `casement batch watch`)',
        ),
    ),
  ).action(
    withSession(io, async (session, ip: string | undefined, options: InstallOptions) => {
      const { file } = options;
      if ((ip === undefined) === (file === undefined)) {
        throw new CliError('Pass an address, or a file with -f.', EXIT.usage);
      }
      if (ip !== undefined) await installOne(session, ip, options);
      if (file !== undefined) await installMany(session, file, options);
    }),
  );
}

async function installOne(session: Session, ip: string, options: InstallOptions): Promise<void> {
  const { windows, wait } = options;
  const { io, client, json } = session;
  if (!windows) throw new CliError('Missing --windows. See `casement versions`.', EXIT.usage);
  const { vps, passwd_rdp } = await readVps(io, ip, options, true);
  const windowsOptions = await windowsOptionsOf(session, options);
  const body = { ...vps, passwd_rdp, win_ver: windows, ...windowsOptions };
  const install = await dataOf(client.POST('/api/user/install', { body }));
  if (wait) return watchInstalls(session, [install.id]);
  io.write(
    json ? `${JSON.stringify(install)}\n` : `${addressOf(install)} started: ${install.id}\n`,
  );
}
