import { z } from 'zod';
import { isFromForeignPage } from '@casement/common/platform/http/foreign-page.js';
import { withoutTokens } from '@casement/common/core/logging/redaction.js';

const MAX_PATH_LENGTH = 120;

/** What Kong's http-log plugin sends of one request, as far as it is read here (docs.konghq.com, http-log). */
export const gatewayEntry = z.object({
  client_ip: z.string().default(''),
  request: z
    .object({
      method: z.string(),
      uri: z.string(),
      // A header that was sent twice is a list, which no browser does.
      headers: z
        .object({ origin: z.string(), 'sec-fetch-site': z.string() })
        .partial()
        .catch({})
        .default({}),
    })
    .partial(),
  response: z.object({ status: z.number() }),
  /** −1 where no service was asked. */
  latencies: z.object({ proxy: z.number() }).partial().optional(),
  service: z.object({ name: z.string() }).partial().optional(),
  route: z.object({ name: z.string() }).partial().optional(),
  started_at: z.number(),
});
export type GatewayEntry = z.infer<typeof gatewayEntry>;

/** One entry, or a batch. */
export const gatewayEntries = z.union([
  gatewayEntry.transform((one) => [one]),
  z.array(gatewayEntry),
]);

/**
 * The kind of a refusal by the gateway itself; null for everything that reached a service, which raises its own
 * signals and knows more. Only the pages' static server raises none. What a page of another site made a browser
 * send counts against no one: its sender is a visitor, and no secret is tested by any of these.
 */
export function kindOf(entry: GatewayEntry, publicUrl: string): string | null {
  const { request, response, service, latencies } = entry;
  const { status } = response;
  if (isFromForeignPage(publicUrl, request.headers ?? {})) return null;
  if (service?.name === 'web' && status === 404) return 'file_not_found';
  if ((latencies?.proxy ?? -1) >= 0) return null;
  if (status === 429) return 'rate_limited';
  if (status === 413) return 'body_too_large';
  return !service && status === 404 ? 'unknown_path' : null;
}

/** The path, without its query and anything that looks like a token, where no service answers it; else the route. */
export function detailOf(entry: GatewayEntry): string {
  const { method = '', uri } = entry.request;
  const path = entry.service ? undefined : uri?.split('?')[0];
  const place = path === undefined ? entry.route?.name : cut(withoutTokens(path));
  return `${method} ${place ?? ''}`.trim();
}

/** Half of a character at the end, which PostgreSQL refuses in JSON, becomes U+FFFD on the way through UTF-8. */
const cut = (path: string) => Buffer.from(path.slice(0, MAX_PATH_LENGTH)).toString();
