import { defineMessages } from '@/messages/i18n.js';

export const captchaMessages = defineMessages('captcha', {
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
  /** Intentional: the widget's own load error is in Indonesian in every language. */
  hookError: 'Gagal memuat CAPTCHA. Silakan coba lagi.',
});
