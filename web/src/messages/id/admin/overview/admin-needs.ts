import type { Translation } from '@/messages/i18n.js';
import type { adminNeedMessages } from '@/messages/admin/overview/admin-needs.js';

export const adminNeed: Translation<typeof adminNeedMessages> = {
  title: 'Perlu ditangani',
  nothing: 'Semua beres',
  nothingHelp:
    'Tidak ada pembayaran atau instalasi yang menunggu keputusan, tidak ada event yang macet, dan bot berjalan.',
  unknown: 'Sebagian angka tidak dapat dimuat; yang belum terhitung mungkin tetap perlu ditangani.',
  counting: 'Menghitung...',
  needs: {
    reviews: 'Pembayaran yang perlu ditinjau',
    installReviews: 'Instalasi dalam tinjauan manual',
    failedInstalls: 'Instalasi gagal yang perlu ditinjau',
    deadLetters: 'Event yang tidak dapat diproses',
    images: 'Image yang belum lulus pemeriksaan',
    bots: 'Bot yang berhenti',
  },
};
