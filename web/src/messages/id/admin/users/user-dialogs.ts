import type { Translation } from '@/messages/i18n.js';
import type { userDialogMessages } from '@/messages/admin/users/user-dialogs.js';

export const userDialogs: Translation<typeof userDialogMessages> = {
  role: {
    title: 'Ubah peran',
    toAdmin: (username: string) => `Jadikan ${username} administrator?`,
    toAdminHelp:
      'Administrator dapat mengubah semua pengguna, kuota, metode pembayaran, dan pengaturan.',
    toUser: (username: string) => `Jadikan ${username} pengguna biasa?`,
    toUserHelp: 'Pengguna ini langsung kehilangan akses ke area admin.',
    makeAdmin: 'Jadikan Admin',
    makeUser: 'Jadikan Pengguna',
  },
  remove: {
    title: 'Hapus Akun Pengguna',
    lead: (username: string) => `Tindakan ini menghapus akun ${username} secara permanen:`,
    items: ['akun dan profil', 'riwayat instalasi', 'catatan transaksi', 'semua data terkait'],
    undone: 'Tindakan ini tidak dapat dibatalkan.',
    submit: 'Hapus Pengguna',
  },
  quota: {
    title: 'Ubah Kuota Pengguna',
    current: 'Kuota saat ini',
    unknown: 'saat ini tidak diketahui',
    operation: 'Operasi',
    operations: [
      ['add', 'Tambahkan ke kuota'],
      ['set', 'Tetapkan kuota'],
    ],
    amount: 'Jumlah kuota',
    reason: 'Alasan (opsional)',
    reasonHelp: 'Hanya terlihat oleh administrator, di riwayat kuota dan log audit.',
    preview: 'Pratinjau',
    submit: 'Ubah Kuota',
    updated: 'Kuota berhasil diperbarui',
    increased: (quota: number) => `Kuota pengguna bertambah menjadi ${quota}`,
    set: (quota: number) => `Kuota pengguna ditetapkan menjadi ${quota}`,
  },
};
