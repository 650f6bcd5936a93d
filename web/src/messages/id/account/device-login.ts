import type { Translation } from '@/messages/i18n.js';
import type { deviceLoginMessages } from '@/messages/account/device-login.js';

export const deviceLogin: Translation<typeof deviceLoginMessages> = {
  title: 'Masuk dari terminal',
  lead: 'Sebuah program, misalnya perintah casement, meminta kunci API. Belum ada yang diberikan.',
  code: 'Kode dari terminal Anda',
  codeHelp: 'Delapan huruf. Kode berlaku selama 10 menit.',
  next: 'Lanjutkan',
  confirmTitle: (machine: string) => `Buat kunci API untuk ${machine}?`,
  confirmLead:
    'Setelah itu program dapat melakukan yang tertulis di bawah, atas nama Anda dan tanpa kata sandi Anda.',
  warning:
    'Konfirmasi hanya jika Anda sendiri baru saja memulainya. Dukungan tidak pernah meminta kode.',
  machine: 'Mesin',
  address: 'Diminta dari',
  asked: 'Diminta',
  mayDo: 'Izin',
  from: 'Hanya dari',
  ends: 'Masa berlaku',
  never: 'Tanpa batas',
  days: (days: number) => `${days} hari`,
  confirm: 'Buat kunci',
  confirmed: 'Masuk dikonfirmasi',
  confirmedHelp:
    'Terminal Anda menerima kuncinya dalam beberapa detik. Kunci dapat dicabut di Pengaturan.',
  confirmFailed: 'Masuk tidak dikonfirmasi',
  refuse: 'Tolak',
  refused: 'Masuk ditolak',
  refusedHelp: 'Tidak ada kunci yang dibuat.',
  refuseFailed: 'Masuk tidak ditolak',
};
