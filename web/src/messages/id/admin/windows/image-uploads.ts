import type { Translation } from '@/messages/i18n.js';
import type { imageUploadMessages } from '@/messages/admin/windows/image-uploads.js';

export const imageUpload: Translation<typeof imageUploadMessages> = {
  build: 'Buat dari ISO',
  buildTitle: (name: string) => `Buat image untuk ${name}`,
  buildHelp: 'Memakai ISO instalasi Anda sendiri dan driver virtio-win.',
  untried:
    'Cara ini belum pernah diuji dengan ISO Windows asli. Konversi satu VPS uji sebelum pelanggan dapat memilih versi ini.',
  kinds: { iso: 'ISO instalasi', drivers: 'Driver', image: 'Image yang diunggah' },
  kindHelp: {
    iso: 'Dari lisensi Anda sendiri. Casement tidak menyediakan ISO.',
    drivers: 'ISO dari proyek virtio-win, atau ISO lain yang berisi file INF.',
    image: 'Raw, VHD, atau QCOW2, boleh dikompresi dengan gzip, xz, atau zstd.',
  },
  send: { iso: 'Unggah ISO lain', drivers: 'Unggah driver lain', image: 'Unggah image lain' },
  sendHelp:
    'File diunggah per bagian selama halaman ini terbuka. Untuk melanjutkan nanti, pilih file yang sama lagi. Unggahan disimpan selama 24 jam.',
  loading: 'Memuat…',
  none: 'Belum ada yang diunggah',
  choose: 'Pilih unggahan',
  option: (name: string, size: string, state: string) => `${name} (${size}), ${state}`,
  statuses: {
    uploading: 'belum lengkap',
    checking: 'sedang diperiksa',
    ready: 'siap',
    failed: 'tidak dapat dipakai',
  },
  listFailed: 'Unggahan tidak dapat dimuat. Tutup dialog ini lalu coba lagi.',
  sending: (name: string) => `Mengunggah ${name}`,
  paused: (name: string) => `${name} dijeda`,
  pause: 'Jeda',
  resume: 'Lanjutkan',
  another: 'Pilih file lain',
  anotherFile:
    'Ini bukan file yang mulai Anda unggah. Pilih file yang sama, atau hapus unggahan dan mulai dari awal.',
  unfinished: (sent: string) =>
    `${sent} terkirim. Pilih file yang sama di bawah untuk melanjutkan.`,
  checking: 'Semua bagian sudah diunggah. Pemeriksaan seluruh file membutuhkan beberapa menit.',
  remove: (name: string) => `Hapus ${name}`,
  removedToast: 'Unggahan berhasil dihapus',
  removeFailed: 'Gagal menghapus',
  edition: 'Edisi',
  editionHelp: 'Edisi ditampilkan setelah ISO selesai diperiksa.',
  chooseEdition: 'Pilih edisi',
  firmware: 'Firmware',
  firmwareHelp: 'Firmware VPS tujuan. Satu image hanya cocok dengan salah satunya.',
  uefi: 'UEFI',
  bios: 'BIOS',
  recipe: 'Resep',
  recipeHelp: 'Pengaturan image seperti disk, remote desktop, dan page file.',
  automatic: 'Bawaan untuk edisi ini',
  disk: 'Disk, dalam GiB (opsional)',
  diskHelp: 'Kosongkan untuk memakai ukuran resep. Disk pelanggan harus minimal sebesar itu.',
  licensed:
    'Lisensi saya mengizinkan saya membuat image ini dan menginstalnya di mesin pelanggan saya.',
  licensedHelp: 'Log audit mencatat pernyataan ini beserta nama Anda dan waktunya.',
  start: 'Mulai membuat',
  startedToast: 'Pembuatan dimulai',
  startFailed: 'Gagal memulai pembuatan',
  log: 'Log (UTC)',
};
