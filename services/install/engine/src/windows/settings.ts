import { findWindows } from 'windows-iana';
import {
  isAccountName,
  isComputerName,
  KEYBOARDS,
} from '@casement/proto/http/install/windows-choices.js';
import type { WindowsOptions } from '@casement/proto/http/install/windows-options.js';
import type { LinuxSettings } from '../machine/linux-settings.js';

/** Choices of the customer, without the secrets. */
export type WindowsChoices = Omit<
  Partial<WindowsOptions>,
  'account_password' | 'product_key' | 'script' | 'script_id'
>;

/** Secrets of a request; `null` if not given, or erased. */
export interface SettingsSecrets {
  accountPassword: string | null;
  productKey: string | null;
  script: string | null;
}

/** Settings that Windows gets. Empty text leaves the setting of the image. */
export interface WindowsSettings {
  /** Windows' name of the zone, such as SE Asia Standard Time. */
  timeZone: string;
  /** Layout id (KLID). */
  keyboard: string;
  /** Whether the layout replaces that of the remote desktop client. */
  forcesKeyboard: boolean;
  region: string;
  displayLanguage: string;
  computerName: string;
  /** Whether the clock chip keeps UTC. Windows otherwise reads it as local time. */
  rtcIsUtc: boolean;
  account: { name: string; password: string; group: 'administrators' | 'users' } | null;
  /** IPv4 networks that may open remote desktop; `null`: all. */
  networks: readonly string[] | null;
  /** Chosen parts of the network plan, whose outcome is reported. */
  network: Pick<WindowsChoices, 'dns' | 'address' | 'ipv6'>;
  /** Installed after the sign-in was proven. */
  productKey: string | null;
  /** PowerShell script, run once after the sign-in was proven. */
  script: string | null;
}

/**
 * Combines the customer's choices with the settings of Linux.
 * @param linux `null` if the VPS was examined by an older version
 * @param serviceNetworks networks of workers and relays, allowed in addition to the chosen ones
 */
export function windowsSettings(
  linux: LinuxSettings | null,
  choices: WindowsChoices | null,
  { accountPassword, productKey, script }: SettingsSecrets,
  serviceNetworks: readonly string[],
): WindowsSettings {
  const { account_name: name, account_group: group = 'users', networks } = choices ?? {};
  const zone = choices?.time_zone ?? linux?.timeZone;
  return {
    timeZone: zone ? windowsZone(zone) : '',
    keyboard: choices?.keyboard ?? linux?.keyboard ?? '',
    forcesKeyboard: choices?.keyboard !== undefined,
    region: choices?.region ?? linux?.region ?? '',
    displayLanguage: choices?.display_language ?? '',
    computerName: choices?.computer_name ?? linux?.computerName ?? '',
    rtcIsUtc: linux?.rtcIsUtc ?? false,
    account: name && accountPassword !== null ? { name, password: accountPassword, group } : null,
    networks: networks ? [...networks.map(networkOf), ...serviceNetworks.filter(isV4)] : null,
    network: { dns: choices?.dns, address: choices?.address, ipv6: choices?.ipv6 },
    productKey,
    script,
  };
}

const isV4 = (network: string): boolean => !network.includes(':');

/** Clears the bits after the prefix, which the firewall may refuse. */
function networkOf(text: string): string {
  const [address = '', prefix] = text.split('/');
  if (prefix === undefined) return address;
  const size = 2 ** (32 - Number(prefix));
  const value = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const first = Math.floor(value / size) * size;
  return `${[24, 16, 8, 0].map((shift) => (first >>> shift) & 255).join('.')}/${prefix}`;
}

/** Maps an IANA zone by CLDR; '' for an unknown zone. */
export function windowsZone(zone: string): string {
  const [name] = findWindows(zone);
  if (name) return name;
  try {
    // The package lacks zones that were renamed after its release, such as Europe/Kyiv.
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    return findWindows(timeZone)[0] ?? '';
  } catch {
    return '';
  }
}

/** Returns the name for the answer file. `*` makes Windows choose one; a wrong name would stop its setup. */
export const answerFileName = ({ computerName, account }: WindowsSettings): string =>
  isComputerName(computerName) && computerName.toLowerCase() !== account?.name.toLowerCase()
    ? computerName
    : '*';

/** Characters that cannot end a line or change its meaning. */
const PLAIN = /^[0-9A-Za-z .:+()/,_-]*$/;

/**
 * Returns the KEY=VALUE lines that settings.ps1 applies. An invalid value is left out, because the disk is already
 * erased and no setting may stop the install.
 */
export function settingsFile(settings: WindowsSettings): string {
  const { account, keyboard, networks, network } = settings;
  const computerName = answerFileName(settings);
  const lines = {
    TIME_ZONE: settings.timeZone,
    RTC: settings.rtcIsUtc ? 'UTC' : '',
    KEYBOARD: KEYBOARDS.some(([id]) => id === keyboard) ? keyboard : '',
    KEYBOARD_FORCED: settings.forcesKeyboard ? 'yes' : '',
    REGION: settings.region,
    DISPLAY_LANGUAGE: settings.displayLanguage,
    COMPUTER_NAME: computerName === '*' ? '' : computerName,
    ADDRESS: network.address ?? '',
    DNS: network.dns?.join(',') ?? '',
    IPV6: network.ipv6 === undefined ? '' : network.ipv6 ? 'on' : 'off',
    ACCOUNT: account && isAccountName(account.name) ? account.name : '',
    ACCOUNT_GROUP: account?.group ?? '',
    NETWORKS: networks?.join(',') ?? '',
    AFTER_PROOF: [settings.productKey && 'licence key', settings.script && 'first-start script']
      .filter(Boolean)
      .join(', '),
  };
  return Object.entries(lines)
    .map(([key, value]) => `${key}=${PLAIN.test(value) ? value : ''}\r\n`)
    .join('');
}
