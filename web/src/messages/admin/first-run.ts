import { defineMessages } from '@/messages/i18n.js';

/** Setup checklist of a new administrator. */
export const firstRunMessages = defineMessages('firstRun', {
  title: 'First-run checklist',
  lead: 'What a new installation needs. Each test asks the external system itself and shows its answer.',
  count: (done: number, all: number) => `${done} of ${all} done`,
  show: 'Show checklist',
  hide: 'Hide checklist',
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
      name: 'Two-factor for your account',
      help: 'A second step keeps a stolen password from opening this area.',
    },
    'payment-gateway': {
      name: 'Payment gateway keys',
      help: 'TRIPAY_API_KEY, TRIPAY_PRIVATE_KEY and TRIPAY_MERCHANT_CODE, in the environment. The test asks for its payment methods.',
    },
    binance: {
      name: 'Binance keys',
      help: 'BINANCE_API_KEY, BINANCE_API_SECRET and BINANCE_RECEIVER_ID, in the environment; without them Binance Pay is not offered. BINANCE_PROXY_URL helps where Binance is blocked. The test asks for the last hour of the account.',
    },
    mail: {
      name: 'Mail server',
      help: 'SMTP_URL and MAIL_FROM, in the environment. The test sends an email to your own address.',
    },
    image: {
      name: 'Windows image',
      help: 'At least one Windows version with an image. The test looks for its chunks in the store and reads one.',
    },
    'telegram-bot': {
      name: 'Telegram bot',
      help: 'TELEGRAM_BOT_TOKEN, in the environment; without it no Telegram notifications are sent. The test asks Telegram who the bot is.',
    },
  },
  open: (step: string) => `Open: ${step}`,
  openShort: 'Open',
  test: 'Test',
  testOf: (step: string) => `Test: ${step}`,
  testing: 'Testing...',
  testFailed: 'Test failed',
  answered: (when: string) => `Answer of ${when}`,
});
