import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import { AddressSet, parseAddress } from '../net/address-set.js';

/**
 * Determines the client's address: the gateway's X-Real-IP if the peer is the gateway, otherwise the peer's address.
 * X-Forwarded-For is never used because the client controls its leftmost entry.
 */
export class ClientAddresses {
  private readonly trusted: AddressSet;
  /** Cache of peer checks. The gateway's replicas account for most calls. */
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

/** Normalizes an address so that a block of 1.2.3.4 also applies to ::ffff:1.2.3.4. */
function plain(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const ipv4 = text.startsWith(MAPPED) ? text.slice(MAPPED.length) : text;
  // Node accepts only canonical IPv4 addresses, so no parsing is needed.
  return isIPv4(ipv4) ? ipv4 : parseAddress(text)?.toString();
}
