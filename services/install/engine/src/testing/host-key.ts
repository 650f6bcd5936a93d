import { generateKeyPairSync } from 'node:crypto';

/** For an SSH server of a test. Not ssh2's own generator: one in 250 of its ed25519 keys it then can't read. */
export const hostKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'sec1', format: 'pem' })
    .toString();
