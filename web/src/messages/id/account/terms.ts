import type { Translation } from '@/messages/i18n.js';
import type { termsMessages } from '@/messages/account/terms.js';

export const terms: Translation<typeof termsMessages> = {
  title: 'Ketentuan Layanan',
  lead: 'Singkat saja, supaya mudah dibaca.',
  items: [
    [
      'Hanya VPS Anda sendiri',
      'Pakai Casement hanya untuk VPS yang Anda sewa atau miliki dan boleh diinstal ulang menurut penyedianya.',
    ],
    [
      'Seluruh isi disk diganti',
      'Begitu penulisan dimulai, sistem Linux dan semua filenya hilang. Cadangkan dulu yang Anda perlukan.',
    ],
    [
      'Kata sandi root atau kunci SSH Anda',
      'Kami menyimpannya terenkripsi selama instalasi berjalan dan menghapusnya saat instalasi selesai.',
    ],
    [
      'Kuota',
      'Satu instalasi memakai 1 kuota. Jika instalasi gagal sebelum penulisan dimulai, kuota dikembalikan.',
    ],
    [
      'Lisensi Windows',
      'Casement menginstal Windows. Lisensinya adalah urusan antara Anda dan Microsoft.',
    ],
    [
      'Pemakaian wajar',
      'Tanpa serangan, tanpa spam, tanpa VPS milik orang lain. Akun yang melanggar akan kami tutup.',
    ],
  ],
};
