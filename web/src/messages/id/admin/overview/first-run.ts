import type { Translation } from '@/messages/i18n.js';
import type { firstRunMessages } from '@/messages/admin/overview/first-run.js';

export const firstRun: Translation<typeof firstRunMessages> = {
  title: 'Persiapan',
  lead: 'Selesaikan langkah-langkah ini sebelum layanan dibuka. Setiap pengujian langsung memanggil sistem luar dan menampilkan responsnya.',
  count: (done: number, all: number) => `${done} dari ${all} selesai`,
  show: 'Tampilkan daftar persiapan',
  hide: 'Sembunyikan daftar persiapan',
  missing: (steps: string) => `Belum selesai: ${steps}`,
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
      name: '2FA untuk akun Anda',
      help: 'Dengan 2FA, kata sandi yang dicuri saja tidak cukup untuk membuka area admin.',
    },
    'payment-gateway': {
      name: 'Kunci Tripay',
      help: 'Atur TRIPAY_BASE_URL, TRIPAY_API_KEY, TRIPAY_PRIVATE_KEY, dan TRIPAY_MERCHANT_CODE. Pengujian membaca metode pembayaran.',
    },
    midtrans: {
      name: 'Kunci Midtrans',
      help: 'Atur MIDTRANS_SNAP_URL, MIDTRANS_API_URL, dan MIDTRANS_SERVER_KEY. Pengujian menanyakan apakah kuncinya diterima.',
    },
    stripe: {
      name: 'Kunci Stripe',
      help: 'Atur STRIPE_SECRET_KEY dan STRIPE_WEBHOOK_SECRET. Pengujian menanyakan apakah kunci rahasianya diterima.',
    },
    binance: {
      name: 'Kunci Binance',
      help: 'Atur BINANCE_API_KEY, BINANCE_API_SECRET, dan BINANCE_RECEIVER_ID untuk menawarkan Binance Pay, serta BINANCE_PROXY_URL jika Binance diblokir di jaringan Anda. Pengujian membaca transfer satu jam terakhir.',
    },
    mail: {
      name: 'Server email',
      help: 'Atur SMTP_URL dan MAIL_FROM. Pengujian mengirim email ke alamat Anda sendiri.',
    },
    image: {
      name: 'Image Windows',
      help: 'Impor image untuk minimal satu versi Windows. Pengujian memeriksa potongannya di penyimpanan dan membaca salah satunya.',
    },
    'telegram-bot': {
      name: 'Bot Telegram',
      help: 'Atur TELEGRAM_BOT_TOKEN untuk mengirim notifikasi Telegram. Pengujian memanggil getMe.',
    },
  },
  open: (step: string) => `Buka: ${step}`,
  openShort: 'Buka',
  test: 'Uji',
  testOf: (step: string) => `Uji: ${step}`,
  testing: 'Menguji...',
  testFailed: 'Pengujian gagal',
  answered: (when: string) => `Respons ${when}`,
};
