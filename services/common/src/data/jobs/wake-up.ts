/** Maximum delay of a timer. */
const MAX_DELAY_MS = 2_147_483_647;

/**
 * Ends a loop's wait early. A notification that arrives while the loop is working ends its next wait, so none is
 * lost. Only one loop may wait at a time, because two loops would share a single notification.
 */
export class WakeUp {
  private notified = false;
  private endWait: (() => void) | undefined;

  notify(): void {
    this.notified = true;
    this.endWait?.();
  }

  /** Resolves on a notification, after `maxMs` or when `signal` is aborted, whichever comes first. */
  async wait(maxMs: number, signal: AbortSignal): Promise<void> {
    if (!this.notified && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(end, Math.min(maxMs, MAX_DELAY_MS));
        timer.unref();
        function end() {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          resolve();
        }
        signal.addEventListener('abort', end, { once: true });
        this.endWait = end;
      });
    }
    this.endWait = undefined;
    this.notified = false;
  }
}
