import { defineMessages } from '@/messages/i18n.js';

/** Admin: all users' top-ups. */
export const adminTopupMessages = defineMessages('adminTopup', {
  title: 'Latest top-ups',
  search: 'Search a whole reference',
  filter: 'Status',
  allStatuses: 'All statuses',
  reference: 'Reference',
  user: 'User',
  unknownUser: 'not known',
  quantity: 'Quantity',
  amount: 'Amount (ex fee)',
  payment: 'Payment',
  status: 'Status',
  created: 'Created',
  merchantReference: 'Our reference',
  userId: 'User ID',
  beforeDiscount: 'Before the discount',
  discount: 'Discount',
  fee: 'Fee',
  total: 'Total with fee',
  paid: 'Paid',
  empty: 'No top-ups yet',
  emptyHelp: 'They appear here as soon as a customer orders quota.',
  nothingFound: 'No top-ups found',
  nothingFoundHelp: 'Check that the reference is complete, or choose another status.',
});
