import type { Translation } from '@/messages/i18n.js';
import type { telegramMessages } from '@/messages/account/telegram.js';

export const telegram: Translation<typeof telegramMessages> = {
  lead: 'Hubungkan akun Telegram, dan bot kami mengabari Anda di sana tentang instalasi dan isi ulang Anda.',
  states: { connected: 'Terhubung', connecting: 'Menghubungkan', none: 'Tidak terhubung' },
  connect: 'Hubungkan Telegram',
  connectFailed: 'Gagal menghubungkan',
  connectFailedHelp: 'Gagal menghubungkan Telegram.',
  connectedToast: 'Telegram terhubung',
  connectedHelp: (name: string) => `${name} menerima notifikasi Anda mulai sekarang.`,
  movedToast: 'Akun Telegram diganti',
  sameToast: 'Akun ini sudah terhubung',
  account: 'Akun',
  telegramId: 'ID Telegram',
  notifications: 'Notifikasi',
  notificationsHelp: 'Kabar instalasi dan isi ulang Anda. Saat mati, tidak ada yang dikirim.',
  onOff: { on: 'Nyala', off: 'Mati' },
  turnedOn: 'Notifikasi dinyalakan',
  turnedOff: 'Notifikasi dimatikan',
  toggleFailed: 'Gagal memperbarui',
  useAnother: 'Pakai akun lain',
  blocked: 'Bot tidak dapat menulis kepada Anda: diblokir atau dihapus di Telegram.',
  blockedCure:
    'Buka di sana lalu tekan Restart atau Start; notifikasi akan masuk lagi. Sampai saat itu notifikasi dikirim lewat cara lain, misalnya email.',
  openBot: 'Buka bot',
  unknown: 'Pengaturan Telegram tidak dapat ditampilkan',
  unknownHelp: 'Tidak ada yang hilang. Coba lagi sebentar.',
  link: {
    title: 'Tekan Start di Telegram',
    lead: 'Telegram terbuka di jendela baru. Tekan Start di sana; halaman ini diperbarui otomatis.',
    popupBlocked: 'Browser Anda memblokir jendela baru.',
    popupBlockedLead: 'Buka Telegram di sini lalu tekan Start; halaman ini diperbarui otomatis.',
    move: (name: string) =>
      `Sampai Start ditekan, ${name} tetap terhubung. Setelah itu akun baru menggantikannya.`,
    name: 'Tautan',
    open: 'Buka Telegram',
    left: 'Berlaku sekali. Sisa waktu:',
    expired: 'Tautan ini sudah kedaluwarsa.',
    again: 'Minta tautan baru',
    keep: (name: string) => `Tetap pakai ${name}`,
  },
  disconnection: {
    open: 'Putuskan',
    title: 'Putuskan Telegram',
    lead: (name: string) =>
      `${name} tidak menerima notifikasi lagi, dan notifikasi dimatikan. Anda dapat menghubungkan lagi kapan saja.`,
    submit: 'Putuskan',
    done: 'Telegram diputuskan',
    failed: 'Gagal memutuskan',
  },
};
