import { texts } from '@/lib/messages.js';

/** The bell and what stands under it. */
export const notificationTexts = texts({
  en: {
    title: 'Notifications',
    /** The bell's name. */
    bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} new`),
    empty: 'No notifications yet',
    emptyHelp: 'Installs that end and payments that arrive are told here.',
    kinds: { install: 'Install', topup: 'Topup' },
    manualReview: (ip: string) => `The install of ${ip} waits for our team.`,
  },
  id: {
    title: 'Notifikasi',
    bell: (unread: number) => (unread === 0 ? 'Notifikasi' : `Notifikasi, ${unread} baru`),
    empty: 'Belum ada notifikasi',
    emptyHelp: 'Instalasi yang selesai dan pembayaran yang masuk diberitahukan di sini.',
    kinds: { install: 'Instalasi', topup: 'Isi ulang' },
    manualReview: (ip: string) => `Instalasi ${ip} menunggu tim kami.`,
  },
});
