import { defineMessages } from '@/messages/i18n.js';

/** Keyed by the names that services report. Unknown names are shown unchanged. */
const partNames: Record<string, string> = {
  database: 'Database',
  migrations: 'Migrations',
  nats: 'NATS',
  events: 'Events',
  edge: 'Blocks and sessions',
  'telegram-queue': 'Telegram queue',
};
const jobKinds: Record<string, string> = {
  'outbox-event': 'Event rejected by NATS',
  mail: 'Email',
  'payment-callback': 'Payment callback',
  'binance-history': 'Binance history fetch',
  'binance-row': 'Unreadable Binance transfer',
  image: 'Windows image',
  notice: 'Notification',
  recovery: 'Recovery',
};

/** The admin area's Operations section: services, dead letters and failed jobs. */
export const operationsMessages = defineMessages('operations', {
  lead: 'The current state of every service, and any failed work.',
  refresh: 'Refresh',
  services: {
    auth: 'Accounts',
    billing: 'Billing',
    install: 'Installs',
    telegram: 'Telegram and notifications',
    security: 'Security',
  },
  healthy: 'Healthy',
  unwell: 'Degraded',
  silent: 'Not responding',
  silentHelp: 'This service isn’t responding. The other services are not affected.',
  loading: (service: string) => `Loading ${service}`,
  version: (version: string) => `Version ${version}`,
  since: (when: string) => `up since ${when}`,
  replica: 'Responding replica',
  parts: (service: string) => `Dependencies of ${service}`,
  partNames,
  working: 'working',
  failing: 'failing',
  unread: 'This service’s database can’t be read, so its lists are unavailable.',
  allThrough: 'No dead letters and no failed jobs.',
  more: (shown: string, total: string) => `Showing the newest ${shown} of ${total}.`,
  attempts: (n: number) => (n === 1 ? '1 attempt' : `${n} attempts`),
  letters: {
    title: 'Dead letters',
    lead: 'Events that failed every attempt. Their effects have not been applied.',
    firstSeen: (when: string) => `first seen ${when}`,
    lastTried: (when: string) => `last tried ${when}`,
    event: 'Event',
    retry: 'Retry',
    retryOf: (subject: string) => `Retry ${subject}`,
    retrying: 'Retrying...',
    asked: 'Retrying the event',
    askedHelp: 'It disappears from the list once it succeeds.',
    retryFailed: 'Retry failed',
    discard: 'Discard',
    discardOf: (subject: string) => `Discard ${subject}`,
    discardTitle: 'Discard this event?',
    discardLead:
      'Its effect, such as a credit, a notification or a deletion, will never be applied. This cannot be undone.',
    discarded: 'Event discarded',
    discardFailed: 'Discard failed',
  },
  jobs: {
    title: 'Failed jobs',
    lead: 'Work that failed or keeps failing.',
    kinds: jobKinds,
    since: (when: string) => `since ${when}`,
    noRetry: 'This can’t be retried.',
    retryOf: (job: string) => `Retry ${job}`,
    asked: 'Retrying the job',
  },
});
