import type { Translation } from '@/messages/i18n.js';
import type { adminPaletteMessages } from '@/messages/admin/admin-palette.js';

export const adminPalette: Translation<typeof adminPaletteMessages> = {
  title: 'Buka',
  label: 'Pengguna, email, alamat, referensi pembayaran, atau bagian',
  help: 'Pakai tombol panah untuk memilih, Enter untuk membuka, Escape untuk menutup. Masukkan referensi lengkap untuk mencari pembayaran.',
  results: 'Hasil',
  groups: { sections: 'Bagian', users: 'Pengguna', installs: 'Instalasi', topups: 'Isi ulang' },
  searching: 'Mencari...',
  nothing: 'Tidak ditemukan',
  found: (count) => `${count} ditemukan`,
  failed: 'Sebagian hasil tidak dapat dimuat. Silakan coba lagi.',
  noEmail: 'tanpa alamat email',
};
