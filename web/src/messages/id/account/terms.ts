import type { Translation } from '@/messages/i18n.js';
import type { termsMessages } from '@/messages/account/terms.js';

export const terms: Translation<typeof termsMessages> = {
  title: 'Ketentuan Layanan',
  lead: 'Singkat, agar Anda membacanya.',
  items: [
    [
      'VPS Anda, hak Anda',
      'Masukkan hanya VPS yang Anda sewa atau miliki dan boleh diinstal ulang menurut penyedianya.',
    ],
    [
      'Seluruh isi disk diganti',
      'Begitu penulisan dimulai, sistem Linux dan semua filenya hilang. Simpan salinan yang Anda perlukan.',
    ],
    [
      'Kata sandi root atau kunci SSH Anda',
      'Disimpan terenkripsi selama instalasi berjalan dan dihapus saat selesai.',
    ],
    [
      'Kuota',
      'Satu instalasi memakai 1 kuota. Jika instalasi gagal sebelum penulisan dimulai, kuota dikembalikan.',
    ],
    [
      'Lisensi Windows',
      'Casement menginstal sistemnya. Lisensinya adalah urusan antara Anda dan Microsoft.',
    ],
    [
      'Pemakaian wajar',
      'Tanpa serangan, tanpa spam, tanpa VPS orang lain. Akun yang melanggar ditutup.',
    ],
  ],
};
