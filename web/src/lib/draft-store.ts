interface Draft {
  userId: string;
  value: unknown;
}

/**
 * What was being typed when the session ran out, kept until the same user signs in again. In memory only, since it
 * may hold a root password; a sign-out forgets it.
 */
const drafts = new Map<string, Draft>();

export const keepDraft = (name: string, draft: Draft): void => void drafts.set(name, draft);

/** The draft of this name, once, if it is this user's. */
export function takeDraft<T>(name: string, userId: string | undefined): T | undefined {
  const draft = drafts.get(name);
  drafts.delete(name);
  return draft && draft.userId === userId ? (draft.value as T) : undefined;
}

export const forgetDrafts = (): void => drafts.clear();
