import { setTimeout as wait } from 'node:timers/promises';

type Truthy<T> = Exclude<T, false | 0 | '' | null | undefined>;

/**
 * Waits until `condition` returns a truthy value (or stops throwing) and returns it. The timeout catches hangs; it
 * leaves enough time for slow calls on a busy machine.
 *
 * @example const row = await waitFor(async () => (await find()) ?? false);
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 180_000, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<Truthy<T>> {
  const deadline = Date.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value) return value as Truthy<T>;
      last = value;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) {
      throw new Error(`condition not met within ${timeoutMs} ms`, { cause: last });
    }
    await wait(everyMs);
  }
}
