import { v7 } from 'uuid';

export const CORRELATION_HEADER = 'x-request-id';

/** Formats sent by Kong's correlation-id plugin: `uuid`, `uuid#counter` or `ip-port-…`. */
const SHAPE = /^[\w=:.#-]{8,128}$/;

export const newCorrelationId = (): string => v7();

/** Accepts an external id only if it is plain text, because it is written to logs and headers. */
export function correlationIdFrom(value: unknown): string {
  return typeof value === 'string' && SHAPE.test(value) ? value : newCorrelationId();
}
