import type { Translation } from '@/messages/i18n.js';
import type { deviceLoginMessages } from '@/messages/account/device-login.js';

export const deviceLogin: Translation<typeof deviceLoginMessages> = {
  title: 'Hubungkan terminal',
  lead: 'CLI casement meminta kunci API. Belum ada akses yang diberikan.',
  code: 'Kode dari terminal Anda',
  codeHelp: 'Delapan huruf. Kode berlaku selama 10 menit.',
  next: 'Lanjutkan',
  confirmTitle: (machine: string) => `Buat kunci API untuk ${machine}?`,
  confirmLead:
    'Program akan dapat melakukan yang tertulis di bawah atas nama Anda, tanpa kata sandi Anda.',
  warning:
    'Konfirmasi hanya jika Anda sendiri baru saja memulainya. Tim dukungan kami tidak pernah meminta kode.',
  machine: 'Mesin',
  address: 'Permintaan dari',
  asked: 'Waktu permintaan',
  mayDo: 'Izin',
  from: 'Hanya dari',
  ends: 'Masa berlaku',
  never: 'Tanpa batas',
  days: (days: number) => `${days} hari`,
  confirm: 'Buat kunci',
  confirmed: 'Terminal terhubung',
  confirmedHelp:
    'Terminal Anda akan menerima kunci dalam beberapa detik. Kunci dapat dicabut di Pengaturan.',
  confirmFailed: 'Gagal menghubungkan terminal',
  refuse: 'Tolak',
  refused: 'Permintaan ditolak',
  refusedHelp: 'Tidak ada kunci yang dibuat.',
  refuseFailed: 'Gagal menolak permintaan',
};
