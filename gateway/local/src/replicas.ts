/** Service host to `address:port`; several with commas, as DNS would list them. */
export type Upstreams = Record<string, string>;
/** @param tried addresses that have failed this request already */
export type Locate = (at: { host: string; port: number }, tried?: ReadonlySet<string>) => string;
type Ask = (address: string) => Promise<boolean>;

const MAX_CHECK_MS = 2_000;

const isReady: Ask = async (address) => {
  const signal = AbortSignal.timeout(MAX_CHECK_MS);
  const answer = await fetch(`http://${address}/health/ready`, { signal });
  await answer.body?.cancel();
  return answer.ok;
};

/**
 * Round-robin over a host's addresses, as Kong does over those of DNS. Where there are several, their
 * readiness is checked, which the kubelet does in a cluster: one that is not ready gets no request
 * until it is again.
 *
 * @returns where to send a request, and a check of every address that has an alternative
 */
export function replicas(upstreams: Upstreams, ask: Ask = isReady) {
  const hosts = new Map(
    Object.entries(upstreams).map(([host, list]) => [host, { all: list.split(','), turn: 0 }]),
  );
  const away = new Set<string>();
  const underWay = new Set<string>();

  const locate: Locate = ({ host, port }, tried) => {
    const known = hosts.get(host);
    if (!known) return `${host}:${port}`;
    const ready = known.all.filter((address) => !away.has(address));
    // With none ready the service itself answers with the reason.
    const candidates = ready.length > 0 ? ready : known.all;
    const untried = candidates.filter((address) => !tried?.has(address));
    const choice = untried.length > 0 ? untried : candidates;
    return choice[known.turn++ % choice.length] ?? `${host}:${port}`;
  };

  async function check(address: string): Promise<void> {
    // One check at a time of each address: one that hangs delays no other.
    if (underWay.has(address)) return;
    underWay.add(address);
    if (await ask(address).catch(() => false)) away.delete(address);
    else away.add(address);
    underWay.delete(address);
  }
  const several = [...hosts.values()].flatMap(({ all }) => (all.length > 1 ? all : []));
  const look = async (): Promise<void> => void (await Promise.all(several.map(check)));
  return { locate, look };
}
