import { IDEMPOTENCY_KEY, type Route } from '@casement/proto/http/route.js';
import { newKey } from './new-key.js';

/** So many actions may wait for an answer; older ones are forgotten. */
const MAX_OPEN = 20;

/** The keys of actions that have no answer yet, by what they ask for. Kept in memory only: a body may hold passwords. */
const open = new Map<string, string>();

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * The headers of a call, with a key where it must happen once: a form that is sent again after its answer was lost has
 * the same key, one that was answered or changed another.
 */
export function keyedHeaders(route: Route, path: string, { body, headers }: Sent) {
  if (!route.once || headers?.[IDEMPOTENCY_KEY]) return headers;
  // A file cannot be compared; its key holds for the tries of this call.
  if (body instanceof FormData) return { ...headers, [IDEMPOTENCY_KEY]: newKey() };
  const action = actionOf(route, path, body);
  const key = open.get(action) ?? newKey();
  open.delete(action);
  open.set(action, key);
  if (open.size > MAX_OPEN) open.delete(open.keys().next().value!);
  return { ...headers, [IDEMPOTENCY_KEY]: key };
}

/** What has come of it is known: the same once more would be another action. */
export function forgetKey(route: Route, path: string, { body }: Sent): void {
  if (route.once) open.delete(actionOf(route, path, body));
}

const actionOf = ({ method }: Route, path: string, body: unknown): string =>
  JSON.stringify([method, path, body]);
