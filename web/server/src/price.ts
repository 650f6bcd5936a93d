const POLL_MS = 60_000;
const RETRY_MS = 5_000;
const TIMEOUT_MS = 5_000;

/**
 * Polls billing for the public price until the process ends. Returns a function that reads the last answer, which is
 * kept while billing is unavailable, or null before the first one.
 */
export function pollPrice(billingUrl: string, onError: (error: unknown) => void): () => unknown {
  let price: unknown = null;
  let failing = false;
  const poll = async () => {
    try {
      const response = await fetch(new URL('/internal/price', billingUrl), {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`billing answered ${response.status}`);
      price = ((await response.json()) as { data: { price: unknown } }).data.price;
      failing = false;
    } catch (error) {
      // Reported once per outage.
      if (!failing) onError(error);
      failing = true;
    }
    setTimeout(() => void poll(), failing ? RETRY_MS : POLL_MS).unref();
  };
  void poll();
  return () => price;
}
