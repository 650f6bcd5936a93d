import { waitFor } from '@casement/common/testing/wait-for.js';

/** Calls made again and again beside a test, none of which may fail. */
export class Load {
  calls = 0;
  private going = true;
  private readonly loops: Promise<unknown>;

  /** @param calls each is repeated in a loop of its own */
  constructor(calls: readonly (() => Promise<unknown>)[]) {
    this.loops = Promise.all(calls.map((call) => this.repeat(call)));
    // Thrown where the test waits next.
    this.loops.catch(() => (this.going = false));
  }

  /** Waits for the condition; a call that fails ends the wait, and the test. */
  async until(condition: () => boolean): Promise<void> {
    await Promise.race([waitFor(condition), this.loops]);
  }

  /** @throws what a call has failed with */
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
