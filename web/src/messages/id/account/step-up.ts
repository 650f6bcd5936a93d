import type { Translation } from '@/messages/i18n.js';
import type { stepUpMessages } from '@/messages/account/step-up.js';

export const stepUp: Translation<typeof stepUpMessages> = {
  title: 'Konfirmasi bahwa ini Anda',
  lead: 'Demi keamanan, perubahan ini perlu konfirmasi. Setelah itu berlaku selama 5 menit.',
  password: 'Kata sandi Anda',
  code: 'Kode 6 digit dari aplikasi autentikator',
  confirm: 'Konfirmasi',
};
