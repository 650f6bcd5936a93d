import { waitFor } from '@casement/common/testing/wait-for.js';

/** Calls repeated continuously during a test. None of them may fail. */
export class Load {
  calls = 0;
  private going = true;
  private readonly loops: Promise<unknown>;

  /** @param calls each is repeated in a separate loop */
  constructor(calls: readonly (() => Promise<unknown>)[]) {
    this.loops = Promise.all(calls.map((call) => this.repeat(call)));
    // Avoids an unhandled rejection; the error is thrown at the test's next wait.
    this.loops.catch(() => (this.going = false));
  }

  /** Waits for the condition. A failed call ends the wait and the test. */
  async until(condition: () => boolean): Promise<void> {
    await Promise.race([waitFor(condition), this.loops]);
  }

  /** @throws the error of a failed call */
  async stop(): Promise<void> {
    this.going = false;
    await this.loops;
  }

  private async repeat(call: () => Promise<unknown>): Promise<void> {
    while (this.going) {
      await call();
      this.calls += 1;
    }
  }
}
