import { accessToken } from './token.js';

type Refresher = () => Promise<string>;

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

/** Web Locks exist in secure contexts only; elsewhere the server's 30 s of grace has to do. */
function withTabLock<T>(work: () => Promise<T>): Promise<T> {
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? locks.request('casement-refresh', work) : work();
}
