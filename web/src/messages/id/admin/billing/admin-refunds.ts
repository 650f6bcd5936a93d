import type { Translation } from '@/messages/i18n.js';
import type { adminRefundMessages } from '@/messages/admin/billing/admin-refunds.js';

export const adminRefund: Translation<typeof adminRefundMessages> = {
  refund: 'Kembalikan dana',
  title: 'Kembalikan dana isi ulang',
  part: 'Yang dikembalikan',
  full: (sum: string) => `Seluruh pembayaran, ${sum}`,
  fullHelp: 'Termasuk biaya. Kuota yang masih tersisa di akun akan ditarik.',
  unused: (sum: string) => `Bagian yang belum dipakai, ${sum}`,
  unusedHelp: (quota: string) =>
    `${quota} kuota. Bagian yang sudah dipakai dihitung dengan diskonnya sendiri; biaya tidak dikembalikan.`,
  choose: 'Pilih yang akan dikembalikan',
  byHand: 'Saya mengembalikan dananya sendiri',
  byHandHelp: 'Jika tidak, penyedia pembayaran yang mengembalikannya.',
  onlyByHand:
    'Penyedia tidak dapat mengembalikan pembayaran dengan metode ini. Kuota ditahan sekarang; transfer dananya sendiri, lalu konfirmasi di sini.',
  reason: 'Alasan',
  reasonHelp: 'Untuk administrator dan penyedia. Pelanggan tidak melihatnya.',
  started: {
    refunded: 'Dana isi ulang dikembalikan',
    refund_pending: 'Pengembalian dana tertunda',
    by_hand: 'Kuota ditahan untuk pengembalian dana',
    not_refunded: 'Penyedia menolak pengembalian dana',
  },
  failed: 'Pengembalian dana tidak dimulai',
  byHandNow: (sum: string) => `Kembalikan ${sum} kepada pelanggan, lalu konfirmasi di sini.`,
  pendingNow: (sum: string) =>
    `Jawaban penyedia tentang ${sum} belum diketahui. Penyedia ditanya lagi setiap dua menit. Kuota ditahan. Jangan mengembalikan dananya sendiri sementara itu.`,
  refused: (reason: string) => `Dana tidak dikembalikan, dan kuota sudah dipulihkan. ${reason}`,
  failedLater: (sum: string, reason: string) =>
    `Penyedia gagal membayarkan ${sum} kepada pelanggan (${reason}). Dananya ada lagi di saldo Anda pada penyedia. Transfer sendiri, lalu konfirmasi di sini.`,
  disputeLost: (quota: string) =>
    `Bank pelanggan menarik kembali pembayaran. ${quota} kuota sudah terpakai. Anda dapat menangguhkan akunnya.`,
  openAccount: 'Buka akun',
  confirm: 'Konfirmasi pengembalian',
  confirmTitle: 'Konfirmasi pengembalian dana',
  confirmLead: 'Pelanggan menerima notifikasi dan nota kredit.',
  confirmFailedLead: 'Pelanggan sudah menerima notifikasi dan nota kredit.',
  reference: 'Referensi transfer',
  referenceHelp: 'Dari bank, dompet digital, atau dasbor penyedia.',
  confirmed: 'Pengembalian dana dikonfirmasi',
  confirmFailed: 'Pengembalian dana tidak dikonfirmasi',
  cancel: 'Batalkan pengembalian',
  cancelled: 'Pengembalian dana dibatalkan. Kuota sudah dipulihkan.',
  cancelFailed: 'Pengembalian dana tidak dibatalkan',
  refundOf: 'Pengembalian dana',
  sumOf: (sum: string, quota: string) => `${sum}, ${quota} kuota ditarik`,
  refundReference: 'Referensi pengembalian',
  refundReason: 'Alasan pengembalian',
  creditNote: 'Nota kredit',
};
