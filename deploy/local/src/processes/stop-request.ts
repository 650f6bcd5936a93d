/** Ctrl-C, a closed terminal, or `kill`. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Listens for stop signals.
 *
 * @param impatient called at the second signal, for users who do not wait for a clean shutdown
 */
export class StopRequest {
  private asked = false;
  readonly received: Promise<void>;

  constructor(first: () => void, impatient: () => void) {
    this.received = new Promise((resolve) => {
      for (const signal of SIGNALS) {
        process.on(signal, () => {
          if (this.asked) return impatient();
          this.asked = true;
          first();
          resolve();
        });
      }
    });
  }

  get isReceived(): boolean {
    return this.asked;
  }
}
