import { z } from 'zod';

/** `host:port`, or several addresses as gRPC writes them: `ipv4:127.0.0.1:5001,127.0.0.1:5002`. */
export const grpcTarget = z
  .string()
  .regex(/^([^\s:,]+:\d+|ipv4:[\d.]+:\d+(,[\d.]+:\d+)*)$/, 'must be host:port');
