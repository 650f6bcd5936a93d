import type { Translation } from '@/messages/i18n.js';
import type { firstRunMessages } from '@/messages/admin/first-run.js';

export const firstRun: Translation<typeof firstRunMessages> = {
  title: 'Daftar periksa awal',
  lead: 'Yang dibutuhkan instalasi baru. Setiap uji bertanya langsung kepada sistem luar dan menampilkan jawabannya.',
  count: (done: number, all: number) => `${done} dari ${all} selesai`,
  show: 'Tampilkan daftar periksa',
  hide: 'Sembunyikan daftar periksa',
  hideShort: 'Sembunyikan',
  showShort: 'Tampilkan',
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
      help: 'BINANCE_API_KEY, BINANCE_API_SECRET dan BINANCE_RECEIVER_ID, di environment; tanpanya Binance Pay tidak ditawarkan. BINANCE_PROXY_URL membantu jika Binance diblokir. Uji menanyakan satu jam terakhir akun.',
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
      help: 'TELEGRAM_BOT_TOKEN, di environment; tanpanya tidak ada notifikasi lewat Telegram. Uji menanyakan kepada Telegram siapa bot ini.',
    },
  },
  open: (step: string) => `Buka: ${step}`,
  openShort: 'Buka',
  test: 'Uji',
  testOf: (step: string) => `Uji: ${step}`,
  testing: 'Menguji...',
  testFailed: 'Uji gagal',
  answered: (when: string) => `Jawaban ${when}`,
};
