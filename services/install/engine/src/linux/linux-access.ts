import ssh2 from 'ssh2';
import { z } from 'zod';
import { fingerprintOf } from '../ssh/fingerprint.js';

const linuxAccess = z.object({
  /** Password of root; empty if only a key is wanted. */
  password: z.string(),
  /** Public key of root, type and base64; empty if only a password is wanted. */
  publicKey: z.string(),
  /** Private and public part of the machine's ed25519 host key in OpenSSH's formats. */
  hostKey: z.object({ private: z.string(), public: z.string() }),
});
/** Access to a machine that returns to Linux. Erased from the service when the install ends. */
export type LinuxAccess = z.infer<typeof linuxAccess>;

export const packLinuxAccess = (access: LinuxAccess): string => JSON.stringify(access);
export const unpackLinuxAccess = (text: string): LinuxAccess => linuxAccess.parse(JSON.parse(text));

/** Draws the host key by which the proof and the customer recognise the machine. */
export function newLinuxAccess(password: string, publicKey: string): LinuxAccess {
  const { private: secret, public: open } = ssh2.utils.generateKeyPairSync('ed25519', {
    comment: 'casement',
  });
  return { password, publicKey, hostKey: { private: secret, public: open } };
}

export const hostKeyFingerprint = ({ hostKey }: LinuxAccess): string =>
  fingerprintOf(Buffer.from(hostKey.public.split(' ')[1] ?? '', 'base64'));

/** Returns the texts to redact. The private key is listed line by line because any part of it may be printed. */
export const secretsOfAccess = ({ password, hostKey }: LinuxAccess): string[] => [
  ...(password === '' ? [] : [password]),
  ...hostKey.private.split('\n').filter((line) => line !== '' && !line.startsWith('-----')),
];
