const KEY = 'accessToken';

/** The access token (SPEC §7: local storage, key `accessToken`). The browser may forbid storage. */
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
      // If storage is unavailable, every call refreshes the token first, and a reload signs out.
    }
  },
  /**
   * Whether the token claims the administrator role, to decide what to prefetch. The server authorizes every call.
   */
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
      // If storage is unavailable, there is no token to remove.
    }
  },
};

/** Calls back when another tab signs out. Returns a function that removes the listener. */
export function onTokenRemovedElsewhere(listener: () => void): () => void {
  const handle = (event: StorageEvent) => {
    // `key` is null if all storage was cleared.
    if ((event.key === KEY || event.key === null) && !accessToken.get()) listener();
  };
  window.addEventListener('storage', handle);
  return () => window.removeEventListener('storage', handle);
}
