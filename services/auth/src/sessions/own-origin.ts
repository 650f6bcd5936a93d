const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a browser sent the request from our own pages. Refresh and logout act on a cookie alone,
 * so SameSite=Strict is not left as their only guard; a browser puts Origin on every POST.
 * On a loopback PUBLIC_URL its other names count as the same place.
 */
export function isOwnOrigin(publicUrl: string, origin: string | undefined): boolean {
  if (origin === undefined) return false;
  const own = new URL(publicUrl);
  if (origin === own.origin) return true;
  if (!LOOPBACK.includes(own.hostname)) return false;
  return LOOPBACK.some((name) => {
    const twin = new URL(own.origin);
    twin.hostname = name;
    return twin.origin === origin;
  });
}
