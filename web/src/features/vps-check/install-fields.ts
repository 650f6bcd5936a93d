import type { InstallRequest } from '@casement/proto/http/install/install.js';

/** SSH fields other than the password: the folded part of the form. */
export const SSH_FIELDS = ['ssh_port', 'ssh_user', 'ssh_key', 'ssh_passphrase'] as const;

/** Fields of a check other than the version. */
export const SIGN_IN_FIELDS = ['ip', 'passwd_vps', ...SSH_FIELDS] as const;

export const INSTALL_FIELDS: (keyof InstallRequest)[] = [
  ...SIGN_IN_FIELDS,
  'win_ver',
  'passwd_rdp',
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

/** VPS and version of an install. */
export type InstallTarget = Pick<InstallRequest, 'ip' | 'win_ver'>;

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
 * Converts an address typed on a numeric keypad, which offers a comma in some locales, or with spaces. Keeps everything
 * else for the validation.
 */
export function toAddress(typed: string): string {
  if (!/[,\s]/.test(typed)) return typed;
  const dotted = typed.trimStart().replace(/[,\s.]+/g, '.');
  const isComplete = dotted.split('.').length > 4;
  return isComplete ? dotted.replace(/\.$/, '') : dotted;
}
