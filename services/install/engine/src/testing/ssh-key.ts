import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Generates a key pair in OpenSSH format with a single bcrypt round, because ssh2's bcrypt takes a second for
 * sixteen. Does not use ssh2's own generator: one in 250 of its ed25519 keys can be read by neither ssh-keygen nor
 * ssh2.
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

/**
 * Generates a host key for a test server. Does not use ssh2's own generator, which cannot read one in 250 of its own
 * ed25519 keys.
 */
export const hostKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'sec1', format: 'pem' })
    .toString();
