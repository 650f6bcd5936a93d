import { resolve4 } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { AddressPolicy } from '@casement/common/core/net/address-policy.js';

/**
 * The one address of a host to connect to: all of its addresses must be allowed by the policy. The caller connects to
 * exactly this one, without a second lookup, which could give another answer.
 *
 * DNS alone, no `hosts` file: the system's lookup has four threads, which a slow name server of one user would keep from
 * all others.
 *
 * @returns null where the host has no IPv4 address, or one that is refused; which of these is told to no one, since it
 *   would show the names of our own network
 */
export async function allowedAddress(
  hostname: string,
  policy: Pick<AddressPolicy, 'check'>,
): Promise<string | null> {
  // A URL writes an IPv6 address in brackets; the policy refuses those.
  const isLiteral = isIP(hostname) !== 0 || hostname.startsWith('[');
  const found = isLiteral ? [hostname] : await resolve4(hostname).catch(() => []);
  const [first] = found;
  return first !== undefined && found.every((one) => policy.check(one).ok) ? first : null;
}
