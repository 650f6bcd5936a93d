/** By the `code` of the error. A code with messages of several kinds is left to the server. */
export const serverMessages: Record<string, string> = {
  CAPTCHA_GENERATION_RATE_LIMIT: 'Terlalu banyak permintaan. Tunggu sebelum meminta CAPTCHA baru.',
  INSUFFICIENT_QUOTA: 'Kuota tidak cukup: diperlukan minimal 1 kuota untuk memasang Windows.',
  INVALID_CREDENTIALS: 'Periksa data masuk Anda lalu coba lagi.',
  RESET_LINK_INVALID: 'Tautan setel ulang kata sandi ini tidak valid atau sudah kedaluwarsa.',
  TWO_FACTOR_CODE_INVALID: 'Kode salah atau kedaluwarsa. Silakan coba lagi.',
  VERIFICATION_CODE_INVALID: 'Periksa kode Anda lalu coba lagi.',
};
