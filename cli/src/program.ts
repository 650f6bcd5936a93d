import { Command, CommanderError } from 'commander';
import { CasementError } from '@casement/client';
import { addAdminCommands } from './commands/admin.js';
import { addBatchCommands } from './commands/batch.js';
import { addCheckCommand } from './commands/check.js';
import { addDoctorCommand } from './commands/doctor.js';
import { addInstallCommand } from './commands/install.js';
import { addInstallCommands } from './commands/installs.js';
import { addLoginCommand } from './commands/login.js';
import { addMoneyCommands } from './commands/money.js';
import { addWebhookCommand } from './commands/webhook.js';
import { addCompletionCommand } from './completion.js';
import { EXIT, exitCodeOf, type Exit } from './exit-codes.js';
import { Interrupted, stripControlCharacters, type Io } from './io.js';
import { VERSION } from './version.js';

function programOf(io: Io): Command {
  const program = new Command('casement')
    .description('Replace Linux on your VPS with Windows and connect to it by Remote Desktop.')
    .version(VERSION)
    .option('--json', 'print JSON for programs')
    .option(
      '--url <address>',
      'address of Casement (default: CASEMENT_URL, then the one saved by `casement login`)',
    )
    .showHelpAfterError('Run `casement --help` for all commands.')
    .configureOutput({ writeOut: io.write, writeErr: io.writeError })
    .exitOverride();
  addLoginCommand(program, io);
  addCheckCommand(program, io);
  addInstallCommand(program, io);
  addInstallCommands(program, io);
  addBatchCommands(program, io);
  addMoneyCommands(program, io);
  addWebhookCommand(program, io);
  addDoctorCommand(program, io);
  addAdminCommands(program, io);
  addCompletionCommand(program, io);
  return program;
}

/**
 * Runs one command line.
 *
 * @param args without `node` and the script
 * @returns the exit code
 */
export async function run(args: readonly string[], io: Io): Promise<Exit> {
  try {
    await programOf(io).parseAsync([...args], { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof Interrupted) return EXIT.interrupted;
    io.writeError(`${stripControlCharacters(textOf(error))}\n`);
    if (args.includes('--json')) io.write(`${JSON.stringify(jsonOf(error))}\n`);
    return exitCodeOf(error);
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof CasementError)) return error.message;
  const details = error.details.map(({ path, message }) => `${path}: ${message}`);
  const lines = details.length > 0 ? details : [error.message];
  const wait = error.retryAfter === null ? [] : [`Try again in ${error.retryAfter} seconds.`];
  const id =
    error.status >= 500 && error.correlationId ? [`For support: ${error.correlationId}`] : [];
  return [...lines, ...wait, ...id].join('\n');
}

/** Uses the format of the API's errors, so that programs parse only one shape. */
function jsonOf(error: unknown): object {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof CasementError)) return { success: false, message };
  const { code, details, correlationId, status } = error;
  return { success: false, message, code, status, details, correlationId };
}
