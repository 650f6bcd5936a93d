import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Returns whether Kong would forward the upgrade. It treats any other upgrade as an ordinary request. */
export const isWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  /^websocket$/i.test(headers.upgrade ?? '') &&
  /\bupgrade\b/i.test(headers.connection ?? '') &&
  !hasBody(headers);

const hasBody = (headers: IncomingMessage['headers']) =>
  Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined;

/**
 * Creates a response for upgrade requests, because Node passes them on without one. An upgrade then takes the same
 * path as all other requests. The connection ends with any response other than 101.
 *
 * @returns a listener for the server's `upgrade`, and a function that cuts all upgraded connections
 */
export function upgrades(listen: RequestListener) {
  const open = new Set<Duplex>();
  const onUpgrade = (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket);
    // Ignores a reset by the caller because `close` follows.
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    // The body would be mistaken for the bytes after the upgrade.
    if (hasBody(req.headers)) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    if (head.length > 0) socket.unshift(head);
    const res = new ServerResponse(req);
    res.shouldKeepAlive = false;
    // Always a net.Socket because this server does not speak TLS.
    res.assignSocket(socket as Socket);
    res.on('finish', () => socket.end());
    listen(req, res);
  };
  const cut = () => open.forEach((socket) => socket.destroy());
  return { onUpgrade, cut };
}

/**
 * Forwards bytes both ways with backpressure until either side ends, then closes both.
 *
 * @param idleMs maximum time without any byte; 0 means no limit
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
      // Waits for `finish` so that all bytes sent before the end have reached the other side.
      to.on('finish', ended).on('close', ended);
      from.pipe(to);
    }
  });
  caller.destroy();
  service.destroy();
}
