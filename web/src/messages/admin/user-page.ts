import { defineMessages } from '@/messages/i18n.js';

export const userPageMessages = defineMessages('userPage', {
  back: 'All users',
  lists: 'Lists',
  ledger: 'Quota history',
  installs: 'Installs',
  topups: 'Top-ups',
  apiKeys: 'API keys',
  noTelegram: 'not connected',
  loadFailed: 'Failed to load the user',
  gone: 'There is no such user',
  goneHelp:
    'The account was deleted, or there never was one with this ID. What the books and the audit keep is below.',
  sessions: {
    title: 'Sessions',
    device: 'Device',
    address: 'Address',
    since: 'Signed in',
    lastSeen: 'Last seen',
    empty: 'Signed in nowhere',
    emptyHelp: 'Sessions that have ended are not listed.',
    loadFailed: 'Failed to load the sessions',
  },
  audit: {
    title: 'Audit',
    side: 'Whose actions',
    sides: { to: 'Done to this account', by: 'Done by this user' },
    empty: 'Nothing has been recorded',
    emptyHelp: 'Changes of the account and administrative acts appear here.',
  },
});
