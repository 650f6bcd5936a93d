import type { Translation } from '@/messages/i18n.js';
import type { adminAnnouncementMessages } from '@/messages/admin/operations/announcements.js';

export const adminAnnouncement: Translation<typeof adminAnnouncementMessages> = {
  lead: 'Spanduk untuk semua pengguna yang sudah masuk, tampil dalam rentang waktu di bawah ini.',
  add: 'Pengumuman baru',
  editTitle: 'Ubah pengumuman',
  edit: 'Ubah',
  editOf: (text: string) => `Ubah “${text}”`,
  removeOf: (text: string) => `Hapus “${text}”`,
  confirmRemove: 'Hapus pengumuman ini?',
  kind: 'Jenis',
  text: 'Teks',
  textEn: 'Teks bahasa Inggris',
  textId: 'Teks bahasa Indonesia',
  textHelp: 'Teks biasa, maksimal 500 karakter.',
  from: 'Dari (Asia/Jakarta)',
  until: 'Sampai (Asia/Jakarta)',
  state: 'Status',
  states: { current: 'Sedang tampil', future: 'Dijadwalkan', past: 'Berakhir' },
  save: 'Simpan',
  saved: 'Pengumuman disimpan',
  removed: 'Pengumuman dihapus',
  saveFailed: 'Pengumuman tidak tersimpan',
  removeFailed: 'Gagal menghapus',
  empty: 'Belum ada pengumuman',
  emptyHelp: 'Umumkan pemeliharaan sebelum dimulai, agar tidak ada yang terkejut.',
};
