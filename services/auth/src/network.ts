import { clientKey } from '@casement/common/core/net/client-networks.js';

/**
 * Returns the /24 (IPv4) or /64 (IPv6) network of an address. A client's network changes less often than its address.
 */
export function networkOf(address: string): string {
  const key = clientKey(address);
  return /^\d+\.\d+\.\d+\.\d+$/.test(key) ? key.replace(/\d+$/, '0/24') : key;
}
