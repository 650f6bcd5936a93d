import type { KongUpstream } from './kong-file.js';

/** Service host → `address:port`, comma-separated if there are several, like DNS records. */
export type Upstreams = Record<string, string>;
/**
 * @param tried addresses that have already failed this request
 * @returns undefined if every address of the host is unhealthy
 */
export type Locate = (
  at: { host: string; port: number },
  tried?: ReadonlySet<string>,
) => string | undefined;
type Failure = 'tcp_failures' | 'timeouts' | 'http_failures';
type Check = (url: string, timeoutMs: number) => Promise<Failure | undefined>;

const check: Check = async (url, timeoutMs) => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    await answer.body?.cancel();
    return answer.ok ? undefined : 'http_failures';
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'timeouts' : 'tcp_failures';
  }
};

/**
 * Sends requests to a host's addresses in turn. Addresses of an upstream of kong.yml are health-checked. An address
 * that reaches the failure limit gets no request until a check succeeds.
 *
 * @returns the function that locates an address, and one round of all checks
 */
export function replicas(upstreams: Upstreams, checked: KongUpstream[] = [], ask: Check = check) {
  const hosts = new Map<string, { addresses: string[]; turn: number; upstream?: KongUpstream }>();
  for (const [host, list] of Object.entries(upstreams))
    hosts.set(host, { addresses: list.split(','), turn: 0 });
  for (const upstream of checked) {
    const addresses = upstream.targets.map(({ target }) => target);
    hosts.set(upstream.name, { addresses, turn: 0, ...hosts.get(upstream.name), upstream });
  }
  const unhealthy = new Set<string>();
  const failures = new Map<string, number>();
  const inProgress = new Set<string>();

  const locate: Locate = ({ host, port }, tried) => {
    const known = hosts.get(host);
    if (!known) return `${host}:${port}`;
    const healthy = known.addresses.filter((address) => !unhealthy.has(address));
    const untried = healthy.filter((address) => !tried?.has(address));
    const choice = untried.length > 0 ? untried : healthy;
    return choice[known.turn++ % choice.length];
  };

  function recordFailure(address: string, failure: Failure, limit: number): void {
    const key = `${failure} ${address}`;
    const number = (failures.get(key) ?? 0) + 1;
    failures.set(key, number);
    if (limit > 0 && number >= limit) unhealthy.add(address);
  }

  async function checkOne(address: string, { healthchecks: { active } }: KongUpstream) {
    // A silent address has a single pending check and delays no other address.
    if (inProgress.has(address)) return;
    inProgress.add(address);
    const failure = await ask(`http://${address}${active.http_path}`, active.timeout * 1000);
    inProgress.delete(address);
    if (failure) return recordFailure(address, failure, active.unhealthy[failure]);
    unhealthy.delete(address);
    for (const key of failures.keys()) if (key.endsWith(` ${address}`)) failures.delete(key);
  }
  const checkHealth = async (host?: string): Promise<void> => {
    const checks = [...hosts].flatMap(([name, { addresses, upstream }]) =>
      upstream && (host ?? name) === name ? addresses.map((one) => checkOne(one, upstream)) : [],
    );
    await Promise.all(checks);
  };
  return { locate, checkHealth };
}
