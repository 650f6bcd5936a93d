import type { InstallRequest } from '@casement/proto/http/install.js';

export const INSTALL_FIELDS: (keyof InstallRequest)[] = [
  'ip',
  'passwd_vps',
  'win_ver',
  'passwd_rdp',
];

export const NO_INSTALL: InstallRequest = { ip: '', passwd_vps: '', win_ver: '', passwd_rdp: '' };

/** The VPS and version that an install begins with. */
export type InstallTarget = Pick<InstallRequest, 'ip' | 'win_ver'>;
