import { defineMessages } from '@/messages/i18n.js';

/** Set-up card of a new administrator. */
export const firstRunMessages = defineMessages('firstRun', {
  title: 'Setup',
  lead: 'Finish these steps to go live. Each test calls the external system and shows its response.',
  count: (done: number, all: number) => `${done} of ${all} done`,
  show: 'Show checklist',
  hide: 'Hide checklist',
  missing: (steps: string) => `Still missing: ${steps}`,
  hideShort: 'Hide',
  showShort: 'Show',
  states: {
    done: 'Done',
    failing: 'Failing',
    untested: 'Not tested',
    todo: 'To do',
    unknown: 'Unknown',
  },
  steps: {
    'two-factor': {
      name: '2FA for your account',
      help: 'With 2FA, a stolen password alone can’t open the admin area.',
    },
    'payment-gateway': {
      name: 'Tripay keys',
      help: 'Set TRIPAY_BASE_URL, TRIPAY_API_KEY, TRIPAY_PRIVATE_KEY and TRIPAY_MERCHANT_CODE. The test reads the payment methods.',
    },
    midtrans: {
      name: 'Midtrans keys',
      help: 'Set MIDTRANS_SNAP_URL, MIDTRANS_API_URL and MIDTRANS_SERVER_KEY. The test asks whether the key is accepted.',
    },
    stripe: {
      name: 'Stripe keys',
      help: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET. The test asks whether the secret key is accepted.',
    },
    binance: {
      name: 'Binance keys',
      help: 'Set BINANCE_API_KEY, BINANCE_API_SECRET and BINANCE_RECEIVER_ID to offer Binance Pay, and BINANCE_PROXY_URL if Binance is blocked in your network. The test reads the last hour of transfers.',
    },
    mail: {
      name: 'Mail server',
      help: 'Set SMTP_URL and MAIL_FROM. The test sends an email to your own address.',
    },
    image: {
      name: 'Windows image',
      help: 'Import an image for at least one Windows version. The test checks that its chunks are in the store and reads one.',
    },
    'telegram-bot': {
      name: 'Telegram bot',
      help: 'Set TELEGRAM_BOT_TOKEN to send Telegram notifications. The test calls getMe.',
    },
  },
  open: (step: string) => `Open: ${step}`,
  openShort: 'Open',
  test: 'Test',
  testOf: (step: string) => `Test: ${step}`,
  testing: 'Testing...',
  testFailed: 'Test failed',
  answered: (when: string) => `Response from ${when}`,
});
