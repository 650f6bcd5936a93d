import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Why a key cannot be used; `slow` where it would take longer than OPEN_MS. */
export type KeyProblem =
  'unreadable' | 'public' | 'kind' | 'passphrase-required' | 'passphrase-wrong' | 'slow';

/** The caller waits for it, and its own request ends after 10 s (SPEC §9). */
const OPEN_MS = 7_000;

const THREAD = join(import.meta.dirname, '..', '..', '..', 'threads', 'open-key.mjs');

/**
 * Opens a private key as it was pasted: OpenSSH's own format, PEM, PKCS#8 or PuTTY's version 2; ed25519, RSA or ECDSA.
 * @returns the key in a form that ssh2 reads without a passphrase, so that the passphrase need not be kept
 */
export async function openPrivateKey(
  text: string,
  passphrase: string,
  openMs = OPEN_MS,
): Promise<{ key: string } | { problem: KeyProblem }> {
  const thread = new Worker(THREAD, {
    workerData: { text, passphrase },
    resourceLimits: { maxOldGenerationSizeMb: 64 },
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      timer = setTimeout(() => resolve({ problem: 'slow' }), openMs);
      thread.once('message', resolve);
      thread.once('error', () => resolve({ problem: 'unreadable' }));
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
