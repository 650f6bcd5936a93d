import { randomUUID } from 'node:crypto';
import createFetchClient, { type Client } from 'openapi-fetch';
import { ONCE, type paths } from './gen/api.js';
import { RateLimits } from './rate-limit.js';
import { IDEMPOTENCY_KEY, repeating, sleep } from './repeat.js';

export { CasementError, CasementUnreachable, type FieldProblem } from './errors.js';
export type { ErrorCode, paths } from './gen/api.js';

export interface ClientOptions {
  /** Where Casement is, without `/api`: `https://casement.example`. */
  baseUrl: string;
  /** An API key, `csm_…`. Without one only a device login can be called. */
  key?: string;
  /** For the server's log, e.g. `my-panel/1.2`. */
  userAgent?: string;
  fetch?: typeof globalThis.fetch;
}

export type CasementClient = Client<paths, 'application/json'>;

/**
 * Every call that an API key may make, typed by the API document. Calls that spend or create get an Idempotency-Key unless the
 * caller gives one, and are repeated under it when no answer came. Limits and Retry-After are waited for.
 *
 * @throws from each call: CasementError for an answer that is no success, CasementUnreachable
 * @example
 * const casement = createClient({ baseUrl: 'https://casement.example', key: process.env.CASEMENT_API_KEY });
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
    fetch: repeating(fetch),
    redirect: 'error',
  });
  client.use({
    async onRequest({ request, schemaPath }) {
      const wait = limits.waitOf(schemaPath);
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

/** What stands in `data` of a call's answer. Calls of this client throw where there is no success. */
export async function dataOf<T>(call: Promise<{ data?: { data: T } }>): Promise<T> {
  const { data } = await call;
  if (!data) throw new TypeError('The answer is empty');
  return data.data;
}
