import type { Command } from 'commander';
import { dataOf, type paths } from '@casement/client';
import { CliError, EXIT } from './exit-codes.js';
import { readSecrets, type Secret } from './secrets.js';
import type { Session } from './session.js';

type Sent = NonNullable<
  NonNullable<
    paths['/api/user/install']['post']['requestBody']
  >['content']['application/json']['windows_options']
>;

export interface WindowsFlags {
  timeZone?: string;
  keyboard?: string;
  region?: string;
  computerName?: string;
  account?: string;
  accountAdmin?: boolean;
  allowFrom?: string;
}

const ACCOUNT_PASSWORD: Secret = {
  variable: 'CASEMENT_ACCOUNT_PASSWORD',
  question: 'Password of the second account: ',
};

export const withWindowsOptions = (command: Command): Command =>
  command
    .option(
      '--time-zone <zone>',
      'time zone of Windows, such as Asia/Jakarta (default: as in Linux)',
    )
    .option('--keyboard <id>', 'keyboard layout, such as 00000409 (default: as in Linux)')
    .option('--region <tag>', 'regional format, such as id-ID (default: as in Linux)')
    .option('--computer-name <name>', 'computer name (default: host name of Linux)')
    .option(
      '--account <name>',
      'create a second account; its password is asked or read from CASEMENT_ACCOUNT_PASSWORD',
    )
    .option('--account-admin', 'with --account: add it to Administrators instead of Users')
    .option(
      '--allow-from <networks>',
      'IPv4 addresses and networks that may connect, separated by commas; `me`: your present address. A changed address locks you out',
    );

/** Builds the `windows_options` of a request from the flags; an empty object without any. */
export async function windowsOptionsOf(
  { io, client }: Session,
  flags: WindowsFlags,
): Promise<{ windows_options?: Sent }> {
  const { timeZone, keyboard, region, computerName, account, accountAdmin, allowFrom } = flags;
  if (accountAdmin && account === undefined)
    throw new CliError('--account-admin needs --account.', EXIT.usage);
  const networks = allowFrom?.split(',').map((network) => network.trim());
  const me = networks?.indexOf('me') ?? -1;
  if (networks && me >= 0) {
    const { your_address } = await dataOf(client.GET('/api/user/install-options'));
    if (your_address === null) {
      throw new CliError(
        'Your connection uses IPv6. Pass an IPv4 address instead of `me`.',
        EXIT.usage,
      );
    }
    networks[me] = your_address;
  }
  const [account_password] = account === undefined ? [] : await readSecrets(io, [ACCOUNT_PASSWORD]);
  const options = {
    ...(timeZone && { time_zone: timeZone }),
    // The service validates the layout.
    ...(keyboard && { keyboard: keyboard as Sent['keyboard'] }),
    ...(region && { region }),
    ...(computerName && { computer_name: computerName }),
    ...(account && { account_name: account, account_password }),
    ...(accountAdmin && { account_group: 'administrators' as const }),
    ...(networks && { networks }),
  };
  return Object.keys(options).length > 0 ? { windows_options: options } : {};
}
