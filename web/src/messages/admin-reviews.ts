import { texts } from '@/lib/messages.js';

/** Admin: payments that wait for somebody to look at them. */
export const adminReviewTexts = texts({
  en: {
    title: 'Payments to review',
    reference: 'Reference',
    amount: 'Amount (ex fee)',
    status: 'Status',
    reason: 'What happened',
    since: 'Since',
    resolve: 'Resolve',
    resolveOf: (reference: string) => `Resolve ${reference}`,
    empty: 'Nothing to review',
    emptyHelp: 'Payments that could not be judged automatically appear here.',
    resolved: 'Review resolved',
    resolveFailed: 'Resolve failed',
    dialog: {
      title: 'Resolve review',
      note: 'What was done',
      noteHelp: 'Kept in the audit log. No money or quota moves by this.',
    },
  },
  id: {
    title: 'Pembayaran untuk ditinjau',
    reference: 'Referensi',
    amount: 'Jumlah (ex fee)',
    status: 'Status',
    reason: 'Yang terjadi',
    since: 'Sejak',
    resolve: 'Selesaikan',
    resolveOf: (reference: string) => `Selesaikan ${reference}`,
    empty: 'Tidak ada yang perlu ditinjau',
    emptyHelp: 'Pembayaran yang tidak dapat dinilai otomatis tampil di sini.',
    resolved: 'Tinjauan selesai',
    resolveFailed: 'Gagal menyelesaikan',
    dialog: {
      title: 'Selesaikan tinjauan',
      note: 'Yang dilakukan',
      noteHelp: 'Disimpan di catatan audit. Uang dan kuota tidak berpindah karenanya.',
    },
  },
});
