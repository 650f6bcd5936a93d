interface Draft {
  userId: string;
  value: unknown;
}

/**
 * All that was being typed when the session ran out, until the same user signs in again. In memory only, since it may hold
 * a root password; a sign-out forgets it.
 */
const drafts = new Map<string, Draft>();

export const keepDraft = (name: string, draft: Draft): void => void drafts.set(name, draft);

/** The draft of this name, once, if it is this user's. */
export function takeDraft<T>(name: string, userId: string): T | undefined {
  const draft = drafts.get(name);
  drafts.delete(name);
  return draft?.userId === userId ? (draft.value as T) : undefined;
}

const PREFIX = 'casement-draft:';

/** What outlives a reload, in this tab alone. Its callers name the fields: never a secret. Storage may be forbidden. */
export const storedDrafts = {
  set(name: string, draft: Draft): void {
    try {
      sessionStorage.setItem(PREFIX + name, JSON.stringify(draft));
    } catch {
      // Then it lasts as long as the page.
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
      // Nothing was stored.
    }
  },
};

/** At a sign-out. */
export function forgetDrafts(): void {
  drafts.clear();
  removeStored(() => true);
}

/** At a sign-in: what visitors or other users typed in this tab is not this user's. */
export const forgetDraftsOfOthers = (userId: string): void =>
  removeStored((name) => storedDrafts.get(name, userId) === undefined);

function removeStored(which: (name: string) => boolean): void {
  try {
    const names = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
    for (const name of names.map((key) => key.slice(PREFIX.length))) {
      if (which(name)) storedDrafts.remove(name);
    }
  } catch {
    // Nothing was stored.
  }
}
