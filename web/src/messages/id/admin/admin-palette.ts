import type { Translation } from '@/messages/i18n.js';
import type { adminPaletteMessages } from '@/messages/admin/admin-palette.js';

export const adminPalette: Translation<typeof adminPaletteMessages> = {
  title: 'Buka',
  label: 'Pengguna, email, alamat, referensi pembayaran, atau bagian',
  help: 'Tombol panah memilih, Enter membuka, Escape menutup. Pembayaran dicari dengan referensi lengkapnya.',
  results: 'Hasil',
  groups: { sections: 'Bagian', users: 'Pengguna', installs: 'Instalasi', topups: 'Top up' },
  searching: 'Mencari...',
  nothing: 'Tidak ditemukan',
  found: (count) => `${count} ditemukan`,
  failed: 'Sebagian tidak dapat dicari sekarang. Silakan coba lagi.',
  noEmail: 'tanpa alamat email',
};
