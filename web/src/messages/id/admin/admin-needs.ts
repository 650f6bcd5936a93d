import type { Translation } from '@/messages/i18n.js';
import type { adminNeedMessages } from '@/messages/admin/admin-needs.js';

export const adminNeed: Translation<typeof adminNeedMessages> = {
  title: 'Perlu Anda tangani',
  nothing: 'Tidak ada yang perlu ditangani sekarang',
  nothingHelp:
    'Tidak ada pembayaran atau instalasi yang menunggu keputusan, tidak ada peristiwa yang macet, dan bot berjalan.',
  unknown:
    'Sebagian tidak dapat dihitung sekarang; yang belum terhitung mungkin tetap perlu ditangani.',
  counting: 'Menghitung...',
  needs: {
    reviews: 'Pembayaran yang perlu ditinjau',
    installReviews: 'Instalasi dalam tinjauan manual',
    failedInstalls: 'Instalasi gagal yang belum dilihat',
    deadLetters: 'Peristiwa yang tidak dapat diproses',
    images: 'Image yang belum lulus pemeriksaan',
    bots: 'Bot yang berhenti',
  },
};
