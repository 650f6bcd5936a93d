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
  'outbox-event': 'Event not accepted by NATS',
  mail: 'Email',
  'payment-callback': 'Payment callback',
  'binance-history': 'Fetch of the Binance history',
  'binance-row': 'Unreadable transfer from Binance',
  image: 'Windows image',
  notice: 'Notification',
  recovery: 'Recovery',
};

/** The admin area's Operations section: services, dead letters and failed jobs. */
export const operationsMessages = defineMessages('operations', {
  lead: 'The current state of every service, and failed work.',
  refresh: 'Refresh',
  services: {
    auth: 'Accounts',
    billing: 'Billing',
    install: 'Installs',
    telegram: 'Telegram and notifications',
    security: 'Security',
  },
  healthy: 'Healthy',
  unwell: 'Unwell',
  silent: 'No answer',
  silentHelp: 'This service does not answer. The others are not affected by that.',
  loading: (service: string) => `Asking ${service}`,
  version: (version: string) => `Version ${version}`,
  since: (when: string) => `up since ${when}`,
  replica: 'Replica that answered',
  parts: (service: string) => `What ${service} needs`,
  partNames,
  working: 'working',
  failing: 'failing',
  unread: 'The database of this service cannot be read, so its lists are not known.',
  allThrough: 'No dead letters and no failed jobs.',
  more: (shown: string, total: string) => `The newest ${shown} of ${total} are shown.`,
  attempts: (n: number) => (n === 1 ? '1 try' : `${n} tries`),
  letters: {
    title: 'Dead letters',
    lead: 'Events that failed on every try. The effect of each is still missing.',
    firstSeen: (when: string) => `first seen ${when}`,
    lastTried: (when: string) => `last tried ${when}`,
    event: 'Event',
    retry: 'Retry',
    retryOf: (subject: string) => `Retry ${subject}`,
    retrying: 'Trying...',
    asked: 'Retrying the event',
    askedHelp: 'It leaves the list when it succeeds.',
    retryFailed: 'Retry failed',
    discard: 'Discard',
    discardOf: (subject: string) => `Discard ${subject}`,
    discardTitle: 'Discard this event?',
    discardLead:
      'Its effect will never happen: a credit, a notification or a deletion. This cannot be undone.',
    discarded: 'The event was discarded',
    discardFailed: 'Discard failed',
  },
  jobs: {
    title: 'Failed jobs',
    lead: 'Work that failed, or keeps failing.',
    kinds: jobKinds,
    since: (when: string) => `since ${when}`,
    noRetry: 'There is nothing left to retry.',
    retryOf: (job: string) => `Retry ${job}`,
    asked: 'Retrying the job',
  },
});
