import { CasementUnreachable, retryAfterOf, toError } from './errors.js';

const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 500;
/** A wait that the server asks for beyond this is the caller's to decide on. */
const MAX_WAIT_SECONDS = 120;
const TIMEOUT_MS = 30_000;
/** How long a call under way elsewhere is asked for: it has begun, so its answer will be there. */
const UNDER_WAY_MS = 120_000;
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A `fetch` that repeats what may be repeated: reads and requests with an Idempotency-Key when no answer or a 5xx came,
 * and any request that was refused with 429. What is under way already is asked for until it has its answer.
 *
 * @throws CasementError for any answer that is no success; CasementUnreachable
 */
export const repeating =
  (fetch: typeof globalThis.fetch) =>
  async (request: Request): Promise<Response> => {
    const isRepeatable = request.method === 'GET' || request.headers.has(IDEMPOTENCY_KEY);
    const patience = Date.now() + UNDER_WAY_MS;
    for (let failures = 0; ;) {
      const isLast = failures === MAX_ATTEMPTS - 1;
      const pause = FIRST_PAUSE_MS * 2 ** failures;
      let response: Response;
      try {
        response = await fetch(request.clone(), { signal: timeoutOf(request) });
      } catch (cause) {
        if (request.signal.aborted) throw cause;
        if (isLast || !isRepeatable) throw new CasementUnreachable(request.url, { cause });
        failures += 1;
        await sleep(pause);
        continue;
      }
      if (response.ok) return response;
      const error = await toError(response);
      const wait = retryAfterOf(response);
      if (error.code === 'IDEMPOTENCY_IN_PROGRESS' && Date.now() < patience) {
        await sleep(Math.max(FIRST_PAUSE_MS, (wait ?? 0) * 1000));
        continue;
      }
      const mayRepeat = error.status === 429 || (isRepeatable && error.status >= 500);
      if (isLast || !mayRepeat || (wait ?? 0) > MAX_WAIT_SECONDS) throw error;
      failures += 1;
      await sleep(Math.max(pause, (wait ?? 0) * 1000));
    }
  };

/** A stream of events has no end that could come too late. */
function timeoutOf(request: Request): AbortSignal {
  const isStream = request.headers.get('accept') === 'text/event-stream';
  if (isStream) return request.signal;
  return AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]);
}
