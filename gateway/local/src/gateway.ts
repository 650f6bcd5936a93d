import { randomUUID } from 'node:crypto';
import { createServer, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import { type BlockList, isIP } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { refusal } from './access.js';
import { forward } from './forward.js';
import type { KongFile } from './kong-file.js';
import { replicas, type Upstreams } from './replicas.js';
import { inForce, normalisePath, router } from './routing.js';
import { telemetry } from './telemetry.js';

/** One request on its way through. */
export type Exchange = ReturnType<ReturnType<typeof exchanges>>;
const OPTIONS = { maxHeaderSize: 32_768, keepAliveTimeout: 75_000 };

/** @param proxies who is believed about the caller (X-Real-IP, X-Forwarded-*). */
function exchanges(file: KongFile, proxies: BlockList) {
  const find = router(file);
  return (...[req, res]: Parameters<RequestListener>) => {
    const { url = '', method = '', headers } = req;
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    const path = normalisePath(url.slice(0, url.length - query.length));
    const match = path === undefined ? undefined : find(method, path);
    const plugins = match?.plugins ?? inForce(file.plugins);
    const peer = (req.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const trusted = proxies.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4');
    const told = trusted ? String(headers['x-real-ip']) : '';
    const name = plugins['correlation-id']?.header_name.toLowerCase() ?? '';
    return {
      ...{ req, res, path, query, match, plugins, peer, trusted, started: Date.now() },
      client: isIP(told) ? told : peer,
      correlation: name ? { [name]: headers[name] || randomUUID() } : {},
      /** What plugins add to the answer's headers. */
      extra: {} as OutgoingHttpHeaders,
      /** The whole body, where its size had to be counted first. */
      body: undefined as Buffer | undefined,
      upstream: undefined as { uri: string; waited: number } | undefined,
      sent: { headers: {} as OutgoingHttpHeaders, size: 0 },
    };
  };
}

/** What Kong's plugins do to every answer's headers, its own included. */
function filtered(
  headers: OutgoingHttpHeaders,
  { plugins, correlation, extra }: Exchange,
): OutgoingHttpHeaders {
  const { remove, add } = plugins['response-transformer'] ?? {};
  const all = { ...headers, ...extra };
  for (const name of remove?.headers ?? []) delete all[name.toLowerCase()];
  for (const line of add?.headers ?? []) {
    const name = line.slice(0, line.indexOf(':'));
    all[name.toLowerCase()] ??= line.slice(name.length + 1);
  }
  return { ...all, ...correlation };
}

/**
 * @param upstreams a host that it does not name is left to DNS.
 * @returns beside the server what has to be called now and then: `look` finds out who is ready.
 */
export function createGateway(file: KongFile, upstreams: Upstreams, proxies: BlockList) {
  const { locate, look } = replicas(upstreams);
  const { record, metrics } = telemetry(locate);
  const begin = exchanges(file, proxies);

  async function handle(x: Exchange): Promise<void> {
    x.res.on('close', () => record(x));
    const { status, headers, body } = (await refusal(x)) ?? (await forward(x, locate));
    x.sent.headers = filtered(headers, x);
    x.res.writeHead(status, x.sent.headers);
    // An event stream's head must not wait for its first event.
    if (!headers['content-length']) x.res.flushHeaders();
    const source = typeof body === 'string' ? Readable.from([Buffer.from(body)]) : body;
    source.on('data', (chunk: Buffer) => (x.sent.size += chunk.length));
    pipeline(source, x.res, () => undefined);
  }
  const listen: RequestListener = (req, res) =>
    void handle(begin(req, res)).catch(() => res.destroy());
  const server = createServer(OPTIONS, listen).on('checkContinue', listen);
  return { server, metrics, look };
}
