import { texts } from '@/lib/messages.js';

export const captchaTexts = texts({
  en: {
    label: 'CAPTCHA',
    question: (question: string) => `CAPTCHA: ${question}`,
    answer: 'Answer',
    refresh: 'Refresh CAPTCHA',
    loading: 'Loading CAPTCHA',
    failed: 'Failed to load CAPTCHA',
    requiredTitle: 'CAPTCHA Required',
    required: 'Please complete the CAPTCHA verification.',
    errorTitle: 'CAPTCHA Error',
    loadFallback: 'Failed to load CAPTCHA. Please refresh the page.',
    tooMany: 'Too many requests. Please wait before requesting a new CAPTCHA.',
    generateFailed: 'Failed to generate CAPTCHA',
    malformed: 'Invalid CAPTCHA response',
    waitTitle: 'Please wait',
    wait: (seconds: number) => `You can refresh CAPTCHA again in ${seconds} seconds.`,
    /** Odd but intended: the widget's own load error is in Indonesian in every language. */
    hookError: 'Gagal memuat CAPTCHA. Silakan coba lagi.',
  },
  id: {
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
    malformed: 'Jawaban CAPTCHA tidak valid',
    waitTitle: 'Mohon tunggu',
    wait: (seconds: number) => `Anda dapat memuat ulang CAPTCHA dalam ${seconds} detik.`,
  },
});
