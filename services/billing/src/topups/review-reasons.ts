/** Reasons why an administrator must check a payment. Each states what happened, what was done, and the remedy. */
export const reviewReasons = {
  amount_mismatch:
    'The provider reported a different amount, so nothing was credited. Compare the payment with the order, then refund it with the provider or add the quota manually.',
  reference_mismatch:
    'The provider reported this order under a different reference, so the report was not counted. Check both with the provider before you credit or refund anything.',
  paid_twice:
    'The order was paid twice and credited once. Refund the second payment with the provider, or add the quota manually.',
  refund_short:
    'The payment was refunded after its quota had been spent. The remaining quota was taken back; the rest is still owed.',
  account_deleted:
    'The payment arrived after the account was deleted, so nothing was credited. Refund it with the provider.',
  paid_after_refund:
    'The order was refunded and then paid by another transaction, so nothing was credited. Refund that payment with the provider, or add the quota manually.',
  paid_late:
    'The transfer arrived outside the payment window, so nothing was credited. Refund it or add the quota manually.',
  receiver_unknown:
    'The provider did not say which account received the transfer, so nothing was credited. Check with the provider. If it arrived, refund it or add the quota manually.',
  refunded_in_part:
    'The provider returned a part of the payment. No quota was taken back; remove the refunded part by hand if it should not be used.',
  refund_failed:
    'The provider could not return the money to the customer, so it is in your balance there again. The quota stays taken back. Transfer the money yourself, then confirm it in the details of the top-up.',
  disputed:
    "The customer's bank disputes the payment. The quota is kept until the dispute is decided; answer the dispute at the provider.",
  dispute_lost:
    "The customer's bank took the payment back although this top-up is refunded, so the customer may have received the money twice. Check the dispute at the provider and ask the customer to return one of the two sums.",
  dispute_reversed:
    'The dispute was lost and later decided for you, so the money is yours again. The quota stays taken back. Add it manually, or return the money at the provider.',
} satisfies Record<string, string>;

export type TopupReview = keyof typeof reviewReasons;
