import type { Translation } from '@/messages/i18n.js';
import type { passwordResetMessages } from '@/messages/install/password-reset.js';

export const passwordReset: Translation<typeof passwordResetMessages> = {
  action: 'Atur ulang kata sandi Windows',
  title: (ip) => `Atur ulang kata sandi Windows di ${ip}`,
  lead: 'Sistem pemulihan memasang kata sandi baru untuk administrator Windows. File dan pengaturan Anda tetap ada.',
  steps: [
    'Buka konsol VPS di panel penyedia Anda.',
    'Matikan VPS dari panel dan tunggu sampai mati. Jangan dipaksa: Windows harus menutup drive-nya.',
    'Nyalakan VPS. Pilih “Casement Recovery” di konsol dalam tiga detik.',
    'Kembali ke sini setelah konsol menampilkan kode 8 karakter.',
  ],
  awaiting: 'Menunggu sistem pemulihan…',
  old: 'Sistem pemulihan ini versi lama dan tidak dapat mengatur ulang kata sandi. Instal Windows lagi untuk mendapat yang baru.',
  password: 'Kata sandi Windows baru',
  submit: 'Atur ulang kata sandi',
  failed: 'Kata sandi tidak dapat diatur ulang',
  progress: {
    waiting: 'Sistem pemulihan menerima kata sandi baru dalam satu menit',
    writing: 'Sistem pemulihan mengubah Windows',
    starting: 'Windows memasang kata sandi dan memulai ulang, lalu kami mengujinya dengan masuk',
  },
  progressHelp:
    'Ini memakan waktu hingga sepuluh menit. Anda boleh menutup jendela ini; kami mengirim email setelah selesai.',
  done: (when) => `Windows menerima kata sandi baru pada ${when}.`,
  doneHelp: 'Masuk dengan kata sandi itu, dan simpan di tempat aman.',
  again: 'Atur ulang lagi',
};
