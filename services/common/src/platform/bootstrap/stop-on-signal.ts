import { logger } from '../../core/logging/logger.js';

const log = logger('bootstrap');
/**
 * Maximum duration of the shutdown after the drain. Together with the drain it stays below the 30 s after which an
 * orchestrator kills the process.
 */
const ALL_MS = 20_000;

export interface ShutdownSteps {
  /** Maximum duration of `drain` in ms. */
  drainMs: number;
  /**
   * Continues to serve requests while other replicas take over.
   *
   * @param cut ends the drain immediately
   */
  drain(cut: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * Handles SIGTERM and SIGINT: runs `drain` and `close`, then exits with 0. A second signal ends the drain
 * immediately. Exits with 1 if the shutdown takes too long.
 */
export function stopOnSignal(stopping: ShutdownSteps): void {
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
          log.error({ err }, 'shutdown failed');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
