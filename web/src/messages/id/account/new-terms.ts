import type { Translation } from '@/messages/i18n.js';
import type { newTermsMessages } from '@/messages/account/new-terms.js';

export const newTerms: Translation<typeof newTermsMessages> = {
  title: 'Ketentuan Layanan baru',
  lead: 'Ketentuan kami berubah. Setujui dulu sebelum instalasi atau isi ulang berikutnya.',
  read: 'Baca ketentuan',
  accept: 'Setuju',
  failed: 'Ketentuan belum disetujui',
  needed: 'Setujui dulu ketentuan yang baru.',
};
