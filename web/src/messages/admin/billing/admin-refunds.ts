import { defineMessages } from '@/messages/i18n.js';

export const adminRefundMessages = defineMessages('adminRefund', {
  refund: 'Refund',
  title: 'Refund top-up',
  part: 'What to refund',
  full: (sum: string) => `Whole payment, ${sum}`,
  fullHelp: 'With the fee. Quota that is left in the account is taken back.',
  unused: (sum: string) => `Unused part, ${sum}`,
  unusedHelp: (quota: string) =>
    `${quota} quota. The used part is priced at its own discount; the fee isn’t returned.`,
  choose: 'Please choose what to refund',
  byHand: 'I’ll return the money myself',
  byHandHelp: 'Otherwise the payment provider returns it.',
  onlyByHand:
    'The provider can’t return payments of this method. The quota is held now; transfer the money yourself, then confirm it here.',
  reason: 'Reason',
  reasonHelp: 'For administrators and the provider. The customer doesn’t see it.',
  started: {
    refunded: 'Top-up refunded',
    refund_pending: 'Refund pending',
    by_hand: 'Quota held for the refund',
    not_refunded: 'The provider refused the refund',
  },
  failed: 'Refund not started',
  byHandNow: (sum: string) => `Return ${sum} to the customer, then confirm it here.`,
  pendingNow: (sum: string) =>
    `The provider’s answer about ${sum} isn’t known yet. It is asked again every two minutes. The quota is held. Don’t return the money yourself in the meantime.`,
  refused: (reason: string) => `The refund was not made, and the quota was returned. ${reason}`,
  failedLater: (sum: string, reason: string) =>
    `The provider could not pay ${sum} to the customer (${reason}). The money is in your balance there again. Transfer it yourself, then confirm it here.`,
  disputeLost: (quota: string) =>
    `The customer’s bank took the payment back. ${quota} quota had already been spent. You can suspend the account.`,
  openAccount: 'Open the account',
  confirm: 'Confirm refund',
  confirmTitle: 'Confirm the refund',
  confirmLead: 'The customer gets a notification and a credit note.',
  confirmFailedLead: 'The customer already has the notification and the credit note.',
  reference: 'Reference of the transfer',
  referenceHelp: 'From your bank, wallet or the provider’s dashboard.',
  confirmed: 'Refund confirmed',
  confirmFailed: 'Refund not confirmed',
  cancel: 'Cancel refund',
  cancelled: 'Refund cancelled. The quota was returned.',
  cancelFailed: 'Refund not cancelled',
  refundOf: 'Refund',
  sumOf: (sum: string, quota: string) => `${sum}, ${quota} quota taken back`,
  refundReference: 'Refund reference',
  refundReason: 'Refund reason',
  creditNote: 'Credit note',
});
