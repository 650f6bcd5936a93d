/** Simulated faults. Set through `POST /_sandbox/faults`. */
export interface Faults {
  /** Both APIs return 503, and no callback is sent. */
  down: boolean;
  /** Delay of each API response in milliseconds. */
  delayMs: number;
  /** A transaction is created, but the connection is closed without a response. */
  loseCreateAnswers: boolean;
  /** Callbacks are recorded as failed after all three attempts, without being sent. */
  dropCallbacks: boolean;
  /** Delay between two attempts of a callback in milliseconds. The real gateway waits 120,000. */
  callbackRetryMs: number;
}

export const noFaults = (): Faults => ({
  down: false,
  delayMs: 0,
  loseCreateAnswers: false,
  dropCallbacks: false,
  callbackRetryMs: 10_000,
});

/** Applies the known fields with valid types. @throws with a sentence for other fields */
export function changeFaults(faults: Faults, change: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(change)) {
    if (!(name in faults)) throw new Error(`There is no fault "${name}"`);
    if (typeof value !== typeof faults[name as keyof Faults]) {
      throw new Error(`"${name}" must be a ${typeof faults[name as keyof Faults]}`);
    }
  }
  Object.assign(faults, change);
}
