import {
  makeBpayOrder,
  makeLedgerItem,
  makeMethod,
  makeTopup,
} from '@casement/web/testing/factories/factories.js';
import { List, Refusal, type Answers } from './mock-api.js';
import { customer, methods } from './customer.js';

/** The only order id that the mocked API finds. */
export const TXID = 'M_P_71505104267788288';

const BINANCE = { payment_method: 'BPAY', payment_name: 'Binance Pay' };

export const ledger = [
  makeLedgerItem({
    kind: 'capture',
    amount: -1,
    balance_after: 7,
    cause: 'install_completed',
    reason: 'Install completed',
    install_id: 'install-1',
    install_ip: '203.0.113.24',
  }),
  makeLedgerItem({
    kind: 'hold',
    amount: -1,
    balance_after: 8,
    cause: 'install_requested',
    reason: 'Reserved for an install',
    install_id: 'install-2',
    install_ip: '203.0.113.91',
  }),
  makeLedgerItem({
    kind: 'credit',
    amount: 5,
    balance_after: 9,
    cause: 'topup_paid',
    reason: 'Top-up paid',
    topup_reference: 'T26112300841',
  }),
  makeLedgerItem({
    kind: 'release',
    amount: 1,
    balance_after: 3,
    cause: 'install_failed',
    reason: 'Install failed',
  }),
  makeLedgerItem({
    kind: 'adjustment',
    amount: 2,
    balance_after: 2,
    cause: 'added_by_administrator',
    reason: 'Added by an administrator',
  }),
  makeLedgerItem({
    kind: 'refund',
    amount: -10,
    balance_after: 0,
    cause: 'payment_refunded',
    reason: 'Payment refunded',
  }),
];

const openTransfer = makeTopup({
  status: 'UNPAID',
  reference: 'CS-26112300917',
  encoded_amount: 13.700123,
  ...BINANCE,
});

/** API responses for a customer who pays by crypto transfer and views the quota history. */
export const payer = (): Answers => ({
  ...customer(),
  'GET /user/payment-methods/enabled': () => [
    ...methods,
    makeMethod({ code: 'BPAY', name: 'Binance Pay', type: 'Crypto', fee_flat: 0, fee_percent: 0 }),
  ],
  'POST /user/topup/bpay/prepare': () => makeBpayOrder(),
  'POST /user/topup/bpay/verify': (body) =>
    (body as { txid: string }).txid === TXID
      ? { new_quota: 17, reference: 'CS-26112300917' }
      : new Refusal(
          404,
          'This transfer is not in the records of Binance yet. Nothing is lost: please try again in a minute.',
          'BPAY_NOT_FOUND_YET',
        ),
  'GET /user/topup/history': () => new List([openTransfer]),
  'GET /user/quota/ledger': () => new List(ledger),
});
