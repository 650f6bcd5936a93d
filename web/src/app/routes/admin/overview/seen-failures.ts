const KEY = 'casement-failures-seen';
/** What failed earlier is not held against an administrator who never looked. */
const DAYS = 7;

/** Until when this browser's administrator has looked at failed installs, as an instant. */
export function failuresSeen(now = Date.now()): string {
  const first = new Date(now - DAYS * 24 * 3_600_000).toISOString();
  try {
    const kept = localStorage.getItem(KEY) ?? first;
    return kept > first ? kept : first;
  } catch {
    return first;
  }
}

export function markFailuresSeen(now = Date.now()): void {
  try {
    localStorage.setItem(KEY, new Date(now).toISOString());
  } catch {
    // They count again the next time.
  }
}
