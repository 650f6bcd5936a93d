/** Reasons why an administrator must check a payment. Each states what happened, what was done, and the remedy. */
export const reviewReasons = {
  amount_mismatch:
    'The provider reported a different amount, so nothing was credited. Compare the payment with the order, then refund it with the provider or add the quota manually.',
  reference_mismatch:
    'The provider reported this order under another reference, so that report was not counted. Check both with the provider before you credit or refund anything.',
  paid_twice:
    'The order was paid twice and credited once. Refund the second payment with the provider, or add the quota manually.',
  refund_short:
    'The payment was refunded after its quota had been spent. What was left has been taken back; the rest is owed.',
  account_deleted:
    'The payment came after the account was deleted, so nothing was credited. Refund it at the provider.',
  paid_after_refund:
    'The order was refunded and then paid by another transaction, so nothing was credited. Refund that payment with the provider, or add the quota manually.',
  paid_late:
    'The transfer came outside the time of the order, so nothing was credited. Refund it, or add the quota manually.',
  receiver_unknown:
    'The provider did not say to which account the transfer went, so nothing was credited. Check it with the provider: if it arrived, refund it or add the quota manually.',
} satisfies Record<string, string>;

export type TopupReview = keyof typeof reviewReasons;
