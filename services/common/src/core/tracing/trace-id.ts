import { createHash } from 'node:crypto';
import { parse, validate } from 'uuid';

/**
 * Derives the trace id from a correlation id: the same sixteen bytes for a UUID, which the gateway generates,
 * otherwise a hash. The X-Request-Id of a response or log line therefore identifies the trace.
 *
 * @returns 32 hex digits, as W3C Trace Context writes a trace-id
 */
export function traceIdOf(correlationId: string): string {
  const [uuid = ''] = correlationId.split('#');
  const bytes = validate(uuid)
    ? Buffer.from(parse(uuid))
    : createHash('sha256').update(correlationId).digest().subarray(0, 16);
  return bytes.toString('hex');
}
