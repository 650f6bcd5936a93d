import { createHash } from 'node:crypto';
import { parse, validate } from 'uuid';

/**
 * The trace of a correlation id: the same sixteen bytes where it is a UUID, as the gateway makes them, else a hash.
 * So the X-Request-Id of an answer, or of a line of log, has the trace.
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
