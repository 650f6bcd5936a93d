import type { InstallRequest } from '@casement/proto/http/install/install.js';

/** How the VPS is signed in to, beside its password: the folded part of the form. */
export const SSH_FIELDS = ['ssh_port', 'ssh_user', 'ssh_key', 'ssh_passphrase'] as const;

/** What a check needs beside the version. */
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

/** The VPS and version that an install begins with. */
export type InstallTarget = Pick<InstallRequest, 'ip' | 'win_ver'>;

type SignIn = Pick<InstallRequest, 'passwd_vps' | (typeof SSH_FIELDS)[number]>;

/** As it is sent: of the folded part only what was filled in. */
export function signInOf(values: SignIn): SignIn {
  const filled = SSH_FIELDS.filter((field) => values[field]);
  return {
    passwd_vps: values.passwd_vps,
    ...Object.fromEntries(filled.map((field) => [field, values[field]])),
  };
}
