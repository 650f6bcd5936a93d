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
  gone: 'User not found',
  goneHelp: 'The account was deleted or never existed. Records we must keep are shown below.',
  sessions: {
    title: 'Sessions',
    device: 'Device',
    address: 'Address',
    since: 'Signed in',
    lastSeen: 'Last active',
    empty: 'No active sessions',
    emptyHelp: 'Ended sessions are not listed.',
    loadFailed: 'Failed to load the sessions',
  },
  audit: {
    title: 'Audit',
    side: 'Show actions',
    sides: { to: 'Done to this account', by: 'Done by this user' },
    empty: 'No entries yet',
    emptyHelp: 'Account changes and administrator actions appear here.',
  },
});
