import type { DeliveryTry } from '../delivery.js';

/**
 * State of an order that is paid on a page of its provider.
 *
 * - chosen: the customer has chosen a method that pays later
 * - challenged: waits for a fraud review
 */
export type HostedState =
  | 'open'
  | 'chosen'
  | 'challenged'
  | 'denied'
  | 'paid'
  | 'failed'
  | 'expired'
  | 'refunded'
  | 'part-refunded'
  | 'disputed'
  | 'won'
  | 'lost';

export interface HostedRefund {
  key: string;
  amount: number;
  metadata?: Record<string, string>;
  /** The customer's bank has sent the money back. */
  failed?: true;
}

/** Order of Midtrans or Stripe. Amounts are in the smallest unit of the currency, as the provider's API counts it. */
export interface HostedOrder {
  provider: 'midtrans' | 'stripe';
  /** Reference of the provider. */
  id: string;
  merchantRef: string;
  itemName: string;
  email: string;
  /** Three upper-case letters. */
  currency: string;
  amount: number;
  method: string;
  state: HostedState;
  /** States before this one, oldest first. */
  past: HostedState[];
  /** Oldest first. */
  refunds: HostedRefund[];
  returnUrl: string | null;
  callbackUrl: string;
  createdAt: number;
  expiresAt: number;
  paidAt: number | null;
  callbacks: (DeliveryTry & { event: string })[];
}

const OPEN: HostedState[] = ['open', 'chosen', 'challenged', 'denied', 'failed', 'expired'];
const PAID: HostedState[] = ['paid', 'part-refunded', 'won'];

interface Action {
  label: string;
  to: HostedState;
  from: HostedState[];
  /** The only provider that supports the action. */
  only?: 'stripe';
  /** Changes the paid amount or currency. */
  change?: (order: HostedOrder) => void;
}

/** Actions of the buttons and the control API. A repeated payment repeats the callback, like a replay. */
const ACTIONS: Record<string, Action> = {
  pay: { label: 'Pay', to: 'paid', from: [...OPEN, 'paid'] },
  underpay: {
    label: 'Pay too little',
    to: 'paid',
    from: OPEN,
    change: (order) => (order.amount -= 100),
  },
  overpay: {
    label: 'Pay too much',
    to: 'paid',
    from: OPEN,
    change: (order) => (order.amount += 100),
  },
  'pay-in-sgd': {
    label: 'Pay in another currency',
    to: 'paid',
    from: OPEN,
    change: (order) => (order.currency = 'SGD'),
  },
  choose: { label: 'Choose a method that pays later', to: 'chosen', from: OPEN },
  challenge: { label: 'Hold for a fraud review', to: 'challenged', from: OPEN },
  deny: { label: 'Deny', to: 'denied', from: OPEN },
  fail: { label: 'Fail', to: 'failed', from: OPEN },
  expire: { label: 'Expire', to: 'expired', from: OPEN },
  refund: {
    label: 'Refund',
    to: 'refunded',
    from: [...PAID, 'refunded'],
    change: ({ refunds, amount }) => refunds.push({ key: 'by-hand', amount }),
  },
  'refund-part': {
    label: 'Refund a half',
    to: 'part-refunded',
    from: PAID,
    change: ({ refunds, amount }) => refunds.push({ key: 'by-hand', amount: amount / 2 }),
  },
  'fail-refund': {
    label: 'Let the refund fail',
    to: 'paid',
    from: ['refunded', 'part-refunded'],
    only: 'stripe',
    change: ({ refunds }) => Object.assign(refunds.at(-1)!, { failed: true }),
  },
  dispute: { label: 'Dispute', to: 'disputed', from: PAID },
  win: { label: 'Decide the dispute for the merchant', to: 'won', from: ['disputed', 'lost'] },
  lose: { label: 'Decide it for the customer', to: 'lost', from: ['disputed', 'won'] },
};

/** Labels of the actions that are possible now, by name. */
export const possibleActions = (order: HostedOrder): [name: string, label: string][] =>
  Object.entries(ACTIONS).flatMap(([name, action]) =>
    isPossible(order, action) ? [[name, action.label]] : [],
  );

const isPossible = ({ state, provider }: HostedOrder, { from, only }: Action): boolean =>
  from.includes(state) && (only === undefined || only === provider);

/** @throws an error if the action is unknown or impossible now */
export function move(order: HostedOrder, name: string): void {
  const action = ACTIONS[name];
  if (!action || !isPossible(order, action)) {
    throw new Error(`${order.id} is ${order.state}, so it cannot ${name}`);
  }
  const isRepeated = action.to === order.state;
  if (!isRepeated) action.change?.(order);
  if (action.to === 'paid') order.paidAt ??= now();
  if (!isRepeated) order.past.push(order.state);
  order.state = action.to;
}

export const now = (): number => Math.floor(Date.now() / 1000);

export const refunded = ({ refunds }: HostedOrder): number =>
  refunds.reduce((sum, { amount, failed }) => (failed ? sum : sum + amount), 0);
