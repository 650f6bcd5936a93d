import { texts } from '@/lib/messages.js';

export const termsTexts = texts({
  en: {
    title: 'Terms of Service',
    lead: 'Short, because it matters that you read it.',
    items: [
      [
        'Your server, your right',
        'Enter only servers that you rent or own, and that your provider lets you reinstall.',
      ],
      [
        'Everything on the disk is replaced',
        'From the moment writing begins, the Linux system and all its files are gone. Keep a copy of what you need.',
      ],
      [
        'Your root password',
        'It is stored encrypted while the install runs and erased when it ends.',
      ],
      [
        'Quota',
        'One installation costs 1 quota. If an install fails before writing begins, the quota is returned.',
      ],
      [
        'Windows licence',
        'Casement installs the system. A licence for it is between you and its maker.',
      ],
      ['Fair use', 'No attacks, no spam, no servers of other people. Accounts that do are closed.'],
    ] as [string, string][],
  },
  id: {
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
  },
});
