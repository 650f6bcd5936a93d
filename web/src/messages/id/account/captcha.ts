import type { Translation } from '@/messages/i18n.js';
import type { captchaMessages } from '@/messages/account/captcha.js';

export const captcha: Translation<typeof captchaMessages> = {
  answer: 'Jawaban',
  refresh: 'Muat ulang CAPTCHA',
  loading: 'Memuat CAPTCHA',
  failed: 'Gagal memuat CAPTCHA',
  requiredTitle: 'CAPTCHA Wajib',
  required: 'Selesaikan verifikasi CAPTCHA.',
  errorTitle: 'Kesalahan CAPTCHA',
  loadFallback: 'Gagal memuat CAPTCHA. Muat ulang halaman.',
  tooMany: 'Terlalu banyak permintaan. Tunggu sebelum meminta CAPTCHA baru.',
  generateFailed: 'Gagal membuat CAPTCHA',
  malformed: 'Respons CAPTCHA tidak valid',
  waitTitle: 'Mohon tunggu',
  wait: (seconds: number) => `Anda dapat memuat ulang CAPTCHA dalam ${seconds} detik.`,
};
