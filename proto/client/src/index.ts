import { randomUUID } from 'node:crypto';
import createFetchClient, { type Client } from 'openapi-fetch';
import { ONCE, type paths } from './gen/api.js';
import { RateLimits } from './rate-limit.js';
import { IDEMPOTENCY_KEY, withRetries, sleep } from './retry.js';

export { CasementError, CasementUnreachable, type FieldProblem } from './errors.js';
export type { ErrorCode, paths } from './gen/api.js';

export interface ClientOptions {
  /** Base URL of Casement without `/api`: `https://casement.example`. */
  baseUrl: string;
  /** API key, `csm_…`. Without one only device logins can be called. */
  key?: string;
  /** Name for the server's log, e.g. `my-panel/1.2`. */
  userAgent?: string;
  fetch?: typeof globalThis.fetch;
}

export type CasementClient = Client<paths, 'application/json'>;

/**
 * Creates a client for all calls that accept an API key, typed by the API document. Calls that spend or create get an
 * Idempotency-Key unless the caller provides one, and are retried with the same key if no response arrived. Rate
 * limits and Retry-After are respected.
 *
 * @throws from each call: CasementError for an error response, CasementUnreachable
 * @example const casement = createClient({ baseUrl: 'https://casement.example', key: process.env.CASEMENT_API_KEY });
 * const installs = await dataOf(casement.GET('/api/user/install-history'));
 */
export function createClient({
  baseUrl,
  key,
  userAgent = 'casement-client',
  fetch = globalThis.fetch,
}: ClientOptions): CasementClient {
  const limits = new RateLimits();
  const client = createFetchClient<paths, 'application/json'>({
    baseUrl,
    fetch: withRetries(fetch),
    redirect: 'error',
  });
  client.use({
    async onRequest({ request, schemaPath }) {
      const wait = limits.delayOf(schemaPath);
      if (wait > 0) await sleep(wait);
      request.headers.set('User-Agent', userAgent);
      if (key) request.headers.set('Authorization', `Bearer ${key}`);
      const { headers, method } = request;
      if (ONCE.has(`${method} ${schemaPath}`) && !headers.has(IDEMPOTENCY_KEY)) {
        headers.set(IDEMPOTENCY_KEY, randomUUID());
      }
      return request;
    },
    onResponse({ schemaPath, response }) {
      limits.note(schemaPath, response);
    },
  });
  return client;
}

/** Returns the `data` of a call's response. A failed call rejects instead of returning an `error`. */
export async function dataOf<T>(call: Promise<{ data?: { data: T } }>): Promise<T> {
  const { data } = await call;
  if (!data) throw new TypeError('The answer is empty');
  return data.data;
}
