import { randomInt } from 'node:crypto';

/** Transfer received or sent by our account. */
export interface Transfer {
  orderType: string;
  /** Order ID in Binance's app. Absent in rows of the old shape. */
  orderId?: string;
  transactionId: string;
  /** Unix time in milliseconds. */
  transactionTime: number;
  /** Up to 8 decimals. Negative for sent transfers. */
  amount: string;
  currency: string;
  receiverId: string;
  /** Time from which the history shows the transfer. Default: the transfer's own time. */
  shownAt?: number;
}

const AMOUNT = /^-?\d{1,12}(\.\d{1,8})?$/;

/**
 * Reads a transfer from the control API or the page. Missing fields get typical values.
 *
 * @param isLegacyRow shape of the row unless `shape` is given: `old` has no Order ID, `new` has one
 */
export function readTransfer(
  input: Record<string, unknown>,
  ownReceiverId: string,
  isLegacyRow = false,
): Transfer {
  const text = (name: string, fallback: string) => {
    const value = input[name];
    return typeof value === 'string' && value !== '' ? value : fallback;
  };
  const amount = text('amount', '');
  if (!AMOUNT.test(amount)) throw new Error('"amount" must be a decimal number as text');
  const time = input['transactionTime'] ?? Date.now();
  if (typeof time !== 'number') throw new Error('"transactionTime" must be milliseconds');
  const transfer = {
    orderType: text('orderType', 'C2C'),
    transactionTime: time,
    amount,
    currency: text('currency', 'USDT'),
    receiverId: text('receiverId', ownReceiverId),
  };
  // In old rows the transactionId contains the number that the app shows.
  if (input['shape'] === 'old' || (isLegacyRow && input['shape'] !== 'new')) {
    return { ...transfer, transactionId: text('transactionId', `M_P_${orderNumber()}`) };
  }
  const orderId = text('orderId', orderNumber());
  return { ...transfer, orderId, transactionId: text('transactionId', transactionCode()) };
}

/** Returns 18 digits. */
const orderNumber = () => `${randomInt(10 ** 8, 10 ** 9)}${randomInt(10 ** 8, 10 ** 9)}`;

/** Returns letters and digits after a prefix, such as `P_A1JM7ZT9MM571112`. */
const transactionCode = () =>
  `P_A1${randomInt(36 ** 5, 36 ** 6)
    .toString(36)
    .toUpperCase()}${randomInt(10 ** 5, 10 ** 6)}`;

/** Number that the payer sees in Binance's app. */
export const shownOrderId = (one: Transfer): string =>
  one.orderId ?? one.transactionId.replace(/^M_P_/, '');

/** Row of the history. Field types differ as in Binance's API: the uid is a number, wallet types are text. */
export function transferRow(one: Transfer, ownReceiverId: string) {
  const row = {
    orderType: one.orderType,
    transactionId: one.transactionId,
    transactionTime: one.transactionTime,
    amount: one.amount,
    currency: one.currency,
    walletType: 1,
    fundsDetail: [{ currency: one.currency, amount: one.amount.replace('-', '') }],
  };
  if (one.orderId === undefined) {
    return {
      ...row,
      walletTypes: [1],
      payerInfo: { name: 'Sandbox payer', type: 'USER', accountId: '67736251' },
      receiverInfo: { type: 'USER', binanceId: one.receiverId, extend: {} },
    };
  }
  return {
    uid: Number(ownReceiverId),
    counterpartyId: 579_300_001,
    orderId: one.orderId,
    note: '',
    ...row,
    walletTypes: ['1'],
    payerInfo: { name: 'User-1a2b' },
    receiverInfo: {
      binanceId: /^\d{1,15}$/.test(one.receiverId) ? Number(one.receiverId) : one.receiverId,
    },
  };
}
