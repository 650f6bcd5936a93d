import type { ConnectionOptions } from '@nats-io/transport-node';

/**
 * Reads NATS_URL: one address, or several with commas. The client library takes no credentials from
 * an address, so `nats://user:password@host` is taken apart here. It ignores the scheme as well and uses TLS only
 * where the server offers it; one `tls://` among the addresses requires TLS of every server.
 */
export function natsServers(
  text: string,
): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'tls'> {
  const urls = text.split(',').map((part) => {
    const address = part.trim();
    return new URL(address.includes('://') ? address : `nats://${address}`);
  });
  const { username, password } = urls[0] ?? { username: '', password: '' };
  return {
    servers: urls.map((url) => `${url.protocol}//${url.host}`),
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    ...(urls.some((url) => url.protocol === 'tls:') ? { tls: {} } : {}),
  };
}
