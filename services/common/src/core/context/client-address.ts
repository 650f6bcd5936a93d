import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import { AddressSet, parseAddress } from '../net/address-set.js';

/**
 * Finds the client's address: the gateway's X-Real-IP if the peer is the gateway, else the peer.
 * X-Forwarded-For is never used: the client writes its leftmost entry.
 */
export class ClientAddresses {
  private readonly trusted: AddressSet;
  /** The gateway's replicas call all the time. */
  private readonly known = new Map<string, boolean>();

  constructor(trustedProxies: readonly string[]) {
    this.trusted = new AddressSet(trustedProxies);
  }

  of(request: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined {
    const peer = plain(request.socket.remoteAddress);
    const realIp = request.headers['x-real-ip'];
    if (!peer || typeof realIp !== 'string' || !isIP(realIp) || !this.isTrusted(peer)) return peer;
    return plain(realIp);
  }

  private isTrusted(peer: string): boolean {
    const known = this.known.get(peer);
    if (known !== undefined) return known;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    const trusted = this.trusted.has(peer);
    this.known.set(peer, trusted);
    return trusted;
  }
}

const MAX_KNOWN = 1_000;
const MAPPED = '::ffff:';

/** One spelling per address, so that a block of 1.2.3.4 also meets ::ffff:1.2.3.4. */
function plain(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const ipv4 = text.startsWith(MAPPED) ? text.slice(MAPPED.length) : text;
  // node takes only the canonical form of IPv4, so there is nothing to parse.
  return isIPv4(ipv4) ? ipv4 : parseAddress(text)?.toString();
}
