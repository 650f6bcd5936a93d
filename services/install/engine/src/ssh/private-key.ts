import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** Why a key cannot be used; `slow` where it would take longer than OPEN_MS. */
export type KeyProblem =
  'unreadable' | 'public' | 'kind' | 'passphrase-required' | 'passphrase-wrong' | 'slow';

type Opened = { key: string } | { problem: KeyProblem };

/** The caller waits for it, and its own request ends after 10 s (SPEC §9). */
const OPEN_MS = 7_000;

/** Of the processor: the kernel ends what is left running where this process is killed meanwhile. */
const MAX_CPU_SECONDS = 10;

const PROGRAM = join(import.meta.dirname, '..', '..', 'programs', 'open-key.mjs');

/**
 * Opens a private key as it was pasted: OpenSSH's own format, PEM, PKCS#8 or PuTTY's version 2; ed25519, RSA or ECDSA.
 *
 * In a process of its own. The maker of the key chose how long it takes, and OpenSSL derives PKCS#8's in one call: no
 * thread in that call can be ended, a process can.
 * @returns the key in a form that ssh2 reads without a passphrase, so that the passphrase need not be kept
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
      // Where sh lies, and nothing of ours: neither settings nor secrets.
      { env: { PATH: process.env['PATH'] } },
      (error, stdout) => {
        clearTimeout(timer);
        if (child.killed) return resolve({ problem: 'slow' });
        // It was never started (EAGAIN): no fault of the key.
        if (typeof error?.code === 'string') {
          return reject(new Error('no process to open a key in', { cause: error }));
        }
        // Its output is whole only where it ended well: it may have run out of memory.
        resolve(error ? { problem: 'unreadable' } : (JSON.parse(stdout) as Opened));
      },
    );
    const timer = setTimeout(() => child.kill('SIGKILL'), openMs);
    // By stdin: arguments and environment show in process lists. It may be gone before it has read all of it.
    child.stdin!.on('error', () => undefined);
    child.stdin!.end(JSON.stringify({ text, passphrase }));
  });
}
