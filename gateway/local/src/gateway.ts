import { createServer, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import type { BlockList } from 'node:net';
import { refusal } from './access.js';
import { exchanges, type Exchange, type StartResponse } from './exchange.js';
import { forward } from './forward.js';
import type { KongFile } from './kong-file.js';
import { replicas, type Upstreams } from './replicas.js';
import { telemetry } from './telemetry.js';
import { upgrades } from './upgrade.js';

const OPTIONS = { maxHeaderSize: 32_768, keepAliveTimeout: 75_000 };

type Transformer = NonNullable<Exchange['plugins']['response-transformer']>;
const transforms = new WeakMap<Transformer, ReturnType<typeof transformOf>>();

const transformOf = ({ remove, add }: Transformer) => ({
  remove: remove.headers.map((name) => name.toLowerCase()),
  add: add.headers.map((line) => {
    const name = line.slice(0, line.indexOf(':'));
    return [name.toLowerCase(), line.slice(name.length + 1)] as const;
  }),
});

/** Applies Kong's plugins to the headers of every response, including its own. */
function filtered(
  headers: OutgoingHttpHeaders,
  { plugins, correlation, extra }: Exchange,
): OutgoingHttpHeaders {
  const all = { ...headers, ...extra };
  const transformer = plugins['response-transformer'];
  if (transformer) {
    const { remove, add } = transforms.get(transformer) ?? transformOf(transformer);
    transforms.set(transformer, { remove, add });
    for (const name of remove) if (name in all) delete all[name];
    for (const [name, value] of add) all[name] ??= value;
  }
  return Object.assign(all, correlation);
}

/**
 * @param upstreams hosts that are not listed are resolved by DNS
 * @returns the server, its metrics, `checkHealth`, which runs one round of health checks and must be called
 * repeatedly, and `closeAll`
 */
export function createGateway(file: KongFile, upstreams: Upstreams, proxies: BlockList) {
  const { checkHealth, ...hosts } = replicas(upstreams, file.upstreams);
  const { record, metrics } = telemetry(hosts.locate);
  const begin = exchanges(file, proxies);

  async function handle(x: Exchange): Promise<void> {
    x.res.on('close', () => record(x));
    const pass: StartResponse = (status, headers) => {
      x.sent.headers = filtered(headers, x);
      x.res.writeHead(status, x.sent.headers);
      // The head of an event stream must not wait for the first event.
      if (!headers['content-length']) x.res.flushHeaders();
    };
    const own = refusal(x) ?? (await forward(x, hosts, pass));
    if (!own) return;
    pass(own.status, own.headers);
    x.sent.size = Buffer.byteLength(own.body);
    x.res.end(own.body);
  }
  const listen: RequestListener = (req, res) =>
    void handle(begin(req, res)).catch(() => res.destroy());
  const { onUpgrade, cut } = upgrades(listen);
  const server = createServer(OPTIONS, listen).on('checkContinue', listen).on('upgrade', onUpgrade);
  /** Ends every connection, including upgraded connections, which the server no longer tracks. */
  const closeAll = () => {
    server.closeAllConnections();
    cut();
  };
  return { server, metrics, checkHealth, closeAll };
}
