import type { Translation } from '@/messages/i18n.js';
import type { scriptsMessages } from '@/messages/install/scripts.js';

export const scripts: Translation<typeof scriptsMessages> = {
  title: 'Skrip awal',
  lead: 'Skrip PowerShell yang bisa dipilih di “Lanjutan: pengaturan Windows”. Windows menjalankannya sekali sebagai SYSTEM setelah kata sandi Anda diverifikasi.',
  offeredLead:
    'Skrip PowerShell yang bisa dipilih semua pelanggan. Windows menjalankannya sekali sebagai SYSTEM setelah login terverifikasi.',
  loading: 'Memuat skrip',
  loadFailed: 'Gagal memuat skrip',
  empty: 'Belum ada skrip',
  emptyHelp: 'Simpan skrip yang memasang program atau mengatur Windows.',
  add: 'Tambah skrip',
  edit: 'Ubah',
  editOf: (name: string) => `Ubah “${name}”`,
  delete: 'Hapus',
  deleteOf: (name: string) => `Hapus “${name}”`,
  deleteQuestion: 'Instalasi dan batch yang sudah diminta tetap memakai salinannya.',
  deleted: 'Skrip dihapus',
  deleteFailed: 'Gagal menghapus skrip',
  changed: (when: string) => `diubah ${when}`,
  dialogLead: 'Maksimal 64 KiB. Skrip dihentikan setelah 30 menit.',
  name: 'Nama',
  description: 'Keterangan',
  offeredDescriptionHelp: 'Pelanggan melihatnya di bawah daftar pilihan.',
  content: 'Skrip (PowerShell)',
  contentHelp: 'Disimpan terenkripsi. Hanya Anda yang bisa membacanya.',
  offeredContentHelp:
    'Disimpan terenkripsi. Pelanggan bisa membacanya, jadi jangan menulis kata sandi di dalamnya.',
  file: 'Pilih file skrip',
  save: 'Simpan',
  saveFailed: 'Gagal menyimpan skrip',
};
