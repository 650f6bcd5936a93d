import { freePort } from './ports.js';

export const serviceNames = ['auth', 'billing', 'install', 'telegram', 'security'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** The relay of desktops, by the name that kong.yml has for it. No service: it has neither database nor gRPC port. */
export const RELAY = 'install-desktop';

/** Ports of everything that listens on a free one. They are kept when a process is restarted. */
export interface Addresses extends ServicePorts<ServiceName | 'web'> {
  /** Of the second replica of every service, of the third, and so on. */
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

/** The first replica's ports, the second's, … */
export const replicasOf = (addresses: Addresses): ServicePorts<ServiceName>[] => [
  addresses,
  ...addresses.further,
];

/**
 * `auth` → `127.0.0.1:20123`, for the gateway, which knows the services by kong.yml's host names; of several
 * replicas all of them, with commas.
 */
export function upstreams(addresses: Addresses): Record<string, string> {
  const of = (name: ServiceName | typeof RELAY) =>
    replicasOf(addresses).map(({ http }) => http[name]);
  const names = [...serviceNames, RELAY] as const;
  const entries = names.map((name) => [name, of(name).map(onLoopback).join()] as const);
  return { ...Object.fromEntries(entries), web: onLoopback(addresses.http.web) };
}

/** The target of a gRPC client: every replica, which the client balances over. */
export function grpcTarget(addresses: Addresses, name: ServiceName): string {
  const all = replicasOf(addresses).map(({ grpc }) => onLoopback(grpc[name]));
  return all.length > 1 ? `ipv4:${all.join()}` : all.join();
}

const onLoopback = (port: number) => `127.0.0.1:${port}`;
