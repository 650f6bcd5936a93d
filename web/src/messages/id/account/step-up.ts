import type { Translation } from '@/messages/i18n.js';
import type { stepUpMessages } from '@/messages/account/step-up.js';

export const stepUp: Translation<typeof stepUpMessages> = {
  title: 'Konfirmasi identitas Anda',
  lead: 'Demi keamanan, konfirmasi identitas Anda sebelum melakukan perubahan ini. Kami tidak akan bertanya lagi selama 5 menit.',
  password: 'Kata sandi Anda',
  code: 'Kode 6 digit dari aplikasi autentikator',
  useApp: 'Gunakan aplikasi autentikator',
  useRecovery: 'Gunakan kode pemulihan',
  recoveryCode: 'Kode pemulihan',
  confirm: 'Konfirmasi',
};
