import { defineMessages } from '@/messages/i18n.js';

/** Settings → Access. */
export const accessMessages = defineMessages('access', {
  title: 'Access to your account',
  lead: 'Everything that can use your account. If you don’t recognize something, revoke it.',
  revoke: 'Revoke everything else',
  question:
    'This ends all other sessions and browser desktops, revokes your API keys and device logins, and disconnects Telegram. Webhooks are paused; their events are kept for 24 hours. Only this session stays.',
  revoked: 'Everything else was revoked',
  revokedHelp: 'Only this session can use your account now.',
  failed: 'Revoking failed',
  manage: 'Manage',
  manageOf: (what: string) => `Manage: ${what}`,
  loading: 'Loading',
  loadFailed: 'Failed to load this list',
  keys: 'API keys and device logins',
  noKeys: 'No API keys.',
  lastUsed: (when: string, address: string) => `last used ${when} from ${address}`,
  neverUsed: 'never used',
  webhooks: 'Webhooks',
  noWebhooks: 'No webhooks.',
  active: 'active',
  paused: (when: string) => `paused since ${when}`,
  telegram: 'Telegram',
  noTelegram: 'No Telegram account is connected.',
  connected: (when: string) => `connected ${when}`,
  desktops: 'Open browser desktops',
  noDesktops: 'No desktop is open.',
  opened: (when: string, address: string) => `opened ${when} from ${address}`,
});
