import { CasementUnreachable, retryAfterOf, toError } from './errors.js';

const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 500;
/** Longest Retry-After that the client waits for. If it is longer, the error is thrown to the caller. */
const MAX_WAIT_SECONDS = 120;
const TIMEOUT_MS = 30_000;
/** Maximum time for polling a call whose first request is still in progress. */
const IN_PROGRESS_MS = 120_000;
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Wraps `fetch` with retries: reads and requests with an Idempotency-Key after a missing response or a 5xx, and any
 * request refused with 429. A call that is already in progress is polled until it has its response.
 *
 * @throws CasementError for any error response; CasementUnreachable
 */
export const withRetries =
  (fetch: typeof globalThis.fetch) =>
  async (request: Request): Promise<Response> => {
    const isRepeatable = request.method === 'GET' || request.headers.has(IDEMPOTENCY_KEY);
    const patience = Date.now() + IN_PROGRESS_MS;
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

/** Event streams have no timeout because they do not end. */
function timeoutOf(request: Request): AbortSignal {
  const isStream = request.headers.get('accept') === 'text/event-stream';
  if (isStream) return request.signal;
  return AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]);
}
