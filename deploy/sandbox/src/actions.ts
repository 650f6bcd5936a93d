import type { Transaction } from './tripay/transaction.js';
import type { Transactions } from './tripay/transactions.js';

/** Actions of the buttons and the control API on a bill. They cover every outcome of a payment. */
const ACTIONS = {
  pay: (bills: Transactions, one: Transaction) => bills.move(one, 'PAID'),
  underpay: (bills: Transactions, one: Transaction) => bills.payShort(one),
  'pay-twice': (bills: Transactions, one: Transaction) => bills.payTwice(one),
  fail: (bills: Transactions, one: Transaction) => bills.move(one, 'FAILED'),
  expire: (bills: Transactions, one: Transaction) => bills.move(one, 'EXPIRED'),
  refund: (bills: Transactions, one: Transaction) => bills.move(one, 'REFUND'),
};

export type Action = keyof typeof ACTIONS;

export const isAction = (name: string): name is Action => Object.hasOwn(ACTIONS, name);

/** @throws an error if the action is impossible in the bill's status */
export function act(action: Action, bills: Transactions, one: Transaction): void {
  ACTIONS[action](bills, one);
}
