import { setTimeout as pause } from 'node:timers/promises';
import type { Faults } from './faults.js';

const TRIES = 3;
const ANSWER_TIMEOUT_MS = 10_000;

export interface DeliveryTry {
  at: string;
  /** HTTP status of the merchant, or the reason why it did not respond. */
  answer: number | string;
  accepted: boolean;
}

/** Sends a callback up to three times until the merchant accepts it. */
export class Delivery {
  private readonly closing = new AbortController();

  constructor(private readonly faults: Faults) {}

  /**
   * @param tried called after each attempt
   * @returns whether the merchant finally accepted it
   */
  async send(
    url: string,
    body: string,
    headers: Record<string, string>,
    tried: (result: DeliveryTry) => void,
  ): Promise<boolean> {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const result = await this.post(url, body, headers);
      tried({ at: new Date().toISOString(), ...result });
      if (result.accepted) return true;
      if (attempt < TRIES) await this.wait(this.faults.callbackRetryMs);
      if (this.closing.signal.aborted) return false;
    }
    return false;
  }

  close(): void {
    this.closing.abort();
  }

  private async post(
    url: string,
    body: string,
    headers: Record<string, string>,
  ): Promise<Omit<DeliveryTry, 'at'>> {
    if (this.faults.down || this.faults.dropCallbacks)
      return { answer: 'dropped', accepted: false };
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
        signal: AbortSignal.any([this.closing.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      });
      const reply = (await answer.json().catch(() => null)) as { success?: unknown } | null;
      return { answer: answer.status, accepted: answer.ok && reply?.success === true };
    } catch (error) {
      return { answer: (error as Error).message, accepted: false };
    }
  }

  private async wait(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.closing.signal }).catch(() => undefined);
  }
}
