import type { IncomingHttpHeaders } from 'node:http';

/**
 * Values of Sec-Fetch-Site for other sites. `same-site` is another port or subdomain of our site, which is not
 * trusted either.
 */
const FOREIGN = ['cross-site', 'same-site'];
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns whether `origin` is the origin of our pages. If PUBLIC_URL is a loopback address, all loopback names are
 * accepted.
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
 * Returns whether, according to the browser, a page of another site sent the request (Sec-Fetch-Site of Fetch
 * Metadata, W3C; Origin, RFC 6454). Pages cannot forge these headers. Programs normally send neither; a program that
 * sends one is treated like a page.
 */
export function isCrossSiteRequest(
  publicUrl: string,
  { origin, 'sec-fetch-site': site }: Pick<IncomingHttpHeaders, 'origin' | 'sec-fetch-site'>,
): boolean {
  return FOREIGN.includes(site ?? '') || (origin !== undefined && !isOwnOrigin(publicUrl, origin));
}
