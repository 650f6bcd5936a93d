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
  recovery: {
    title: 'Account recovery',
    lead: 'For customers who have lost their phone, all passkeys and their recovery codes. Verify their identity first.',
    start: 'Start recovery',
    question:
      'The customer’s authenticator app, passkeys and recovery codes will be removed in 24 hours. The customer gets an email now and can cancel until then.',
    started: 'Recovery started',
    startedHelp: 'The customer was notified by email.',
    failed: 'Failed to start the recovery',
    waiting: (when: string) =>
      `The authenticator app, passkeys and recovery codes will be removed on ${when}.`,
    cancel: 'Cancel recovery',
    cancelled: 'Recovery cancelled',
    cancelFailed: 'Failed to cancel the recovery',
  },
  audit: {
    title: 'Audit',
    side: 'Show actions',
    sides: { to: 'Done to this account', by: 'Done by this user' },
    empty: 'No entries yet',
    emptyHelp: 'Account changes and administrator actions appear here.',
  },
});
