import type { Translation } from '@/lib/messages.js';
import type { notificationMessages } from '@/messages/notifications.js';

export const notification: Translation<typeof notificationMessages> = {
  title: 'Notifikasi',
  bell: (unread: number) => (unread === 0 ? 'Notifikasi' : `Notifikasi, ${unread} baru`),
  empty: 'Belum ada notifikasi',
  emptyHelp: 'Instalasi yang selesai dan pembayaran yang masuk diberitahukan di sini.',
  kinds: { install: 'Instalasi', topup: 'Isi ulang' },
  manualReview: (ip: string) => `Instalasi ${ip} menunggu tim kami.`,
};
