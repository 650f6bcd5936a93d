import { hostname } from 'node:os';
import type { Command } from 'commander';
import { CasementError, createClient, dataOf, type CasementClient } from '@casement/client';
import { CliError, EXIT } from '../exit-codes.js';
import { stripControlCharacters, type Io } from '../io.js';
import { readSecrets } from '../secrets.js';
import { createPrinter, userAgent } from '../session.js';
import { originOf, saveSettings } from '../settings.js';
import { parseWholeNumber } from '../vps-options.js';

/** Scopes that customers' commands need. */
const DEFAULT_SCOPES = [
  'installs:read',
  'installs:write',
  'topups:read',
  'topups:write',
  'quota:read',
  'webhooks',
];
const DEFAULT_DAYS = 90;
/** Added to the interval after each `slow_down` (RFC 8628 §3.5). */
const SLOW_DOWN_SECONDS = 5;
const MAX_NAME = 60;

interface LoginOptions {
  url?: string;
  json?: boolean;
  name: string;
  scopes: string;
  network: string[];
  days: number;
  withKey?: boolean;
}

/** Adds `casement login`, which gets a key that is confirmed in any browser, and saves it. */
export function addLoginCommand(program: Command, io: Io): void {
  program
    .command('login')
    .description('sign in on this machine by confirming in your browser')
    .option('--name <name>', 'name of the new API key', hostname().slice(0, MAX_NAME) || 'casement')
    .option(
      '--scopes <list>',
      'permissions of the key, separated by commas',
      DEFAULT_SCOPES.join(','),
    )
    .option(
      '--network <address>',
      'accept the key only from this address or network (repeatable)',
      collect,
      [],
    )
    .option('--days <number>', 'days until the key expires', parseWholeNumber, DEFAULT_DAYS)
    .option(
      '--with-key',
      'save an API key that you already have (prompts for it, or reads it from standard input)',
    )
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<LoginOptions>();
      const url = options.url ?? io.env['CASEMENT_URL'];
      if (!url)
        throw new CliError(
          'No server configured. Pass --url https://… or set CASEMENT_URL.',
          EXIT.usage,
        );
      const origin = originOf(url);
      const { key, ...shown } = options.withKey
        ? { key: await readApiKey(io) }
        : await confirmedKey(
            io,
            createClient({ baseUrl: origin, userAgent, fetch: io.fetch }),
            options,
          );
      const file = saveSettings(io.env, { url: origin, key });
      createPrinter(io, options.json ?? false)(
        { url: origin, file, ...shown },
        () => `Key saved in ${file}.`,
      );
    });
}

const collect = (value: string, before: string[]): string[] => [...before, value];

async function readApiKey(io: Io): Promise<string> {
  const secret = { variable: 'CASEMENT_API_KEY', question: 'API key: ' };
  const [key = ''] = await readSecrets(io, [secret], !process.stdin.isTTY);
  return key.trim();
}

async function confirmedKey(io: Io, client: CasementClient, options: LoginOptions) {
  const body = {
    name: options.name,
    scopes: options.scopes.split(',') as never[],
    networks: options.network,
    expires_in_days: options.days,
  };
  const login = await dataOf(client.POST('/api/auth/device-logins', { body }));
  io.writeError(
    stripControlCharacters(
      `Open ${login.verification_uri}\nand enter this code: ${login.user_code}\nWaiting for you to confirm ...\n`,
    ),
  );
  const deadline = Date.now() + login.expires_in * 1000;
  let interval = login.interval;
  while (Date.now() < deadline) {
    await io.sleep(interval * 1000);
    try {
      const { device_code } = login;
      return await dataOf(client.POST('/api/auth/device-logins/token', { body: { device_code } }));
    } catch (error) {
      if (!(error instanceof CasementError)) throw error;
      if (error.code === 'DEVICE_LOGIN_SLOW_DOWN') interval += SLOW_DOWN_SECONDS;
      else if (error.code === 'DEVICE_LOGIN_DENIED' || error.code === 'DEVICE_LOGIN_EXPIRED') {
        throw new CliError(error.message, EXIT.notAllowed);
      } else if (error.code !== 'DEVICE_LOGIN_PENDING') throw error;
    }
  }
  throw new CliError(
    'The sign-in was not confirmed within 10 minutes. No key was created.',
    EXIT.timeout,
  );
}
