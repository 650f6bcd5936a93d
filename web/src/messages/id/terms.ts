import type { Translation } from '@/lib/messages.js';
import type { termsMessages } from '@/messages/terms.js';

export const terms: Translation<typeof termsMessages> = {
  title: 'Ketentuan Layanan',
  lead: 'Singkat, karena penting untuk dibaca.',
  items: [
    [
      'Server Anda, hak Anda',
      'Masukkan hanya server yang Anda sewa atau miliki dan boleh dipasang ulang menurut penyedianya.',
    ],
    [
      'Seluruh isi disk diganti',
      'Begitu penulisan dimulai, sistem Linux dan semua berkasnya hilang. Simpan salinan yang Anda perlukan.',
    ],
    [
      'Kata sandi root Anda',
      'Disimpan terenkripsi selama instalasi berjalan dan dihapus saat selesai.',
    ],
    [
      'Kuota',
      'Satu instalasi memakai 1 kuota. Jika instalasi gagal sebelum penulisan dimulai, kuota dikembalikan.',
    ],
    [
      'Lisensi Windows',
      'Casement memasang sistemnya. Lisensinya adalah urusan antara Anda dan pembuatnya.',
    ],
    [
      'Pemakaian wajar',
      'Tanpa serangan, tanpa spam, tanpa server orang lain. Akun yang melanggar ditutup.',
    ],
  ],
};
