import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Whether Kong would pass the upgrade on; any other one is an ordinary request to it. */
export const isWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  /^websocket$/i.test(headers.upgrade ?? '') &&
  /\bupgrade\b/i.test(headers.connection ?? '') &&
  !hasBody(headers);

const hasBody = (headers: IncomingMessage['headers']) =>
  Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined;

/**
 * Node hands over every request that asks for an upgrade without an answer to write to: this makes one, so that an
 * upgrade takes the same way as all other requests. The connection ends with an answer that is not 101.
 *
 * @returns a listener for the server's `upgrade`, and what cuts all connections that were upgraded
 */
export function upgrades(listen: RequestListener) {
  const open = new Set<Duplex>();
  const onUpgrade = (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket);
    // A caller that resets the connection: `close` follows.
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    // Its body would be taken for the bytes after the upgrade.
    if (hasBody(req.headers)) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    if (head.length > 0) socket.unshift(head);
    const res = new ServerResponse(req);
    res.shouldKeepAlive = false;
    // A net.Socket: this server does not speak TLS.
    res.assignSocket(socket as Socket);
    res.on('finish', () => socket.end());
    listen(req, res);
  };
  const cut = () => open.forEach((socket) => socket.destroy());
  return { onUpgrade, cut };
}

/**
 * Bytes both ways, each side read only as fast as the other takes them, until one side ends: then both do.
 *
 * @param idleMs how long no byte may pass; 0: no limit
 */
export async function tunnel(
  caller: Duplex,
  service: Duplex & { setTimeout?: (ms: number, then: () => void) => void },
  idleMs: number,
): Promise<void> {
  service.setTimeout?.(idleMs, () => service.destroy());
  service.on('error', () => undefined);
  await new Promise<void>((ended) => {
    for (const [from, to] of [
      [caller, service],
      [service, caller],
    ] as const) {
      // `finish`: what the one has sent before its end has reached the other.
      to.on('finish', ended).on('close', ended);
      from.pipe(to);
    }
  });
  caller.destroy();
  service.destroy();
}
