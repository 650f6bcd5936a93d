import type { Translation } from '@/messages/i18n.js';
import type { adminTopupMessages } from '@/messages/admin/admin-topups.js';

export const adminTopup: Translation<typeof adminTopupMessages> = {
  title: 'Isi ulang terbaru',
  search: 'Cari dengan referensi lengkap',
  filter: 'Status',
  allStatuses: 'Semua status',
  reference: 'Referensi',
  user: 'Pengguna',
  unknownUser: 'tidak diketahui',
  quantity: 'Jumlah kuota',
  amount: 'Jumlah (belum termasuk biaya)',
  payment: 'Pembayaran',
  status: 'Status',
  created: 'Dibuat',
  merchantReference: 'Referensi kami',
  userId: 'ID pengguna',
  beforeDiscount: 'Sebelum diskon',
  discount: 'Diskon',
  fee: 'Biaya',
  total: 'Total termasuk biaya',
  paid: 'Dibayar',
  empty: 'Belum ada isi ulang',
  emptyHelp: 'Isi ulang tampil di sini begitu pelanggan memesan kuota.',
  nothingFound: 'Isi ulang tidak ditemukan',
  nothingFoundHelp: 'Pastikan referensinya lengkap, atau pilih status lain.',
};
