import { v7 } from 'uuid';

export const CORRELATION_HEADER = 'x-request-id';

/** Kong's correlation-id plugin sends `uuid`, `uuid#counter` or `ip-port-…` shapes. */
const SHAPE = /^[\w=:.#-]{8,128}$/;

export const newCorrelationId = (): string => v7();

/** Takes an id from outside only if it is plain: it goes into logs and headers. */
export function correlationIdFrom(given: unknown): string {
  return typeof given === 'string' && SHAPE.test(given) ? given : newCorrelationId();
}
