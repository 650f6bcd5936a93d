import type { ConnectionOptions } from 'node:tls';

/** For `tls.connect` to a Windows. */
export const WINDOWS_TLS = {
  // The certificate of a new Windows is its own making. It is bound to the password by CredSSP, and pinned then.
  rejectUnauthorized: false,
  // An old Windows does no better, and the password does not rest on TLS.
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT@SECLEVEL=0',
} as const satisfies ConnectionOptions;
