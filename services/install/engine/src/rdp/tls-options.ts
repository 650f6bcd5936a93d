import type { ConnectionOptions } from 'node:tls';

export const WINDOWS_TLS = {
  // A new Windows has a self-signed certificate. CredSSP binds it to the password, then it is pinned.
  rejectUnauthorized: false,
  // Required by old Windows versions. The password does not depend on TLS.
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT@SECLEVEL=0',
} as const satisfies ConnectionOptions;
