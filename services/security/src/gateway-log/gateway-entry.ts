import { z } from 'zod';

/** What Kong's http-log plugin sends of one request, as far as it is read here (docs.konghq.com, http-log). */
export const gatewayEntry = z.object({
  client_ip: z.string().default(''),
  request: z
    .object({ method: z.string(), headers: z.record(z.string(), z.unknown()).default({}) })
    .partial(),
  response: z.object({ status: z.number() }),
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
 * What a refusal of the gateway itself says; null for everything that reached a service, which raises its own
 * signals and knows more.
 */
export function kindOf({ response, service }: GatewayEntry): string | null {
  if (response.status === 429) return 'rate_limited';
  if (service) return null;
  return response.status === 404 ? 'unknown_path' : null;
}
