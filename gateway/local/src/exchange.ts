import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type BlockList, isIP, type Socket } from 'node:net';
import { bodyLimiter } from './bodies.js';
import type { KongFile } from './kong-file.js';
import { isPlainId } from './lua.js';
import { refusedByNginx } from './nginx.js';
import { effectivePlugins, normalisePath, router } from './routing.js';
import { isWebSocket } from './upgrade.js';

/** Request in progress. */
export type Exchange = ReturnType<ReturnType<typeof exchanges>>;
export type StartResponse = (status: number, headers: OutgoingHttpHeaders) => void;

/** @param proxies addresses whose X-Real-IP and X-Forwarded-* are trusted */
export function exchanges(file: KongFile, proxies: BlockList) {
  const find = router(file);
  const admitBody = bodyLimiter();
  // Cached per connection because a lookup in a BlockList is slow.
  const peers = new WeakMap<Socket, { peer: string; trusted: boolean }>();
  const peerOf = (socket: Socket) => {
    const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const trusted = proxies.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4');
    peers.set(socket, { peer, trusted });
    return { peer, trusted };
  };
  return (req: IncomingMessage, res: ServerResponse) => {
    const { url = '', method = '', headers } = req;
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    const path = normalisePath(url.slice(0, url.length - query.length));
    const refused = refusedByNginx(req, path);
    const match = path === undefined || refused ? undefined : find(method, path);
    const plugins = match?.plugins ?? effectivePlugins(file.plugins);
    const { peer, trusted } = peers.get(req.socket) ?? peerOf(req.socket);
    const realIp = trusted ? String(headers['x-real-ip']) : '';
    if (plugins['pre-function'] && !isPlainId(headers['x-request-id']))
      delete headers['x-request-id'];
    const client = isIP(realIp) ? realIp : peer;
    const name = plugins['correlation-id']?.header_name.toLowerCase() ?? '';
    return {
      req,
      res,
      path,
      query,
      refused,
      match,
      plugins,
      peer,
      trusted,
      started: Date.now(),
      client,
      isBodyAllowed: !!refused || admitBody(client, req, res),
      isWebSocket: isWebSocket(req),
      correlation: name ? { [name]: headers[name] || randomUUID() } : {},
      /** Headers that plugins add to the response. */
      extra: {} as OutgoingHttpHeaders,
      /** Buffered body of a request that may be retried. */
      body: undefined as Buffer | undefined,
      upstream: undefined as { uri: string; waited: number } | undefined,
      sent: { headers: {} as OutgoingHttpHeaders, size: 0 },
    };
  };
}
