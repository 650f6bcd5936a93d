import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A key pair as OpenSSH writes it; one round, since ssh2's bcrypt takes a second for sixteen. Not ssh2's own generator: one
 * ed25519 key in 250 of it can be read by neither ssh-keygen nor ssh2.
 * @param options of ssh-keygen
 */
export function sshKey(...options: string[]): { text: string; open: string } {
  const dir = mkdtempSync(join(tmpdir(), 'casement-key-'));
  try {
    const file = join(dir, 'key');
    execFileSync('ssh-keygen', ['-q', '-a', '1', '-f', file, ...options]);
    return { text: readFileSync(file, 'utf8'), open: readFileSync(`${file}.pub`, 'utf8') };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** For an SSH server of a test. Not ssh2's own generator: one in 250 of its ed25519 keys it then can't read. */
export const hostKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'sec1', format: 'pem' })
    .toString();
