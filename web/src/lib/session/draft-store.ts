interface Draft {
  userId: string;
  value: unknown;
}

/**
 * Input at the time the session expired, kept until the same user signs in again. Only in memory because it may
 * contain a root password. A sign-out drops it.
 */
const drafts = new Map<string, Draft>();

export const saveDraft = (name: string, draft: Draft): void => void drafts.set(name, draft);

/** Returns and removes the draft of this name if it belongs to this user. */
export function takeDraft<T>(name: string, userId: string): T | undefined {
  const draft = drafts.get(name);
  drafts.delete(name);
  return draft?.userId === userId ? (draft.value as T) : undefined;
}

const PREFIX = 'casement-draft:';

/**
 * Drafts that survive a reload, in this tab only. Callers name the fields, which must not be secrets. The browser may
 * forbid storage.
 */
export const storedDrafts = {
  set(name: string, draft: Draft): void {
    try {
      sessionStorage.setItem(PREFIX + name, JSON.stringify(draft));
    } catch {
      // If storage is unavailable, the draft is lost on a reload.
    }
  },
  get<T>(name: string, userId: string): T | undefined {
    try {
      const draft = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null') as Draft | null;
      return draft?.userId === userId ? (draft.value as T) : undefined;
    } catch {
      return undefined;
    }
  },
  remove(name: string): void {
    try {
      sessionStorage.removeItem(PREFIX + name);
    } catch {
      // If storage is unavailable, there is no draft to restore.
    }
  },
};

/** Called on sign-out. */
export function clearDrafts(): void {
  drafts.clear();
  removeStored(() => true);
}

/** Called on sign-in, because input of visitors or other users in this tab must not be restored. */
export const clearDraftsOfOtherUsers = (userId: string): void =>
  removeStored((name) => storedDrafts.get(name, userId) === undefined);

function removeStored(matches: (name: string) => boolean): void {
  try {
    const names = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
    for (const name of names.map((key) => key.slice(PREFIX.length))) {
      if (matches(name)) storedDrafts.remove(name);
    }
  } catch {
    // If storage is unavailable, there is no draft to remove.
  }
}
