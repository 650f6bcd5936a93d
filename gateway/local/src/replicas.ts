/** Service host to `address:port`; several with commas, as DNS would list them. */
export type Upstreams = Record<string, string>;
/** @param tried addresses that have failed this request already */
export type Locate = (at: { host: string; port: number }, tried?: ReadonlySet<string>) => string;
type Ask = (address: string) => Promise<boolean>;

const LONGEST_LOOK_MS = 2_000;

const isReady: Ask = async (address) => {
  const signal = AbortSignal.timeout(LONGEST_LOOK_MS);
  const answer = await fetch(`http://${address}/health/ready`, { signal });
  await answer.body?.cancel();
  return answer.ok;
};

/**
 * Goes round a host's addresses, as Kong does round those that DNS gives it. Of several it looks who
 * is ready, which in a cluster is the kubelet's work: who is not gets nothing until it is again.
 *
 * @returns where to send a request, and what takes one look at all who are not alone
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
    // Nobody is: then the service itself says why.
    const willing = ready.length > 0 ? ready : known.all;
    const untried = willing.filter((address) => !tried?.has(address));
    const choice = untried.length > 0 ? untried : willing;
    return choice[known.turn++ % choice.length];
  };

  async function lookAt(address: string): Promise<void> {
    // One that hangs is asked once at a time, and keeps nobody else waiting.
    if (underWay.has(address)) return;
    underWay.add(address);
    if (await ask(address).catch(() => false)) away.delete(address);
    else away.add(address);
    underWay.delete(address);
  }
  const several = [...hosts.values()].flatMap(({ all }) => (all.length > 1 ? all : []));
  const look = async (): Promise<void> => void (await Promise.all(several.map(lookAt)));
  return { locate, look };
}
