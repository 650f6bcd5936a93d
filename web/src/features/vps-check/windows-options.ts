import { NETWORK_OPTIONS } from '@casement/proto/http/install/network-choices.js';
import type { WindowsOptions } from '@casement/proto/http/install/windows-options.js';

/** Part of a form that holds Windows options. */
export interface WindowsOptionsForm {
  windows_options?: WindowsOptions;
}

export const NETWORK_FIELDS = NETWORK_OPTIONS.map((name) => `windows_options.${name}` as const);

export const WINDOWS_OPTION_FIELDS = [
  'windows_options.time_zone',
  'windows_options.keyboard',
  'windows_options.region',
  'windows_options.display_language',
  'windows_options.computer_name',
  'windows_options.account_name',
  'windows_options.account_password',
  'windows_options.account_group',
  'windows_options.networks',
  ...NETWORK_FIELDS,
  'windows_options.product_key',
  'windows_options.script',
  'windows_options.script_id',
  'windows_options.keep_recovery',
] as const;

/** Returns the options to send, without empty fields. */
export function windowsOptionsOf({
  windows_options: options,
}: WindowsOptionsForm): WindowsOptionsForm {
  const filled = Object.entries(options ?? {}).filter(
    ([name, value]) => value !== undefined && (name !== 'keep_recovery' || value),
  );
  // A group without an account is the default of the select.
  if (filled.every(([name]) => name === 'account_group')) return {};
  return { windows_options: Object.fromEntries(filled) as unknown as WindowsOptions };
}
