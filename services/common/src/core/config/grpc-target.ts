import { z } from 'zod';

/** `host:port`, or several addresses as gRPC writes them: `ipv4:127.0.0.1:5001,127.0.0.1:5002`. */
export const grpcTarget = z
  .string()
  .regex(/^([^\s:,]+:\d+|ipv4:[\d.]+:\d+(,[\d.]+:\d+)*)$/, 'must be host:port');

/** gRPC address of each service in development, for a process that is started by hand. */
export const DEVELOPMENT_GRPC = {
  auth: '127.0.0.1:5001',
  billing: '127.0.0.1:5002',
  install: '127.0.0.1:5003',
  telegram: '127.0.0.1:5004',
} as const;
