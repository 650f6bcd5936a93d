import type { Translation } from '@/messages/i18n.js';
import type { passwordResetMessages } from '@/messages/install/password-reset.js';

export const passwordReset: Translation<typeof passwordResetMessages> = {
  action: 'Atur ulang kata sandi Windows',
  title: (ip) => `Atur ulang kata sandi Windows di ${ip}`,
  lead: 'Sistem pemulihan memasang kata sandi baru untuk akun administrator bawaan Windows dan mengaktifkannya. File dan pengaturan Anda tetap ada.',
  steps: [
    'Buka konsol VPS di panel penyedia Anda.',
    'Matikan VPS dari panel dan tunggu sampai mati. Jangan dipaksa: Windows harus menutup drive-nya.',
    'Nyalakan VPS. Pilih “Casement Recovery” di konsol dalam tiga detik.',
    'Kembali ke sini setelah konsol menampilkan kode 8 karakter.',
  ],
  awaiting: 'Menunggu sistem pemulihan…',
  old: 'Sistem pemulihan ini tidak dapat mengatur ulang kata sandi: versinya lama, atau memori VPS yang tersisa terlalu kecil. Mulai ulang VPS ke sistem ini. Jika tetap begini, hubungi dukungan.',
  password: 'Kata sandi Windows baru',
  submit: 'Atur ulang kata sandi',
  failed: 'Kata sandi tidak dapat diatur ulang',
  failedOn: (when) => `Pengaturan ulang terakhir: ${when}.`,
  progress: {
    waiting: 'Sistem pemulihan menerima kata sandi baru dalam satu menit',
    writing: 'Sistem pemulihan mengubah Windows',
    starting: 'Windows memasang kata sandi dan memulai ulang, lalu kami mengujinya dengan masuk',
  },
  progressHelp:
    'Ini memakan waktu sekitar sepuluh menit, paling lama 45. Anda boleh menutup jendela ini dan membukanya lagi untuk melihat hasilnya. Kami mengirim email begitu Windows mendapat kata sandinya.',
  done: (when) => `Windows menerima kata sandi baru pada ${when}.`,
  doneHelp: 'Masuk dengan kata sandi itu.',
  again: 'Atur ulang lagi',
};
