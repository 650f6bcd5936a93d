import { freePort } from './ports.js';

export const serviceNames = ['auth', 'billing', 'install', 'telegram', 'security'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** The desktop relay's name in kong.yml. It is not a service because it has neither a database nor a gRPC port. */
export const RELAY = 'install-desktop';

/** Free ports of all listening processes. They are kept when a process is restarted. */
export interface Addresses extends ServicePorts<ServiceName | 'web'> {
  /** Ports of the second replica of every service, of the third, and so on. */
  further: ServicePorts<ServiceName>[];
}

interface ServicePorts<Name extends string> {
  http: Record<Name | typeof RELAY, number>;
  grpc: Record<ServiceName, number>;
}

export async function chooseAddresses(replicas: number): Promise<Addresses> {
  const first = await choosePorts();
  const web = await freePort();
  const further: Addresses['further'] = [];
  while (further.length < replicas - 1) further.push(await choosePorts());
  return { http: { ...first.http, web }, grpc: first.grpc, further };
}

async function choosePorts(): Promise<ServicePorts<ServiceName>> {
  const http = { [RELAY]: await freePort() } as ServicePorts<ServiceName>['http'];
  const grpc = {} as Record<ServiceName, number>;
  for (const name of serviceNames) {
    http[name] = await freePort();
    grpc[name] = await freePort();
  }
  return { http, grpc };
}

/** Returns the ports of each replica, starting with the first. */
export const replicasOf = (addresses: Addresses): ServicePorts<ServiceName>[] => [
  addresses,
  ...addresses.further,
];

/**
 * Maps kong.yml's host names to addresses for the gateway, for example `auth` → `127.0.0.1:20123`. Several replicas
 * are separated by commas.
 */
export function upstreams(addresses: Addresses): Record<string, string> {
  const of = (name: ServiceName | typeof RELAY) =>
    replicasOf(addresses).map(({ http }) => http[name]);
  const names = [...serviceNames, RELAY] as const;
  const entries = names.map((name) => [name, of(name).map(onLoopback).join()] as const);
  return { ...Object.fromEntries(entries), web: onLoopback(addresses.http.web) };
}

/** Returns the target of a gRPC client, which balances over every replica. */
export function grpcTarget(addresses: Addresses, name: ServiceName): string {
  const all = replicasOf(addresses).map(({ grpc }) => onLoopback(grpc[name]));
  return all.length > 1 ? `ipv4:${all.join()}` : all.join();
}

const onLoopback = (port: number) => `127.0.0.1:${port}`;
