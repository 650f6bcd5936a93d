import { z } from 'zod';
import { isCrossSiteRequest } from '@casement/common/platform/http/cross-site.js';
import { withoutTokens } from '@casement/common/core/logging/redaction.js';

const MAX_PATH_LENGTH = 120;

/** Fields read from an entry of Kong's http-log plugin (docs.konghq.com, http-log). */
export const gatewayEntry = z.object({
  client_ip: z.string().default(''),
  request: z
    .object({
      method: z.string(),
      uri: z.string(),
      // A repeated header is a list. Browsers never send repeated headers here.
      headers: z
        .object({ origin: z.string(), 'sec-fetch-site': z.string() })
        .partial()
        .catch({})
        .default({}),
    })
    .partial(),
  response: z.object({ status: z.number() }),
  /** −1 if no service was called. */
  latencies: z.object({ proxy: z.number() }).partial().optional(),
  service: z.object({ name: z.string() }).partial().optional(),
  route: z.object({ name: z.string() }).partial().optional(),
  started_at: z.number(),
});
export type GatewayEntry = z.infer<typeof gatewayEntry>;

export const gatewayEntries = z.union([
  gatewayEntry.transform((one) => [one]),
  z.array(gatewayEntry),
]);

/**
 * Returns the kind of a refusal by the gateway itself. Returns null for requests that reached a service, because
 * services raise their own signals. The exception is the static server of the pages, which raises none. Requests that
 * a page of another site made a browser send are ignored: their sender is a visitor, and none of these kinds tests a
 * secret.
 */
export function kindOf(entry: GatewayEntry, publicUrl: string): string | null {
  const { request, response, service, latencies } = entry;
  const { status } = response;
  if (isCrossSiteRequest(publicUrl, request.headers ?? {})) return null;
  if (service?.name === 'web' && status === 404) return 'file_not_found';
  if ((latencies?.proxy ?? -1) >= 0) return null;
  if (status === 429) return 'rate_limited';
  if (status === 413) return 'body_too_large';
  return !service && status === 404 ? 'unknown_path' : null;
}

/**
 * Returns the route. If no service has a route, returns the path without its query and without text that looks like a
 * token.
 */
export function detailOf(entry: GatewayEntry): string {
  const { method = '', uri } = entry.request;
  const path = entry.service ? undefined : uri?.split('?')[0];
  const routeText = path === undefined ? entry.route?.name : cut(withoutTokens(path));
  return `${method} ${routeText ?? ''}`.trim();
}

/**
 * Truncates by UTF-8 bytes, which replaces half a character at the end with U+FFFD. PostgreSQL would refuse half a
 * character in JSON.
 */
const cut = (path: string) => Buffer.from(path.slice(0, MAX_PATH_LENGTH)).toString();
