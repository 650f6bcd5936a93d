import { defineMessages } from '@/messages/i18n.js';

export const adminReviewMessages = defineMessages('adminReview', {
  title: 'Payments to review',
  reference: 'Reference',
  user: 'User',
  quantity: 'Quota ordered',
  ordered: (quantity: string) => `${quantity} quota ordered`,
  amount: 'Amount (ex fee)',
  status: 'Status',
  reason: 'What happened',
  since: 'Since',
  resolve: 'Resolve',
  resolveOf: (reference: string) => `Resolve ${reference}`,
  empty: 'Nothing to review',
  emptyHelp: 'Payments that could not be processed automatically appear here.',
  resolved: 'Review resolved',
  resolveFailed: 'Resolve failed',
  dialog: {
    title: 'Resolve review',
    note: 'Resolution note',
    noteHelp: 'Saved in the audit log. This doesn’t move any money or quota.',
  },
});
