import type { Translation } from '@/messages/i18n.js';
import type { userPageMessages } from '@/messages/admin/users/user-page.js';

export const userPage: Translation<typeof userPageMessages> = {
  back: 'Semua pengguna',
  lists: 'Daftar',
  ledger: 'Riwayat kuota',
  installs: 'Instalasi',
  topups: 'Isi ulang',
  apiKeys: 'Kunci API',
  noTelegram: 'tidak terhubung',
  loadFailed: 'Gagal memuat pengguna',
  gone: 'Pengguna tidak ditemukan',
  goneHelp:
    'Akun ini sudah dihapus atau tidak pernah ada. Catatan yang wajib kami simpan ada di bawah.',
  sessions: {
    title: 'Sesi',
    device: 'Perangkat',
    address: 'Alamat',
    since: 'Masuk sejak',
    lastSeen: 'Terakhir aktif',
    empty: 'Tidak ada sesi aktif',
    emptyHelp: 'Sesi yang sudah berakhir tidak ditampilkan.',
    loadFailed: 'Gagal memuat sesi',
  },
  recovery: {
    title: 'Pemulihan akun',
    lead: 'Untuk pelanggan yang kehilangan ponsel, semua kunci sandi, dan kode pemulihan. Verifikasi dulu identitasnya.',
    start: 'Mulai pemulihan',
    question:
      'Aplikasi autentikator, kunci sandi, dan kode pemulihan pelanggan akan dihapus dalam 24 jam. Pelanggan menerima email sekarang dan dapat membatalkannya sampai saat itu.',
    started: 'Pemulihan dimulai',
    startedHelp: 'Pelanggan sudah diberi tahu lewat email.',
    failed: 'Gagal memulai pemulihan',
    waiting: (when: string) =>
      `Aplikasi autentikator, kunci sandi, dan kode pemulihan akan dihapus pada ${when}.`,
    cancel: 'Batalkan pemulihan',
    cancelled: 'Pemulihan dibatalkan',
    cancelFailed: 'Gagal membatalkan pemulihan',
  },
  audit: {
    side: 'Tampilkan tindakan',
    sides: { to: 'Terhadap akun ini', by: 'Oleh pengguna ini' },
    empty: 'Belum ada catatan',
    emptyHelp: 'Perubahan akun dan tindakan administrator tampil di sini.',
  },
};
