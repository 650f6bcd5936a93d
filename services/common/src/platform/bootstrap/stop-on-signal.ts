import { logger } from '../../core/logging/logger.js';

const log = logger('bootstrap');
/** With the drain under the 30 s that an orchestrator waits before it kills. */
const ALL_MS = 20_000;

/** How a process shuts down. */
export interface Stopping {
  /** How long `drain` may take. */
  drainMs: number;
  /** Goes on answering while others take over. @param cut ends it at once */
  drain(cut: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * SIGTERM and SIGINT: `drain`, `close`, then exit 0; a second one ends the drain at once. What is not
 * done in time ends with exit 1.
 */
export function stopOnSignal(stopping: Stopping): void {
  const { drainMs } = stopping;
  const cut = new AbortController();
  let isStopping = false;
  const stop = (signal: string) => {
    if (isStopping) return cut.abort();
    isStopping = true;
    log.info({ signal, drainMs }, 'stopping');
    setTimeout(() => process.exit(1), drainMs + ALL_MS).unref();
    stopping
      .drain(cut.signal)
      .then(() => stopping.close())
      .then(
        () => process.exit(0),
        (err: unknown) => {
          log.error({ err }, 'did not stop cleanly');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
