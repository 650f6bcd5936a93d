import type { IncomingMessage, ServerResponse } from 'node:http';

/** Limits of gateway/nginx-http.conf and nginx-server.conf. */
const LIMITS = [
  { minBytes: 1, concurrent: 512 },
  { minBytes: 10_000, concurrent: 32 },
];
const STREAMED = '/api/install/agent/';

/** Counts in-flight requests with a body per client address, like nginx's limit_conn. */
export function bodyLimiter() {
  const zones = LIMITS.map((limit) => ({ ...limit, used: new Map<string, number>() }));
  /** @returns whether the request may proceed; it counts until its response is closed */
  return (client: string, path: string, { headers }: IncomingMessage, res: ServerResponse) => {
    const bytes = Number(headers['content-length'] ?? 0);
    const counted = path.startsWith(STREAMED) ? [] : zones.filter((zone) => bytes >= zone.minBytes);
    const used = (zone: (typeof zones)[number]) => zone.used.get(client) ?? 0;
    if (counted.some((zone) => used(zone) >= zone.concurrent)) return false;
    for (const zone of counted) zone.used.set(client, used(zone) + 1);
    res.once('close', () => {
      for (const zone of counted)
        if (used(zone) > 1) zone.used.set(client, used(zone) - 1);
        else zone.used.delete(client);
    });
    return true;
  };
}
