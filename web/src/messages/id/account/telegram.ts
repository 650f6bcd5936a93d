import type { Translation } from '@/messages/i18n.js';
import type { telegramMessages } from '@/messages/account/telegram.js';

export const telegram: Translation<typeof telegramMessages> = {
  lead: 'Dapatkan kabar instalasi dan isi ulang lewat Telegram.',
  states: { connected: 'Terhubung', connecting: 'Menghubungkan', none: 'Tidak terhubung' },
  connect: 'Hubungkan Telegram',
  connectFailed: 'Gagal menghubungkan',
  connectFailedHelp: 'Gagal menghubungkan Telegram.',
  connectedToast: 'Telegram terhubung',
  connectedHelp: (name: string) => `Mulai sekarang notifikasi dikirim ke ${name}.`,
  movedToast: 'Akun Telegram diganti',
  sameToast: 'Akun ini sudah terhubung',
  account: 'Akun',
  telegramId: 'ID Telegram',
  notifications: 'Notifikasi',
  notificationsHelp: 'Kabar instalasi dan isi ulang Anda. Saat nonaktif, tidak ada yang dikirim.',
  onOff: { on: 'Aktif', off: 'Nonaktif' },
  turnedOn: 'Notifikasi diaktifkan',
  turnedOff: 'Notifikasi dinonaktifkan',
  toggleFailed: 'Gagal memperbarui',
  useAnother: 'Pakai akun lain',
  blocked: 'Bot tidak dapat mengirim pesan karena Anda memblokir atau menghapusnya di Telegram.',
  blockedCure:
    'Buka bot lalu tekan Restart atau Start untuk menerima notifikasi lagi. Sementara itu, notifikasi dikirim lewat cara lain, misalnya email.',
  openBot: 'Buka bot',
  unknown: 'Pengaturan Telegram gagal dimuat',
  unknownHelp: 'Tidak ada yang hilang. Coba lagi beberapa saat lagi.',
  link: {
    title: 'Tekan Start di Telegram',
    lead: 'Telegram sudah dibuka di jendela baru. Tekan Start di sana; halaman ini diperbarui otomatis.',
    popupBlocked: 'Browser Anda memblokir jendela baru.',
    popupBlockedLead: 'Buka Telegram di sini lalu tekan Start; halaman ini diperbarui otomatis.',
    move: (name: string) =>
      `${name} tetap terhubung sampai Anda menekan Start. Setelah itu akun baru menggantikannya.`,
    name: 'Tautan',
    open: 'Buka Telegram',
    left: 'Tautan ini berlaku sekali. Sisa waktu:',
    expired: 'Tautan ini sudah kedaluwarsa.',
    again: 'Minta tautan baru',
    keep: (name: string) => `Tetap pakai ${name}`,
  },
  disconnection: {
    open: 'Putuskan',
    title: 'Putuskan Telegram',
    lead: (name: string) =>
      `${name} tidak akan menerima notifikasi lagi, dan pengaturan notifikasi Anda akan direset. Anda dapat menghubungkannya lagi kapan saja.`,
    submit: 'Putuskan',
    done: 'Telegram diputuskan',
    failed: 'Gagal memutuskan',
  },
};
