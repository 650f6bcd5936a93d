import { defineMessages } from '@/messages/i18n.js';

/** Filters and export of the install history. */
export const historyMessages = defineMessages('history', {
  search: 'Search IP or label',
  statusFilter: 'Status',
  allStatuses: 'All statuses',
  inProgress: 'In progress',
  versionFilter: 'Windows version',
  allVersions: 'All versions',
  nothingFound: 'No installs found',
  nothingFoundHelp: 'Try another address, status or version.',
  installId: 'Install ID',
  label: 'Label',
  failure: 'Failure',
  reason: 'Reason',
  quota: 'Quota',
  changed: 'Last change',
});
