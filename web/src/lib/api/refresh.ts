import { REQUEST_TIMEOUT_MS } from '@/config/limits.js';
import { accessToken } from '@/lib/api/token.js';

type Refresher = () => Promise<string>;

/** A refresh of another tab has ended by then, or never will: it is given up after 10 s. */
const LOCK_WAIT_MS = REQUEST_TIMEOUT_MS + 2_000;

let underWay: Promise<string> | null = null;

/**
 * One refresh for all calls of this tab that were refused, and one for all tabs: the refresh token rotates, so
 * two at once would look like a theft. A caller that waited finds the new token in storage and uses that.
 *
 * @param refusedToken the token that the server did not accept
 */
export function refreshOnce(refusedToken: string | null, refresh: Refresher): Promise<string> {
  underWay ??= withTabLock(async () => {
    const current = accessToken.get();
    if (current && current !== refusedToken) return current;
    const token = await refresh();
    accessToken.set(token);
    return token;
  }).finally(() => {
    underWay = null;
  });
  return underWay;
}

/**
 * Web Locks exist in secure contexts only; elsewhere the server's 30 s of grace has to do. So it has where the tab that holds the
 * lock does not give it back: one that the system has frozen keeps it, and no tab may wait for that.
 */
async function withTabLock<T>(work: () => Promise<T>): Promise<T> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return work();
  const signal = AbortSignal.timeout(LOCK_WAIT_MS);
  let begun = false;
  try {
    return await locks.request('casement-refresh', { signal }, () => {
      begun = true;
      return work();
    });
  } catch (error) {
    if (begun) throw error;
    return work();
  }
}
