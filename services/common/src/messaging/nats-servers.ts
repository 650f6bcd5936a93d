import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  credsAuthenticator,
  type ConnectionOptions,
  type TlsOptions,
} from '@nats-io/transport-node';
import type { BaseConfig } from '../core/config/base-config.js';

type NatsConfig = Pick<BaseConfig, 'NATS_URL' | 'NATS_CREDS_FILE' | 'NATS_TLS_DIR'>;

/**
 * Parses NATS_URL: one address, or several separated by commas. The client library takes no credentials from an
 * address, so `nats://user:password@host` is split here. The library also ignores the scheme and uses TLS only if the
 * server offers it; one `tls://` among the addresses, or NATS_TLS_DIR, requires TLS of every server. Files are read
 * on each connection, so renewing them needs no restart of the service.
 */
export function natsServers({
  NATS_URL,
  NATS_CREDS_FILE,
  NATS_TLS_DIR,
}: NatsConfig): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'tls' | 'authenticator'> {
  const urls = NATS_URL.split(',').map((part) => {
    const address = part.trim();
    return new URL(address.includes('://') ? address : `nats://${address}`);
  });
  const { username, password } = urls[0] ?? { username: '', password: '' };
  const requiresTls = urls.some((url) => url.protocol === 'tls:');
  return {
    servers: urls.map((url) => `${url.protocol}//${url.host}`),
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    ...(NATS_CREDS_FILE
      ? { authenticator: credsAuthenticator(() => readFileSync(NATS_CREDS_FILE)) }
      : {}),
    ...(NATS_TLS_DIR || requiresTls ? { tls: tlsFiles(NATS_TLS_DIR) } : {}),
  };
}

/** If there is no tls.crt, this service presents no client certificate. */
function tlsFiles(folder: string): TlsOptions {
  if (!folder) return {};
  const path = (name: string) => join(folder, name);
  return {
    caFile: path('ca.crt'),
    ...(existsSync(path('tls.crt')) ? { certFile: path('tls.crt'), keyFile: path('tls.key') } : {}),
  };
}
