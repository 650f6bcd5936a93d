import { REQUEST_TIMEOUT_MS } from '@/config/limits.js';
import { accessToken } from '@/lib/api/token.js';

type Refresher = () => Promise<string>;

/** Longer than the refresh of another tab, which times out after REQUEST_TIMEOUT_MS. */
const LOCK_WAIT_MS = REQUEST_TIMEOUT_MS + 2_000;

let inFlight: Promise<string> | null = null;

/**
 * Shares one refresh among all rejected calls of this tab, and among all tabs: the refresh token rotates, so two
 * concurrent refreshes would look like a theft. A caller that waited uses the new token from storage.
 *
 * @param refusedToken the token that the server rejected
 */
export function refreshOnce(refusedToken: string | null, refresh: Refresher): Promise<string> {
  inFlight ??= withTabLock(async () => {
    const current = accessToken.get();
    if (current && current !== refusedToken) return current;
    const token = await refresh();
    accessToken.set(token);
    return token;
  }).finally(() => {
    inFlight = null;
  });
  return inFlight;
}

/**
 * Web Locks exist only in secure contexts. Elsewhere, and if a tab frozen by the system does not release the lock,
 * the server's 30 s grace period for the old token has to suffice.
 */
async function withTabLock<T>(work: () => Promise<T>): Promise<T> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return work();
  const signal = AbortSignal.timeout(LOCK_WAIT_MS);
  let startedAt = false;
  try {
    return await locks.request('casement-refresh', { signal }, () => {
      startedAt = true;
      return work();
    });
  } catch (error) {
    if (startedAt) throw error;
    return work();
  }
}
