import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** Reason why a key cannot be used. `slow` means that opening takes longer than OPEN_MS. */
export type KeyProblem =
  'unreadable' | 'public' | 'kind' | 'passphrase-required' | 'passphrase-wrong' | 'slow';

type Opened = { key: string } | { problem: KeyProblem };

/** The caller's request ends after 10 s (SPEC §9). */
const OPEN_MS = 7_000;

/** CPU time limit. The kernel kills the child even if this process dies first. */
const MAX_CPU_SECONDS = 10;

const PROGRAM = join(import.meta.dirname, '..', '..', 'programs', 'open-key.mjs');

/**
 * Opens a pasted private key: OpenSSH, PEM, PKCS#8 or PuTTY version 2; ed25519, RSA or ECDSA.
 *
 * Runs in a separate process because the key's author chose the derivation cost, OpenSSL derives PKCS#8 in one call,
 * and only a process can be killed during that call.
 * @returns a form that ssh2 reads without a passphrase, so that the passphrase is not stored
 */
export function openPrivateKey(
  text: string,
  passphrase: string,
  openMs = OPEN_MS,
): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const command = [process.execPath, '--max-old-space-size=64', PROGRAM];
    const child = execFile(
      'sh',
      ['-c', `ulimit -t ${MAX_CPU_SECONDS} && exec "$0" "$@"`, ...command],
      // Passes only the location of sh, without settings or secrets.
      { env: { PATH: process.env['PATH'] } },
      (error, stdout) => {
        clearTimeout(timer);
        if (child.killed) return resolve({ problem: 'slow' });
        // The process could not be started (EAGAIN), so the key is not to blame.
        if (typeof error?.code === 'string') {
          return reject(new Error('no process to open a key in', { cause: error }));
        }
        // A child that ran out of memory leaves incomplete output.
        resolve(error ? { problem: 'unreadable' } : (JSON.parse(stdout) as Opened));
      },
    );
    const timer = setTimeout(() => child.kill('SIGKILL'), openMs);
    // Sent by stdin because arguments and environment are visible in process lists. The child may exit before reading
    // all of it.
    child.stdin!.on('error', () => undefined);
    child.stdin!.end(JSON.stringify({ text, passphrase }));
  });
}
