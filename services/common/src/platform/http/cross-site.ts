import type { IncomingHttpHeaders } from 'node:http';

/** A page on another port or subdomain of our site is as foreign as one of another site. */
const FOREIGN = ['cross-site', 'same-site'];
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns whether `origin` is the origin of our pages. The loopback names of a loopback PUBLIC_URL are equivalent.
 *
 * @param origin Origin header of the request; browsers send it with every POST
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

/**
 * Returns whether the browser reports that a page of another site sent the request (Fetch Metadata, W3C; RFC 6454 for
 * Origin). Pages cannot set these headers. Programs normally send neither; a program that adds one is refused like a
 * page.
 */
export function isCrossSiteRequest(
  publicUrl: string,
  { origin, 'sec-fetch-site': site }: Pick<IncomingHttpHeaders, 'origin' | 'sec-fetch-site'>,
): boolean {
  return FOREIGN.includes(site ?? '') || (origin !== undefined && !isOwnOrigin(publicUrl, origin));
}
