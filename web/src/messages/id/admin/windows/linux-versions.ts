import type { Translation } from '@/messages/i18n.js';
import type { linuxVersionMessages } from '@/messages/admin/windows/linux-versions.js';

export const linuxVersion: Translation<typeof linuxVersionMessages> = {
  title: 'Versi Linux',
  lead: 'Pelanggan dapat mengembalikan VPS yang berada di sistem pemulihan ke salah satu versi ini.',
  add: 'Tambah Versi Linux',
  addTitle: 'Tambah Versi Linux',
  editTitle: 'Ubah Versi Linux',
  confirmDelete: (name: string) => `Hapus versi Linux ${name} beserta image-nya?`,
  slugHelp: 'Nama pendek yang dipakai instalasi, misalnya debian-12.',
  enabled: 'Tawarkan versi ini kepada pelanggan',
  enabledHelp: 'Instalasi yang sedang berjalan tidak terpengaruh jika dinonaktifkan.',
  notOffered: 'Tidak ditawarkan',
  empty: 'Belum ada versi Linux',
  emptyHelp: 'Tambahkan versi, lalu impor image-nya.',
  createdToast: 'Versi Linux berhasil dibuat',
  updatedToast: 'Versi Linux berhasil diperbarui',
  deletedToast: 'Versi Linux berhasil dihapus',
  noImage: 'Pelanggan tidak dapat memilih versi ini sebelum Anda mengimpor image-nya.',
  imageHelp:
    'Gunakan cloud image generik dengan cloud-init dan GPT, misalnya dari Debian, Ubuntu, atau AlmaLinux.',
};
