import type { Translation } from '@/messages/i18n.js';
import type { recoveryMessages } from '@/messages/admin/recovery.js';

export const recovery: Translation<typeof recoveryMessages> = {
  backToSignIn: 'Kembali ke Halaman Masuk',
  forgot: {
    title: 'Lupa kata sandi?',
    lead: 'Beri tahu alamat email Anda, dan kami mengirim tautan untuk kata sandi baru.',
    email: 'Email',
    submit: 'Kirim tautan',
    failed: 'Gagal mengirim email setel ulang',
    sentTitle: 'Periksa email Anda',
    sent: 'Jika ada akun dengan email itu, petunjuk menyetel ulang kata sandi sudah dikirim.',
    sentHelp: 'Tautan berlaku 15 menit. Tidak ada email, juga tidak di folder spam?',
    tryAgain: 'coba lagi',
  },
  reset: {
    pageTitle: 'Setel ulang kata sandi Anda',
    checking: 'Memeriksa tautan setel ulang...',
    unchecked: 'Tautan tidak dapat diperiksa',
    invalid: 'Tautan Tidak Valid',
    invalidHelp: 'Tautan setel ulang kata sandi ini tidak valid atau sudah kedaluwarsa.',
    newLink: 'Minta tautan baru',
    title: 'Pilih kata sandi baru',
    account: (username: string, email: string) => `Untuk ${username} (${email})`,
    newPassword: 'Kata sandi baru',
    code: 'Kode 2FA',
    codeHelp: 'Dari aplikasi autentikator, atau kode pemulihan.',
    revokeAccess: 'Akhiri juga kunci API, login perangkat, Telegram, dan webhook',
    submit: 'Setel ulang kata sandi',
    failed: 'Gagal menyetel ulang kata sandi',
    failedHelp: 'Terjadi kesalahan saat menyetel ulang kata sandi Anda.',
    done: 'Kata sandi disetel ulang',
    doneHelp: 'Kata sandi baru Anda berlaku dan semua sesi lain berakhir. Masuklah dengannya.',
    signIn: 'Masuk',
  },
};
