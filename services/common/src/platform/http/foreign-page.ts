import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether `origin` is where our pages are. On a loopback PUBLIC_URL its other names count as the same place.
 *
 * @param origin the request's Origin header; browsers put it on every POST
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
 * Whether a browser says that the page of another site made it send the request (Fetch Metadata, W3C; RFC 6454 for
 * Origin). Neither header can be set by a page, and programs send neither: one that adds it is refused like a page.
 */
export function isFromForeignPage(
  publicUrl: string,
  { origin, 'sec-fetch-site': site }: Pick<IncomingHttpHeaders, 'origin' | 'sec-fetch-site'>,
): boolean {
  return site === 'cross-site' || (origin !== undefined && !isOwnOrigin(publicUrl, origin));
}
