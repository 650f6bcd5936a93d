import { freePort } from './ports.js';

export const serviceNames = ['auth', 'billing', 'install', 'telegram', 'security'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Ports of everything that listens on a free one. They are kept when a process is restarted. */
export interface Addresses {
  http: Record<ServiceName | 'web', number>;
  grpc: Record<ServiceName, number>;
}

export async function chooseAddresses(): Promise<Addresses> {
  const http = {} as Addresses['http'];
  const grpc = {} as Addresses['grpc'];
  for (const name of serviceNames) {
    http[name] = await freePort();
    grpc[name] = await freePort();
  }
  http.web = await freePort();
  return { http, grpc };
}

/** `auth` → `127.0.0.1:20123`, for the gateway, which knows the services by kong.yml's host names. */
export function upstreams(addresses: Addresses): Record<string, string> {
  const entries = Object.entries(addresses.http);
  return Object.fromEntries(entries.map(([name, port]) => [name, `127.0.0.1:${port}`]));
}
