import { IDEMPOTENCY_KEY, type Route } from '@casement/proto/http/route.js';
import { createIdempotencyKey } from './idempotency-key.js';

/** Maximum number of pending actions; older ones are dropped. */
const MAX_OPEN = 20;

/** Keys of pending actions by request. Kept only in memory because a body may contain passwords. */
const open = new Map<string, string>();

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Returns the headers of a call, with a key if it must not run twice. A form resent after a lost response reuses
 * its key; a completed or changed form gets a new one.
 */
export function withIdempotencyKey(route: Route, path: string, { body, headers }: Sent) {
  if (!route.idempotency || headers?.[IDEMPOTENCY_KEY]) return headers;
  // Files cannot be compared, so the key only covers the retries of this call.
  if (body instanceof FormData) return { ...headers, [IDEMPOTENCY_KEY]: createIdempotencyKey() };
  const action = actionOf(route, path, body);
  const key = open.get(action) ?? createIdempotencyKey();
  open.delete(action);
  open.set(action, key);
  if (open.size > MAX_OPEN) open.delete(open.keys().next().value!);
  return { ...headers, [IDEMPOTENCY_KEY]: key };
}

/** Called once the outcome is known: the same request again is a new action. */
export function clearIdempotencyKey(route: Route, path: string, { body }: Sent): void {
  if (route.idempotency) open.delete(actionOf(route, path, body));
}

const actionOf = ({ method }: Route, path: string, body: unknown): string =>
  JSON.stringify([method, path, body]);
