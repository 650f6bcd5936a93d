import type { DeclaredMethod } from '../declared-methods.js';

export interface StripeMethod extends DeclaredMethod {
  /** Value of `payment_method_types`; without it, Stripe offers what is enabled in its dashboard. */
  types?: ['card'];
}

export const stripeMethods: Record<string, StripeMethod> = {
  STRIPE_CARD: {
    name: 'International card',
    type: 'Card',
    groupName: 'Card',
    types: ['card'],
  },
  STRIPE_CHECKOUT: { name: 'Stripe Checkout', type: 'Card', groupName: 'Card' },
};
