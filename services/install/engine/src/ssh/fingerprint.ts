import { createHash } from 'node:crypto';

/** Returns the fingerprint of a public key in SSH's wire format, as ssh-keygen shows it. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
