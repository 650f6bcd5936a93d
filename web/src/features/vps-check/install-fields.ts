import type { InstallRecord, InstallRequest } from '@casement/proto/http/install/install.js';
import type { Path } from 'react-hook-form';
import { RDP_PORT } from '@/config/limits.js';
import { WINDOWS_OPTION_FIELDS } from './windows-options.js';

/** SSH fields other than the password: the folded part of the form. */
export const SSH_FIELDS = ['ssh_port', 'ssh_user', 'ssh_key', 'ssh_passphrase'] as const;

/** Fields of a check other than the version. */
export const SIGN_IN_FIELDS = ['ip', 'passwd_vps', ...SSH_FIELDS] as const;

export const INSTALL_FIELDS: Path<InstallRequest>[] = [
  ...SIGN_IN_FIELDS,
  'win_ver',
  'passwd_rdp',
  ...WINDOWS_OPTION_FIELDS,
];

export const NO_INSTALL: InstallRequest = {
  ip: '',
  passwd_vps: '',
  ssh_user: '',
  ssh_key: '',
  ssh_passphrase: '',
  win_ver: '',
  passwd_rdp: '',
};

/** Fields in the order of the form, without the folded part. */
const VISIBLE_FIELDS = ['ip', 'passwd_vps', 'win_ver', 'passwd_rdp'] as const;
type VisibleField = (typeof VISIBLE_FIELDS)[number];

/** VPS and version of an earlier install, and the field to correct. */
export interface InstallTarget extends Pick<InstallRequest, 'ip' | 'ssh_port' | 'win_ver'> {
  field: VisibleField;
}

const ADDRESS_FAILURES = new Set([
  'ADDRESS_REFUSED',
  'SSH_TIMEOUT',
  'SSH_REFUSED',
  'SSH_UNREACHABLE',
  'SSH_SILENT',
  'SSH_NOT_SSH',
]);

export function targetOf({
  ip,
  rdp_port = RDP_PORT,
  win_ver,
  failure,
}: Pick<InstallRecord, 'ip' | 'rdp_port' | 'win_ver' | 'failure'>): InstallTarget {
  const code = failure?.code ?? '';
  // Remote desktop answers where SSH did.
  const target = { ip, win_ver, ...(rdp_port !== RDP_PORT && { ssh_port: rdp_port }) };
  if (ADDRESS_FAILURES.has(code)) return { ...target, field: 'ip' };
  // The root password is never stored, so it is the next field to fill in.
  return { ...target, field: code.endsWith('_OTHER_VERSION') ? 'win_ver' : 'passwd_vps' };
}

/** Returns the first empty field of the form, apart from a password that a key replaces. */
export const nextEmptyField = (values: InstallRequest): VisibleField | undefined =>
  VISIBLE_FIELDS.find((field) => !values[field] && !(field === 'passwd_vps' && values.ssh_key));

type SignIn = Pick<InstallRequest, 'passwd_vps' | (typeof SSH_FIELDS)[number]>;

/** Returns the fields to send, omitting empty fields of the folded part. */
export function signInOf(values: SignIn): SignIn {
  const filled = SSH_FIELDS.filter((field) => values[field]);
  return {
    passwd_vps: values.passwd_vps,
    ...Object.fromEntries(filled.map((field) => [field, values[field]])),
  };
}

/**
 * Converts an address typed on a numeric keypad, which offers a comma in some locales, or with spaces. Other
 * characters are left to the validation.
 */
export function toAddress(typed: string): string {
  if (!/[,\s]/.test(typed)) return typed;
  const dotted = typed.trimStart().replace(/[,\s.]+/g, '.');
  const isComplete = dotted.split('.').length > 4;
  return isComplete ? dotted.replace(/\.$/, '') : dotted;
}
