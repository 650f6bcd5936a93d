import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * Maximum in-flight requests per client with a body of at least `minBytes`, as in gateway/nginx-http.conf and
 * nginx-server.conf.
 */
const LIMITS = [
  { minBytes: 1, concurrent: 512 },
  { minBytes: 10_000, concurrent: 32 },
];
/** Matches the raw path, as in nginx-http.conf. */
const STREAMED = /^\/api\/install\/agent\/[\w/-]*(\?|$)/;

/** Returns the /64 of an IPv6 address, and any other address (also IPv4-mapped) unchanged. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':'));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return groups.map((group) => parseInt(group || '0', 16)).join(':');
}

/** Counts in-flight requests with a body per client address or IPv6 network, like nginx's limit_conn. */
export function bodyLimiter() {
  const zones = LIMITS.map((limit) => ({ ...limit, used: new Map<string, number>() }));
  /** @returns whether the request may proceed; it counts until its response is closed */
  return (address: string, { url = '', headers }: IncomingMessage, res: ServerResponse) => {
    const client = networkOf(address);
    const bytes = headers['transfer-encoding'] ? Infinity : Number(headers['content-length'] ?? 0);
    const counted = STREAMED.test(url) ? [] : zones.filter((zone) => bytes >= zone.minBytes);
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
