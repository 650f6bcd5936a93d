import type { Translation } from '@/messages/i18n.js';
import type { recoveryMessages } from '@/messages/admin/security/recovery.js';

export const recovery: Translation<typeof recoveryMessages> = {
  backToSignIn: 'Kembali ke Halaman Masuk',
  forgot: {
    title: 'Lupa kata sandi?',
    lead: 'Masukkan email Anda. Kami akan mengirim tautan untuk membuat kata sandi baru.',
    email: 'Email',
    submit: 'Kirim tautan',
    failed: 'Gagal mengirim email atur ulang kata sandi',
    sentTitle: 'Periksa email Anda',
    sent: 'Jika ada akun dengan email itu, petunjuk untuk mengatur ulang kata sandi sudah dikirim.',
    sentHelp: 'Tautan berlaku 15 menit. Belum menerima email? Periksa folder spam, atau',
    tryAgain: 'coba lagi',
  },
  reset: {
    pageTitle: 'Atur ulang kata sandi Anda',
    checking: 'Memeriksa tautan atur ulang...',
    unchecked: 'Tautan tidak dapat diperiksa',
    invalid: 'Tautan Tidak Valid',
    invalidHelp: 'Tautan atur ulang kata sandi ini tidak valid atau sudah kedaluwarsa.',
    newLink: 'Minta tautan baru',
    title: 'Buat kata sandi baru',
    account: (username: string, email: string) => `Untuk ${username} (${email})`,
    newPassword: 'Kata sandi baru',
    code: 'Kode 2FA',
    passkey: 'Konfirmasi dengan kunci sandi',
    codeHelp: 'Dari aplikasi autentikator, atau kode pemulihan.',
    revokeAccess: 'Cabut juga kunci API dan login perangkat, putuskan Telegram, dan jeda webhook',
    submit: 'Atur ulang kata sandi',
    failed: 'Gagal mengatur ulang kata sandi',
    failedHelp: 'Terjadi kesalahan saat mengatur ulang kata sandi Anda.',
    done: 'Kata sandi berhasil diganti',
    doneHelp: 'Sesi lain sudah diakhiri. Silakan masuk dengan kata sandi baru.',
    signIn: 'Masuk',
  },
};
