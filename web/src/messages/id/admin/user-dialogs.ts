import type { Translation } from '@/messages/i18n.js';
import type { userDialogMessages } from '@/messages/admin/user-dialogs.js';

export const userDialogs: Translation<typeof userDialogMessages> = {
  role: {
    title: 'Ubah peran',
    toAdmin: (username: string) => `Jadikan ${username} administrator?`,
    toAdminHelp:
      'Administrator dapat mengubah semua pengguna, kuota, metode pembayaran, dan pengaturan.',
    toUser: (username: string) => `Jadikan ${username} pengguna biasa?`,
    toUserHelp: 'Area admin langsung tertutup bagi pengguna ini.',
    makeAdmin: 'Jadikan Admin',
    makeUser: 'Jadikan Pengguna',
  },
  remove: {
    title: 'Hapus Akun Pengguna',
    lead: (username: string) => `Ini menghapus selamanya akun ${username}:`,
    items: ['akun dan profil', 'riwayat instalasi', 'catatan transaksi', 'semua data terkait'],
    undone: 'Tidak dapat dibatalkan.',
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
    reasonHelp: 'Untuk administrator: tersimpan di riwayat kuota dan audit.',
    preview: 'Pratinjau',
    submit: 'Ubah Kuota',
    updated: 'Kuota berhasil diperbarui',
    increased: (quota: number) => `Kuota pengguna bertambah menjadi ${quota}`,
    set: (quota: number) => `Kuota pengguna ditetapkan menjadi ${quota}`,
  },
};
