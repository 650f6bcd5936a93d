import fc from 'fast-check';

/** Number that is mapped to one of the users, orders or installs, modulo their count. */

const nth = fc.nat({ max: 99 });
/** Delay in steps, so that responses, callbacks and events overtake each other. 0 means immediately. */
const delay = fc.constantFrom(0, 0, 0, 1, 3, 6);
const yes = fc.constant(true);
const usuallyTrue = fc.oneof(
  { weight: 4, arbitrary: yes },
  { weight: 1, arbitrary: fc.constant(false) },
);

const operations = {
  topup: [
    4,
    {
      user: nth,
      quantity: fc.integer({ min: 1, max: 6 }),
      method: fc.constantFrom('QRIS', 'QRIS', 'MIDTRANS_CARD', 'STRIPE_CARD'),
      isAnswered: usuallyTrue,
      hasVoucher: fc.boolean(),
    },
  ],
  redeem: [2, { user: nth, copies: fc.integer({ min: 1, max: 3 }) }],
  callback: [
    6,
    {
      order: nth,
      status: fc.constantFrom('PAID', 'PAID', 'PAID', 'EXPIRED', 'FAILED', 'REFUND'),
      copies: fc.integer({ min: 1, max: 4 }),
      flaw: fc.constantFrom('none', 'none', 'none', 'forged', 'amount', 'reference'),
      delay,
    },
  ],
  bpay: [2, { user: nth, flaw: fc.constantFrom('none', 'none', 'reused', 'amount') }],
  hosted: [
    6,
    {
      order: nth,
      action: fc.constantFrom(
        ...(['pay', 'pay', 'pay', 'expire', 'fail', 'underpay'] as const),
        ...(['refund', 'refund-part', 'fail-refund', 'dispute', 'win', 'lose'] as const),
      ),
      copies: fc.integer({ min: 0, max: 2 }),
      delay,
    },
  ],
  refund: [
    4,
    {
      order: nth,
      part: fc.constantFrom('full', 'full', 'unused'),
      byHand: fc.boolean(),
      isProviderUp: usuallyTrue,
      copies: fc.integer({ min: 1, max: 2 }),
    },
  ],
  finishRefund: [2, { order: nth, isMade: usuallyTrue, copies: fc.integer({ min: 1, max: 2 }) }],
  hold: [4, { install: nth, again: fc.boolean(), isKnown: usuallyTrue }],
  release: [1, { install: nth }],
  status: [
    4,
    {
      install: nth,
      status: fc.constantFrom('running', 'completed', 'failed', 'failed'),
      copies: fc.integer({ min: 0, max: 2 }),
      delay,
    },
  ],
  edit: [
    2,
    {
      install: nth,
      status: fc.constantFrom('running', 'completed', 'failed'),
      isDone: usuallyTrue,
    },
  ],
  admin: [
    1,
    {
      user: nth,
      operation: fc.constantFrom('add', 'set'),
      amount: fc.nat({ max: 5 }),
      copies: fc.integer({ min: 1, max: 3 }),
    },
  ],
  expire: [1, { order: nth }],
  reconcile: [2, { order: nth, status: fc.constantFrom('PAID', 'EXPIRED', 'UNPAID') }],
  deleteUser: [1, { user: nth }],
  killConnections: [1, {}],
  killProcess: [1, {}],
} as const;

type Name = keyof typeof operations;
type Values<T> = { [K in keyof T]: T[K] extends fc.Arbitrary<infer V> ? V : never };
export type Operation = { [N in Name]: { do: N } & Values<(typeof operations)[N][1]> }[Name];
export type OperationOf<N extends Name> = Extract<Operation, { do: N }>;

const operation = fc.oneof(
  ...(Object.keys(operations) as Name[]).map((name) => ({
    weight: operations[name][0],
    arbitrary: fc.record({ do: fc.constant(name), ...operations[name][1] }),
  })),
) as fc.Arbitrary<Operation>;

/** Steps run one after the other; operations within a step run concurrently. */
export const history = fc.array(fc.array(operation, { minLength: 1, maxLength: 4 }), {
  minLength: 8,
  maxLength: 12,
  size: 'max',
});

const finish = { do: 'finishRefund', isMade: true, copies: 2 } as const;

/** Always the first run, so that every kind of ledger entry occurs in each test. */
export const tour: Operation[][] = [
  [
    { do: 'admin', user: 0, operation: 'add', amount: 3, copies: 3 },
    { do: 'admin', user: 1, operation: 'add', amount: 1, copies: 1 },
  ],
  [{ do: 'topup', user: 0, quantity: 2, method: 'QRIS', isAnswered: true, hasVoucher: true }],
  [{ do: 'callback', order: 0, status: 'PAID', copies: 4, flaw: 'none', delay: 0 }],
  [{ do: 'bpay', user: 0, flaw: 'none' }],
  [
    { do: 'redeem', user: 0, copies: 3 },
    { do: 'redeem', user: 1, copies: 2 },
  ],
  [
    { do: 'hold', install: 0, again: true, isKnown: true },
    { do: 'hold', install: 1, again: false, isKnown: true },
  ],
  [
    { do: 'status', install: 0, status: 'completed', copies: 2, delay: 0 },
    { do: 'status', install: 1, status: 'completed', copies: 1, delay: 0 },
  ],
  [
    { do: 'status', install: 0, status: 'failed', copies: 1, delay: 0 },
    { do: 'status', install: 1, status: 'failed', copies: 1, delay: 3 },
  ],
  [
    { do: 'edit', install: 0, status: 'completed', isDone: true },
    { do: 'edit', install: 1, status: 'completed', isDone: false },
  ],
  [{ do: 'hold', install: 3, again: false, isKnown: true }],
  [{ do: 'release', install: 3 }],
  [{ do: 'hold', install: 3, again: true, isKnown: false }],
  [
    { do: 'killProcess' },
    { do: 'callback', order: 0, status: 'REFUND', copies: 2, flaw: 'none', delay: 0 },
  ],
  [{ do: 'topup', user: 1, quantity: 1, method: 'QRIS', isAnswered: false, hasVoucher: true }],
  [{ do: 'deleteUser', user: 1 }],
  [{ do: 'callback', order: 1, status: 'PAID', copies: 2, flaw: 'none', delay: 0 }],
  [{ do: 'topup', user: 2, quantity: 1, method: 'QRIS', isAnswered: true, hasVoucher: false }],
  [{ do: 'callback', order: 2, status: 'PAID', copies: 1, flaw: 'none', delay: 3 }],
  [{ do: 'callback', order: 2, status: 'EXPIRED', copies: 1, flaw: 'none', delay: 0 }],
  [
    {
      do: 'topup',
      user: 2,
      quantity: 5,
      method: 'STRIPE_CARD',
      isAnswered: true,
      hasVoucher: false,
    },
  ],
  [
    {
      do: 'topup',
      user: 0,
      quantity: 5,
      method: 'MIDTRANS_CARD',
      isAnswered: true,
      hasVoucher: true,
    },
  ],
  [
    {
      do: 'topup',
      user: 2,
      quantity: 2,
      method: 'STRIPE_CARD',
      isAnswered: true,
      hasVoucher: false,
    },
  ],
  [
    { do: 'hosted', order: 0, action: 'pay', copies: 2, delay: 0 },
    { do: 'hosted', order: 1, action: 'pay', copies: 1, delay: 0 },
    { do: 'hosted', order: 2, action: 'pay', copies: 1, delay: 0 },
  ],
  [{ do: 'hosted', order: 2, action: 'dispute', copies: 1, delay: 0 }],
  [{ do: 'hosted', order: 2, action: 'lose', copies: 1, delay: 0 }],
  [{ do: 'hold', install: 2, again: false, isKnown: true }],
  [
    ...[0, 1, 2, 3, 4, 5].map((order) => ({
      ...({ do: 'refund', part: 'full', byHand: false, isProviderUp: true } as const),
      order,
      copies: 2,
    })),
    { do: 'killProcess' },
  ],
  [{ do: 'hosted', order: 0, action: 'fail-refund', copies: 1, delay: 0 }],
  [...[0, 1, 2, 3].map((order) => ({ ...finish, order }))],
];
