import { defineMessages } from '@/messages/i18n.js';

/** Notification bell and its list. */
export const notificationMessages = defineMessages('notification', {
  title: 'Notifications',
  /** Accessible name of the bell. */
  bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} new`),
  empty: 'No notifications yet',
  emptyHelp: 'Updates about your installs and payments appear here.',
  kinds: { install: 'Install', topup: 'Top-up', quota: 'Quota', webhook: 'Webhook' },
  quotaLow: (quota: number) => `Your quota is running low: ${quota} left.`,
  refundedHelp: (reference: string) => `Top-up ${reference} was refunded.`,
  webhookPaused: (host: string) =>
    `Your webhook to ${host} is paused. Resume it in Settings → Webhooks.`,
  all: 'All notifications',
  allLead:
    'From the last 90 days. Notifications you read here are marked as read on all your devices.',
  loadFailed: 'Failed to load notifications',
  manualReview: (ip: string) => `The install on ${ip} is waiting for our team.`,
});
