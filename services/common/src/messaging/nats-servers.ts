import type { ConnectionOptions } from '@nats-io/transport-node';

/**
 * Reads NATS_URL: one address, or several with commas. The client library takes no credentials from
 * an address, so `nats://user:password@host` is taken apart here.
 */
export function natsServers(text: string): Pick<ConnectionOptions, 'servers' | 'user' | 'pass'> {
  const urls = text.split(',').map((part) => {
    const address = part.trim();
    return new URL(address.includes('://') ? address : `nats://${address}`);
  });
  const { username, password } = urls[0];
  return {
    servers: urls.map((url) => `${url.protocol}//${url.host}`),
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
  };
}
