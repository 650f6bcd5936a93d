import { REQUEST_TIMEOUT_MS } from '@/config/limits.js';

interface EarlyAnswer {
  response: Promise<Response>;
  stop: AbortController;
}

declare global {
  interface Window {
    /** What the page asked for while its code was on the way (scripts/opening-files.ts), by the address of the call. */
    early?: { token: string; askedAt: number; answers: Record<string, EarlyAnswer> };
  }
}

/**
 * The answer to a call that the page itself has made already: once, under the same token, and no later than a call may
 * take. It answers undefined where none came, and the call is made as any other.
 */
export function takeEarlyAnswer(
  url: string,
  token: string | null,
  signal: AbortSignal,
): Promise<Response | undefined> | undefined {
  const { early } = window;
  const answer = early?.answers[url];
  if (!early || !answer || signal.aborted) return undefined;
  delete early.answers[url];
  if (early.token !== token || performance.now() - early.askedAt > REQUEST_TIMEOUT_MS) {
    return undefined;
  }
  signal.addEventListener('abort', () => answer.stop.abort());
  return answer.response.catch(() => undefined);
}
