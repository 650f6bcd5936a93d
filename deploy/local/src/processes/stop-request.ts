/** Ctrl-C, a terminal that is closed, or `kill`. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Listens for the wish to stop.
 *
 * @param impatient called at the second one, when the first is taking too long
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
