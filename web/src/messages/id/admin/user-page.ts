import type { Translation } from '@/messages/i18n.js';
import type { userPageMessages } from '@/messages/admin/user-page.js';

export const userPage: Translation<typeof userPageMessages> = {
  back: 'Semua pengguna',
  lists: 'Daftar',
  ledger: 'Riwayat kuota',
  installs: 'Instalasi',
  topups: 'Isi ulang',
  apiKeys: 'Kunci API',
  noTelegram: 'tidak terhubung',
  loadFailed: 'Gagal memuat pengguna',
  gone: 'Pengguna ini tidak ada',
  goneHelp:
    'Akunnya sudah dihapus, atau tidak pernah ada akun dengan ID ini. Yang tersimpan di pembukuan dan audit ada di bawah.',
  sessions: {
    title: 'Sesi',
    device: 'Perangkat',
    address: 'Alamat',
    since: 'Masuk sejak',
    lastSeen: 'Terakhir terlihat',
    empty: 'Tidak sedang masuk di mana pun',
    emptyHelp: 'Sesi yang sudah berakhir tidak ditampilkan.',
    loadFailed: 'Gagal memuat sesi',
  },
  audit: {
    side: 'Tindakan siapa',
    sides: { to: 'Terhadap akun ini', by: 'Oleh pengguna ini' },
    empty: 'Belum ada yang tercatat',
    emptyHelp: 'Perubahan akun dan tindakan administrator tampil di sini.',
  },
};
