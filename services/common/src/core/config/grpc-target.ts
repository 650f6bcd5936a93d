import { z } from 'zod';

/** `host:port`, or several addresses in gRPC syntax: `ipv4:127.0.0.1:5001,127.0.0.1:5002`. */
export const grpcTarget = z
  .string()
  .regex(/^([^\s:,]+:\d+|ipv4:[\d.]+:\d+(,[\d.]+:\d+)*)$/, 'must be host:port');

/** gRPC addresses of the services in development, for processes that are started manually. */
export const DEVELOPMENT_GRPC = {
  auth: '127.0.0.1:5001',
  billing: '127.0.0.1:5002',
  install: '127.0.0.1:5003',
  telegram: '127.0.0.1:5004',
} as const;
