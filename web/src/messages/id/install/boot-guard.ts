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
  repaired: {
    driver: (name: string) =>
      `Sistem pemulihan sudah mengatur driver disk ${name} agar dimuat saat Windows dimulai, tetapi Windows tetap tidak berjalan.`,
    bootEntry:
      'Sistem pemulihan sudah memperbaiki entri boot, tetapi Windows tetap tidak berjalan.',
  },
  logs: 'Temuan sistem pemulihan ada di log instalasi.',
  kept: {
    preparing: 'Windows menyiapkannya dalam sepuluh menit.',
    help: 'Untuk menginstal Windows lagi, mulai ulang Windows ke sistem pemulihan: buka “Casement Recovery” di menu Start, atau jalankan perintah ini di PowerShell sebagai administrator. Lalu kembali ke halaman ini.',
    command: 'Perintah pemulihan',
    console:
      'Jika Windows tidak dapat diakses, mulai ulang VPS di panel penyedia Anda dan pilih “Casement Recovery” di konsolnya dalam tiga detik.',
    installAgain: 'Instal lagi',
    startWindows: 'Mulai Windows',
    starting: 'Windows dimulai dalam satu menit',
    startFailed: 'Windows tidak dapat dimulai',
    remove: 'Hapus sistem pemulihan',
    removeTitle: (ip: string) => `Hapus sistem pemulihan dari ${ip}?`,
    removeQuestion:
      'Windows menghapusnya saat berikutnya menghubungi kami: ketika dimulai lagi, atau dalam satu hari. Ruangnya menjadi milik drive C:. Setelah itu Windows tidak dapat diinstal lagi dari sana.',
    removeSubmit: 'Hapus',
    removeRequested: 'Windows akan menghapus sistem pemulihan',
    removeFailed: 'Sistem pemulihan tidak dapat dihapus',
    removing:
      'Windows menghapus sistem pemulihan saat berikutnya menghubungi kami: ketika dimulai lagi, atau dalam satu hari.',
    removed: 'Sistem pemulihan sudah dihapus.',
  },
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
