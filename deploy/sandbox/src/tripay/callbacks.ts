import { setTimeout as pause } from 'node:timers/promises';
import type { Faults } from '../faults.js';
import { sign } from '../signature.js';
import { callbackBody, type CallbackTry, type Status, type Transaction } from './transaction.js';

const TRIES = 3;
const ANSWER_TIMEOUT_MS = 10_000;

/** Notifies the merchant of a bill's status with a signed callback, up to three times until it is accepted. */
export class Callbacks {
  private readonly closing = new AbortController();

  constructor(
    private readonly privateKey: string,
    private readonly faults: Faults,
    private readonly tried: (transaction: Transaction) => void,
  ) {}

  /** @returns whether the merchant finally accepted it */
  async send(transaction: Transaction, event: Status): Promise<boolean> {
    if (!transaction.callbackUrl) return false;
    const body = JSON.stringify(callbackBody(transaction, event));
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const result = await this.post(transaction.callbackUrl, body);
      transaction.callbacks.push({ at: new Date().toISOString(), event, ...result });
      this.tried(transaction);
      if (result.accepted) return true;
      if (attempt < TRIES) await this.wait(this.faults.callbackRetryMs);
      if (this.closing.signal.aborted) return false;
    }
    return false;
  }

  close(): void {
    this.closing.abort();
  }

  private async post(url: string, body: string): Promise<Pick<CallbackTry, 'answer' | 'accepted'>> {
    if (this.faults.down || this.faults.dropCallbacks)
      return { answer: 'dropped', accepted: false };
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'x-callback-event': 'payment_status',
          'x-callback-signature': sign(this.privateKey, body),
        },
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
