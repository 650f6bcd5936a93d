/** What goes wrong on purpose. Set through `POST /_sandbox/faults`. */
export interface Faults {
  /** Both APIs answer 503, and no callback is sent. */
  down: boolean;
  /** Before each answer of the APIs, in milliseconds. */
  delayMs: number;
  /** A transaction is created, but its answer never arrives: the connection is cut. */
  loseCreateAnswers: boolean;
  /** Callbacks count as sent and failed, all three tries. */
  dropCallbacks: boolean;
  /** Between two tries of a callback. The real gateway waits 120,000. */
  callbackRetryMs: number;
}

export const noFaults = (): Faults => ({
  down: false,
  delayMs: 0,
  loseCreateAnswers: false,
  dropCallbacks: false,
  callbackRetryMs: 10_000,
});

/** Takes over the known fields of the right type; throws a sentence for anything else. */
export function changeFaults(faults: Faults, change: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(change)) {
    if (!(name in faults)) throw new Error(`There is no fault "${name}"`);
    if (typeof value !== typeof faults[name as keyof Faults]) {
      throw new Error(`"${name}" must be a ${typeof faults[name as keyof Faults]}`);
    }
  }
  Object.assign(faults, change);
}
