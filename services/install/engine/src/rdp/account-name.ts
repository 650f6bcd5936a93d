/** Built-in administrator, unless Windows reports another name. */
export const DEFAULT_ACCOUNT = 'Administrator';

/**
 * Validates the reported name: at most 20 characters, without control characters or characters that Windows forbids
 * in names. Otherwise returns `null`.
 */
export function accountName(reported: unknown): string | null {
  if (typeof reported !== 'string') return null;
  const name = reported.trim();
  return /^[^\u0000-\u001f\u007f"/\\[\]:;|=,+*?<>@]{1,20}$/.test(name) ? name : null;
}
