import { randomUUID } from 'node:crypto';
import { createServer, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import { type BlockList, isIP, type Socket } from 'node:net';
import { refusal } from './access.js';
import { bodyLimiter } from './bodies.js';
import { forward } from './forward.js';
import type { KongFile } from './kong-file.js';
import { isPlainId } from './lua.js';
import { refusedByNginx } from './nginx.js';
import { replicas, type Upstreams } from './replicas.js';
import { inForce, normalisePath, router } from './routing.js';
import { telemetry } from './telemetry.js';
import { isWebSocket, upgrades } from './upgrade.js';

/** One request on its way through. */
export type Exchange = ReturnType<ReturnType<typeof exchanges>>;
/** Begins the answer to the caller. */
export type Pass = (status: number, headers: OutgoingHttpHeaders) => void;
const OPTIONS = { maxHeaderSize: 32_768, keepAliveTimeout: 75_000 };

/** @param proxies whose X-Real-IP and X-Forwarded-* are trusted */
function exchanges(file: KongFile, proxies: BlockList) {
  const find = router(file);
  const admitBody = bodyLimiter();
  // A connection asks many times, and a look at a BlockList is a dear one.
  const peers = new WeakMap<Socket, { peer: string; trusted: boolean }>();
  const peerOf = (socket: Socket) => {
    const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const trusted = proxies.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4');
    peers.set(socket, { peer, trusted });
    return { peer, trusted };
  };
  return (...[req, res]: Parameters<RequestListener>) => {
    const { url = '', method = '', headers } = req;
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    const path = normalisePath(url.slice(0, url.length - query.length));
    const refused = refusedByNginx(req, path);
    const match = path === undefined || refused ? undefined : find(method, path);
    const plugins = match?.plugins ?? inForce(file.plugins);
    const { peer, trusted } = peers.get(req.socket) ?? peerOf(req.socket);
    const realIp = trusted ? String(headers['x-real-ip']) : '';
    if (plugins['pre-function'] && !isPlainId(headers['x-request-id']))
      delete headers['x-request-id'];
    const client = isIP(realIp) ? realIp : peer;
    const name = plugins['correlation-id']?.header_name.toLowerCase() ?? '';
    return {
      ...{ req, res, path, query, refused, match, plugins, peer, trusted, started: Date.now() },
      client,
      isBodyAllowed: !!refused || admitBody(client, path ?? '', req, res),
      isWebSocket: isWebSocket(req),
      correlation: name ? { [name]: headers[name] || randomUUID() } : {},
      /** What plugins add to the answer's headers. */
      extra: {} as OutgoingHttpHeaders,
      /** Body of a request that may be retried. */
      body: undefined as Buffer | undefined,
      upstream: undefined as { uri: string; waited: number } | undefined,
      sent: { headers: {} as OutgoingHttpHeaders, size: 0 },
    };
  };
}

type Transformer = NonNullable<Exchange['plugins']['response-transformer']>;
const transforms = new WeakMap<Transformer, ReturnType<typeof transformOf>>();

const transformOf = ({ remove, add }: Transformer) => ({
  remove: remove.headers.map((name) => name.toLowerCase()),
  add: add.headers.map((line) => {
    const name = line.slice(0, line.indexOf(':'));
    return [name.toLowerCase(), line.slice(name.length + 1)] as const;
  }),
});

/** What Kong's plugins do to every answer's headers, its own included. */
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
 * @param upstreams a host that it does not name is left to DNS.
 * @returns the server, its metrics, and `look`, one round of health checks that the caller repeats
 */
export function createGateway(file: KongFile, upstreams: Upstreams, proxies: BlockList) {
  const { look, ...hosts } = replicas(upstreams, file.upstreams);
  const { record, metrics } = telemetry(hosts.locate);
  const begin = exchanges(file, proxies);

  async function handle(x: Exchange): Promise<void> {
    x.res.on('close', () => record(x));
    const pass: Pass = (status, headers) => {
      x.sent.headers = filtered(headers, x);
      x.res.writeHead(status, x.sent.headers);
      // An event stream's head must not wait for its first event.
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
  /** Ends every connection, those that were upgraded too, which the server itself no longer knows. */
  const closeAll = () => {
    server.closeAllConnections();
    cut();
  };
  return { server, metrics, look, closeAll };
}
