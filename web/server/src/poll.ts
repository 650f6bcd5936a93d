const RETRY_MS = 5_000;
const TIMEOUT_MS = 5_000;

export interface Polled<T> {
  /** Returns the last answer, which is kept while the service is unavailable; `null` before the first one. */
  read: () => T | null;
  /** Resolves after the first attempt, also if it failed. */
  attempted: Promise<void>;
}

/** Polls a service for the `data` of an answer until the process ends. Reports an outage once. */
export function poll<T>(url: URL, everyMs: number, onError: (error: unknown) => void): Polled<T> {
  let latest: T | null = null;
  let failing = false;
  const attempt = async () => {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!response.ok) throw new Error(`${url.hostname} answered ${response.status}`);
      latest = ((await response.json()) as { data: T }).data;
      failing = false;
    } catch (error) {
      if (!failing) onError(error);
      failing = true;
    }
    setTimeout(() => void attempt(), failing ? RETRY_MS : everyMs).unref();
  };
  return { read: () => latest, attempted: attempt() };
}
