import { existsSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { dataOf, type CasementClient, type paths } from '@casement/client';
import { CliError, EXIT } from './exit-codes.js';
import { readSecrets, readTextFile, type Secret } from './secrets.js';
import type { Session } from './session.js';

type Sent = NonNullable<
  NonNullable<
    paths['/api/user/install']['post']['requestBody']
  >['content']['application/json']['windows_options']
>;

export interface NetworkFlags {
  dns?: string;
  address?: string;
  gateway?: string;
  ipv6?: string;
}

export interface WindowsFlags extends NetworkFlags {
  timeZone?: string;
  keyboard?: string;
  region?: string;
  displayLanguage?: string;
  computerName?: string;
  account?: string;
  accountAdmin?: boolean;
  productKey?: boolean;
  script?: string;
  allowFrom?: string;
  keepRecovery?: boolean;
}

const ACCOUNT_PASSWORD: Secret = {
  variable: 'CASEMENT_ACCOUNT_PASSWORD',
  question: 'Password of the second account: ',
};

const PRODUCT_KEY: Secret = {
  variable: 'CASEMENT_PRODUCT_KEY',
  question: 'Licence key: ',
};

export const withNetworkOptions = (command: Command): Command =>
  command
    .option('--dns <servers>', 'DNS servers of Windows, separated by commas (default: as in Linux)')
    .option('--address <address>', 'IPv4 address with prefix of Windows, such as 203.0.113.10/24')
    .option('--gateway <address>', 'with --address: IPv4 gateway')
    .addOption(
      new Option('--ipv6 <state>', 'turn IPv6 of Windows on or off').choices(['on', 'off']),
    );

/** Builds the network settings of a request from the flags; an empty object without any. */
export const networkOptionsOf = ({ dns, address, gateway, ipv6 }: NetworkFlags) => ({
  ...(dns && { dns: listOf(dns) }),
  ...(address && { address }),
  ...(gateway && { gateway }),
  ...(ipv6 && { ipv6: ipv6 === 'on' }),
});

const listOf = (text: string): string[] => text.split(',').map((item) => item.trim());

export const withWindowsOptions = (command: Command): Command =>
  withNetworkOptions(command)
    .option(
      '--time-zone <zone>',
      'time zone of Windows, such as Asia/Jakarta (default: as in Linux)',
    )
    .option('--keyboard <id>', 'keyboard layout, such as 00000409 (default: as in Linux)')
    .option('--region <tag>', 'regional format, such as id-ID (default: as in Linux)')
    .option(
      '--display-language <tag>',
      'language of menus and messages, such as id-ID, if the Windows version has it (default: its own)',
    )
    .option('--computer-name <name>', 'computer name (default: host name of Linux)')
    .option(
      '--account <name>',
      'create a second account; its password is asked or read from CASEMENT_ACCOUNT_PASSWORD',
    )
    .option('--account-admin', 'with --account: add it to Administrators instead of Users')
    .option(
      '--product-key',
      'install a licence key, which is asked or read from CASEMENT_PRODUCT_KEY, after the sign-in was verified',
    )
    .option(
      '--script <file or name>',
      'PowerShell script, as a file or by the name of a saved or offered one, that Windows runs once as SYSTEM after the sign-in was verified, for at most 30 minutes',
    )
    .option(
      '--keep-recovery',
      'keep the recovery system on the disk (up to 320 MiB), from which Windows can be installed again',
    )
    .option(
      '--allow-from <networks>',
      'IPv4 addresses and networks that may connect, separated by commas; `me`: your present address. A changed address locks you out',
    );

/**
 * Builds the `windows_options` of a request from the flags; an empty object without any.
 * @param flags with `stdin`, secrets are the next lines of standard input
 */
export async function windowsOptionsOf(
  { io, client }: Session,
  flags: WindowsFlags & { stdin?: boolean },
): Promise<{ windows_options?: Sent }> {
  const { timeZone, keyboard, region, displayLanguage, computerName } = flags;
  const { account, accountAdmin, allowFrom, script, stdin } = flags;
  if (accountAdmin && account === undefined)
    throw new CliError('--account-admin needs --account.', EXIT.usage);
  const networks = allowFrom === undefined ? undefined : listOf(allowFrom);
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
  const read = async (secret: Secret) => (await readSecrets(io, [secret], stdin))[0];
  const account_password = account === undefined ? undefined : await read(ACCOUNT_PASSWORD);
  const product_key = flags.productKey ? await read(PRODUCT_KEY) : undefined;
  const options = {
    ...(timeZone && { time_zone: timeZone }),
    // The service validates the layout.
    ...(keyboard && { keyboard: keyboard as Sent['keyboard'] }),
    ...(region && { region }),
    ...(displayLanguage && { display_language: displayLanguage }),
    ...(computerName && { computer_name: computerName }),
    ...(account && { account_name: account, account_password }),
    ...(product_key && { product_key }),
    ...(script !== undefined && (await scriptOf(client, script))),
    ...(accountAdmin && { account_group: 'administrators' as const }),
    ...(networks && { networks }),
    ...(flags.keepRecovery && { keep_recovery: true }),
    ...networkOptionsOf(flags),
  };
  return Object.keys(options).length > 0 ? { windows_options: options } : {};
}

/** Reads a script from a file, or finds a saved or offered one by its name. */
async function scriptOf(
  client: CasementClient,
  script: string,
): Promise<Pick<Sent, 'script' | 'script_id'>> {
  if (existsSync(script)) return { script: readTextFile(script, 'script') };
  const scripts = await dataOf(client.GET('/api/user/scripts'));
  const found = scripts.find(({ name }) => name === script);
  if (found) return { script_id: found.id };
  throw new CliError(`There is neither a file nor a script with the name ${script}.`, EXIT.usage);
}
