const KEY = 'accessToken';

/** The access token (SPEC §7: local storage, key `accessToken`). Storage may be forbidden by the browser. */
export const accessToken = {
  get(): string | null {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  },
  set(token: string): void {
    try {
      localStorage.setItem(KEY, token);
    } catch {
      // Without storage the session lasts as long as nothing asks for the token again.
    }
  },
  /** Whether it calls itself an administrator's: what to fetch early. What one may do the server decides. */
  isOfAdministrator(): boolean {
    try {
      const payload = atob(this.get()?.split('.')[1] ?? '');
      return (JSON.parse(payload) as { admin?: number } | null)?.admin === 1;
    } catch {
      return false;
    }
  },
  clear(): void {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Nothing was stored.
    }
  },
};

/** Calls back when another tab signed out. Returns the way to stop listening. */
export function onTokenRemovedElsewhere(listener: () => void): () => void {
  const handle = (event: StorageEvent) => {
    // `key` is null when the whole storage was cleared.
    if ((event.key === KEY || event.key === null) && !accessToken.get()) listener();
  };
  window.addEventListener('storage', handle);
  return () => window.removeEventListener('storage', handle);
}
