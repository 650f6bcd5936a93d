import { randomInt } from 'node:crypto';

/** A transfer that our account has received or sent. */
export interface Transfer {
  orderType: string;
  transactionId: string;
  /** Milliseconds. */
  transactionTime: number;
  /** Up to 8 decimals; negative when we have sent it. */
  amount: string;
  currency: string;
  receiverId: string;
  /** From when the history shows it; absent: from the time that it bears. */
  shownAt?: number;
}

const AMOUNT = /^-?\d{1,12}(\.\d{1,8})?$/;

/** Reads a transfer from the control API or the page, filled up with what is usual. */
export function readTransfer(given: Record<string, unknown>, ownReceiverId: string): Transfer {
  const text = (name: string, fallback: string) => {
    const value = given[name];
    return typeof value === 'string' && value !== '' ? value : fallback;
  };
  const amount = text('amount', '');
  if (!AMOUNT.test(amount)) throw new Error('"amount" must be a decimal number as text');
  const time = given['transactionTime'] ?? Date.now();
  if (typeof time !== 'number') throw new Error('"transactionTime" must be milliseconds');
  return {
    orderType: text('orderType', 'C2C'),
    transactionId: text('transactionId', `M_P_${randomInt(10 ** 8, 10 ** 9)}${randomInt(10 ** 8)}`),
    transactionTime: time,
    amount,
    currency: text('currency', 'USDT'),
    receiverId: text('receiverId', ownReceiverId),
  };
}

/** A row of the history. */
export function transferRow(one: Transfer) {
  return {
    orderType: one.orderType,
    transactionId: one.transactionId,
    transactionTime: one.transactionTime,
    amount: one.amount,
    currency: one.currency,
    walletType: 1,
    walletTypes: [1],
    fundsDetail: [{ currency: one.currency, amount: one.amount.replace('-', '') }],
    payerInfo: { name: 'Sandbox payer', type: 'USER', accountId: '67736251' },
    receiverInfo: { type: 'USER', binanceId: one.receiverId, extend: {} },
  };
}
