/** Of the built-in administrator, where Windows does not report another. */
export const DEFAULT_ACCOUNT = 'Administrator';

/**
 * What Windows reported, or null where it can be no account of a machine: at most 20 characters, none of them a control
 * character or one that Windows keeps out of names.
 */
export function accountName(reported: unknown): string | null {
  if (typeof reported !== 'string') return null;
  const name = reported.trim();
  return /^[^\u0000-\u001f\u007f"/\\[\]:;|=,+*?<>@]{1,20}$/.test(name) ? name : null;
}
