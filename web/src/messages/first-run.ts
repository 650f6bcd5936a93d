import { texts } from '@/lib/messages.js';

/** The first-run checklist of a new administrator. */
export const firstRunTexts = texts({
  en: {
    title: 'First-run checklist',
    lead: 'What a new installation needs. Each test asks the outside system itself and shows its answer.',
    count: (done: number, all: number) => `${done} of ${all} done`,
    show: 'Show checklist',
    hide: 'Hide checklist',
    hideShort: 'Hide',
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
        help: 'BINANCE_API_KEY, BINANCE_API_SECRET and BINANCE_RECEIVER_ID, in the environment; without them Binance Pay is not offered. The test asks for the last hour of the account.',
      },
      mail: {
        name: 'Mail server',
        help: 'SMTP_URL and MAIL_FROM, in the environment. The test sends a mail to your own address.',
      },
      image: {
        name: 'Windows image',
        help: 'At least one Windows version with an image. The test looks for its chunks in the store and reads one.',
      },
      'telegram-bot': {
        name: 'Telegram bot',
        help: 'TELEGRAM_BOT_TOKEN, in the environment; without it nobody is told by Telegram. The test asks Telegram who the bot is.',
      },
    },
    open: (step: string) => `Open: ${step}`,
    openShort: 'Open',
    test: 'Test',
    testOf: (step: string) => `Test: ${step}`,
    testing: 'Testing...',
    testFailed: 'Test failed',
    answered: (when: string) => `Answer of ${when}`,
  },
  id: {
    title: 'Daftar periksa awal',
    lead: 'Yang dibutuhkan instalasi baru. Setiap uji bertanya langsung kepada sistem luar dan menampilkan jawabannya.',
    count: (done: number, all: number) => `${done} dari ${all} selesai`,
    show: 'Tampilkan daftar periksa',
    hide: 'Sembunyikan daftar periksa',
    hideShort: 'Sembunyikan',
    states: {
      done: 'Selesai',
      failing: 'Gagal',
      untested: 'Belum diuji',
      todo: 'Belum dikerjakan',
      unknown: 'Tidak diketahui',
    },
    steps: {
      'two-factor': {
        name: 'Dua faktor untuk akun Anda',
        help: 'Langkah kedua mencegah kata sandi curian membuka area ini.',
      },
      'payment-gateway': {
        name: 'Kunci gerbang pembayaran',
        help: 'TRIPAY_API_KEY, TRIPAY_PRIVATE_KEY dan TRIPAY_MERCHANT_CODE, di environment. Uji menanyakan metode pembayarannya.',
      },
      binance: {
        name: 'Kunci Binance',
        help: 'BINANCE_API_KEY, BINANCE_API_SECRET dan BINANCE_RECEIVER_ID, di environment; tanpanya Binance Pay tidak ditawarkan. Uji menanyakan satu jam terakhir akun.',
      },
      mail: {
        name: 'Server email',
        help: 'SMTP_URL dan MAIL_FROM, di environment. Uji mengirim email ke alamat Anda sendiri.',
      },
      image: {
        name: 'Image Windows',
        help: 'Paling tidak satu versi Windows dengan image. Uji mencari potongannya di penyimpanan dan membaca satu.',
      },
      'telegram-bot': {
        name: 'Bot Telegram',
        help: 'TELEGRAM_BOT_TOKEN, di environment; tanpanya tidak ada kabar lewat Telegram. Uji menanyakan kepada Telegram siapa bot ini.',
      },
    },
    open: (step: string) => `Buka: ${step}`,
    openShort: 'Buka',
    test: 'Uji',
    testOf: (step: string) => `Uji: ${step}`,
    testing: 'Menguji...',
    testFailed: 'Uji gagal',
    answered: (when: string) => `Jawaban ${when}`,
  },
});
