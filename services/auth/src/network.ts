import { clientKey } from '@casement/common/core/net/client-networks.js';

/** Addresses of one line change all the time; their network seldom does: /24, or /64 of IPv6. */
export function networkOf(address: string): string {
  const key = clientKey(address);
  return /^\d+\.\d+\.\d+\.\d+$/.test(key) ? key.replace(/\d+$/, '0/24') : key;
}
