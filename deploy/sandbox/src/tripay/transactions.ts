import { randomInt } from 'node:crypto';
import {
  newTransaction,
  type NewTransaction,
  type Status,
  type Transaction,
} from './transaction.js';

/** Statuses from which each status can be reached. A repeated payment repeats the callback, like a replay. */
const ALLOWED_TRANSITIONS: Record<Exclude<Status, 'UNPAID'>, readonly Status[]> = {
  // A late payment is accepted because a bank's customer may have paid in the last second.
  PAID: ['UNPAID', 'EXPIRED', 'PAID'],
  FAILED: ['UNPAID', 'FAILED'],
  EXPIRED: ['UNPAID', 'EXPIRED'],
  REFUND: ['PAID', 'REFUND'],
};

/** Amount missing in an underpayment, in Rp. */
const SHORT = 1_000;

export class Transactions {
  private readonly byReference: Map<string, Transaction>;

  /** @param changed called after every change, to store it and to notify the merchant */
  constructor(
    stored: Transaction[],
    private readonly merchantCode: string,
    private readonly changed: (transaction: Transaction, event: Status | null) => void,
  ) {
    this.byReference = new Map(stored.map((one) => [one.reference, one]));
  }

  create(order: NewTransaction): Transaction {
    const transaction = newTransaction(this.newReference(), order);
    this.byReference.set(transaction.reference, transaction);
    this.changed(transaction, null);
    return transaction;
  }

  /** Ordered newest first. */
  all(): Transaction[] {
    return [...this.byReference.values()].reverse();
  }

  find(reference: string): Transaction | undefined {
    return this.byReference.get(reference);
  }

  /** @throws an error if the status change is impossible for this bill */
  move(transaction: Transaction, to: Exclude<Status, 'UNPAID'>): void {
    this.mayBecome(transaction, to, ALLOWED_TRANSITIONS[to]);
    if (to === 'PAID') transaction.paidAt ??= Math.floor(Date.now() / 1000);
    transaction.status = to;
    this.changed(transaction, to);
  }

  /**
   * Simulates a customer who pays less than required.
   *
   * @throws with a sentence if this bill cannot be paid
   */
  payShort(transaction: Transaction): void {
    this.mayBecome(transaction, 'PAID', ['UNPAID', 'EXPIRED']);
    transaction.short = Math.min(SHORT, transaction.amount - 1);
    this.move(transaction, 'PAID');
  }

  /**
   * Simulates a customer who pays a second bill for the same order after losing the page of the first.
   *
   * @throws with a sentence if the first bill is not paid
   */
  payTwice(transaction: Transaction): Transaction {
    this.mayBecome(transaction, 'PAID', ['PAID']);
    const now = Math.floor(Date.now() / 1000);
    const second: Transaction = {
      ...transaction,
      reference: this.newReference(),
      createdAt: now,
      paidAt: null,
      status: 'UNPAID',
      callbacks: [],
    };
    this.byReference.set(second.reference, second);
    this.move(second, 'PAID');
    return second;
  }

  expire(now = Date.now()): void {
    for (const one of this.byReference.values()) {
      if (one.status === 'UNPAID' && one.expiredTime * 1000 <= now) this.move(one, 'EXPIRED');
    }
  }

  clear(): void {
    this.byReference.clear();
  }

  private mayBecome(one: Transaction, to: Status, from: readonly Status[]): void {
    if (from.includes(one.status)) return;
    throw new Error(`${one.reference} is ${one.status} and cannot become ${to}`);
  }

  private newReference(): string {
    const digits = String(this.byReference.size + 1).padStart(11, '0');
    const letters = Array.from({ length: 5 }, () => String.fromCharCode(65 + randomInt(26)));
    return `DEV-${this.merchantCode}${digits}${letters.join('')}`;
  }
}
