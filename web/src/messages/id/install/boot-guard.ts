import type { Translation } from '@/messages/i18n.js';
import type { bootGuardMessages } from '@/messages/install/boot-guard.js';

export const bootGuard: Translation<typeof bootGuardMessages> = {
  silentTitle: 'Sudah 45 menit tidak ada kabar dari Windows.',
  silentHelp: (limit: number) =>
    `Mulai ulang VPS di panel penyedia Anda, lalu tunggu sepuluh menit. Jika Windows masih tidak merespons, mulai ulang lagi: mungkin perlu sampai ${limit} kali. Setelah itu sistem pemulihan kami berjalan menggantikan Windows dan melapor di sini.`,
  waiting: 'Sistem pemulihan belum merespons.',
  title: 'Sistem pemulihan',
  answering: 'Sistem pemulihan merespons.',
  notAnswering:
    'Sistem pemulihan tidak melapor selama 10 menit. Mulai ulang VPS di panel penyedia Anda.',
  showFindings: 'Tampilkan temuan',
  answered: 'Merespons sejak',
  last: 'Laporan terakhir',
  starts: 'Gagal dimulai',
  written: 'Drive C: diubah oleh Windows',
  bus: 'Bus disk',
  processor: 'Fitur prosesor yang kurang',
  stopCode: 'Kode berhenti',
  setup: 'Status penyiapan',
  ioErrors: 'Kesalahan disk',
  bitlocker: 'Dienkripsi BitLocker',
  yes: 'ya',
  no: 'tidak',
  logs: 'Temuan sistem pemulihan ada di log instalasi.',
  again: {
    title: (ip: string) => `Instal Windows lagi di ${ip}?`,
    lead: 'Windows diinstal oleh sistem pemulihan di VPS. Linux dan kata sandi root tidak diperlukan.',
    code: 'Kode di konsol',
    codeHelp:
      'Buka konsol VPS di panel penyedia Anda. Sistem pemulihan menampilkan 8 karakter di sana.',
    started: 'Instalasi dimulai',
    startedHelp: (ip: string) => `Sistem pemulihan di ${ip} memulainya dalam satu menit.`,
    failed: 'Instalasi tidak dapat dimulai',
  },
};
