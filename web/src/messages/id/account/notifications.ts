import type { Translation } from '@/messages/i18n.js';
import type { notificationMessages } from '@/messages/account/notifications.js';

export const notification: Translation<typeof notificationMessages> = {
  title: 'Notifikasi',
  bell: (unread: number) => (unread === 0 ? 'Notifikasi' : `Notifikasi, ${unread} baru`),
  empty: 'Belum ada notifikasi',
  emptyHelp: 'Kabar tentang instalasi dan pembayaran Anda tampil di sini.',
  kinds: { install: 'Instalasi', topup: 'Isi ulang', quota: 'Kuota', webhook: 'Webhook' },
  quotaLow: (quota: number) => `Kuota Anda hampir habis: tersisa ${quota}.`,
  refundedHelp: (reference: string) => `Isi ulang ${reference} dikembalikan.`,
  webhookPaused: (host: string) =>
    `Webhook Anda ke ${host} dijeda. Lanjutkan di Pengaturan → Webhook.`,
  all: 'Semua notifikasi',
  allLead:
    'Dari 90 hari terakhir. Notifikasi yang dibaca di sini ditandai sudah dibaca di semua perangkat Anda.',
  loadFailed: 'Gagal memuat notifikasi',
  manualReview: (ip: string) => `Instalasi ${ip} menunggu tim kami.`,
};
