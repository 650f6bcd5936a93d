import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AddressSet, parseAddress } from '../net/address-set.js';

/**
 * Tells the client's address: the gateway's X-Real-IP if the peer is the gateway, else the peer.
 * X-Forwarded-For is never looked at: its leftmost entry is whatever the client wrote.
 */
export class ClientAddresses {
  private readonly trusted: AddressSet;

  constructor(trustedProxies: readonly string[]) {
    this.trusted = new AddressSet(trustedProxies);
  }

  of(request: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined {
    const peer = plain(request.socket.remoteAddress);
    const said = request.headers['x-real-ip'];
    if (!peer || typeof said !== 'string' || !isIP(said) || !this.trusted.has(peer)) return peer;
    return plain(said);
  }
}

/** One spelling per address, so that a block of 1.2.3.4 also meets ::ffff:1.2.3.4. */
function plain(text: string | undefined): string | undefined {
  return text === undefined ? undefined : parseAddress(text)?.toString();
}
