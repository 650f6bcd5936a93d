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
      // A repeated header arrives as a list and is ignored; browsers never repeat these headers.
      headers: z
        .object({ origin: z.string(), 'sec-fetch-site': z.string() })
        .partial()
        .catch({})
        .default({}),
    })
    .partial(),
  response: z.object({ status: z.number() }),
  /** `proxy` is −1 if no service was called. */
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
 * Returns the kind of signal for a request that the gateway refused itself, otherwise null. Requests that reached a
 * service are ignored, because services raise their own signals, except for the static server of the pages, which
 * raises none. Requests that a page of another site made a browser send are ignored too: their sender is a visitor,
 * and none of these kinds tests a secret.
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
 * Returns the method and the route. If no route matched, the path takes its place, without the query and without text
 * that looks like a token.
 */
export function detailOf(entry: GatewayEntry): string {
  const { method = '', uri } = entry.request;
  const path = entry.service ? undefined : uri?.split('?')[0];
  const routeText = path === undefined ? entry.route?.name : cut(withoutTokens(path));
  return `${method} ${routeText ?? ''}`.trim();
}

/**
 * Truncates the path. If this splits a surrogate pair, the conversion to UTF-8 replaces the remaining half with
 * U+FFFD, because PostgreSQL would refuse it in JSON.
 */
const cut = (path: string) => Buffer.from(path.slice(0, MAX_PATH_LENGTH)).toString();
