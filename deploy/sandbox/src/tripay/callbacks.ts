import type { Delivery } from '../delivery.js';
import { sign } from '../signature.js';
import { callbackBody, type Status, type Transaction } from './transaction.js';

/** Notifies the merchant of a bill's status with a signed callback. */
export class Callbacks {
  constructor(
    private readonly privateKey: string,
    private readonly delivery: Delivery,
    private readonly tried: (transaction: Transaction) => void,
  ) {}

  /** @returns whether the merchant finally accepted it */
  async send(transaction: Transaction, event: Status): Promise<boolean> {
    if (!transaction.callbackUrl) return false;
    const body = JSON.stringify(callbackBody(transaction, event));
    const headers = {
      'x-callback-event': 'payment_status',
      'x-callback-signature': sign(this.privateKey, body),
    };
    return this.delivery.send(transaction.callbackUrl, body, headers, (result) => {
      transaction.callbacks.push({ ...result, event });
      this.tried(transaction);
    });
  }
}
