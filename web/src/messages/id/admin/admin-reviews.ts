import type { Translation } from '@/messages/i18n.js';
import type { adminReviewMessages } from '@/messages/admin/admin-reviews.js';

export const adminReview: Translation<typeof adminReviewMessages> = {
  title: 'Pembayaran yang perlu ditinjau',
  reference: 'Referensi',
  user: 'Pengguna',
  quantity: 'Kuota dipesan',
  ordered: (quantity: string) => `${quantity} kuota dipesan`,
  amount: 'Jumlah (belum termasuk biaya)',
  status: 'Status',
  reason: 'Yang terjadi',
  since: 'Sejak',
  resolve: 'Selesaikan',
  resolveOf: (reference: string) => `Selesaikan ${reference}`,
  empty: 'Tidak ada yang perlu ditinjau',
  emptyHelp: 'Pembayaran yang tidak dapat diproses otomatis tampil di sini.',
  resolved: 'Tinjauan selesai',
  resolveFailed: 'Gagal menyelesaikan',
  dialog: {
    title: 'Selesaikan tinjauan',
    note: 'Catatan penyelesaian',
    noteHelp: 'Disimpan di log audit. Ini tidak memindahkan uang atau kuota.',
  },
};
