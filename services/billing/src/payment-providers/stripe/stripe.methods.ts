import type { DeclaredMethod } from '../declared-methods.js';

export interface StripeMethod extends DeclaredMethod {
  /** Value of `payment_method_types`. Stripe offers the methods enabled in its dashboard if it is absent. */
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
