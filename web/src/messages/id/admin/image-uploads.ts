import type { Translation } from '@/messages/i18n.js';
import type { imageUploadMessages } from '@/messages/admin/image-uploads.js';

export const imageUpload: Translation<typeof imageUploadMessages> = {
  build: 'Buat dari ISO',
  buildTitle: (name: string) => `Buat image untuk ${name}`,
  buildHelp: 'Dari ISO instalasi milik Anda dan driver virtio-win.',
  untried:
    'Belum ada image Windows asli yang dibuat dengan cara ini. Konversi sebuah VPS percobaan sebelum pelanggan dapat memilih versi ini.',
  kinds: { iso: 'ISO instalasi', drivers: 'Driver', image: 'Image yang diunggah' },
  kindHelp: {
    iso: 'Media dari lisensi Anda sendiri. Casement tidak menyertakannya.',
    drivers: 'ISO dari proyek virtio-win, atau ISO lain yang berisi file INF.',
    image: 'Raw, VHD, atau QCOW2; apa adanya atau dikompresi dengan gzip, xz, atau zstd.',
  },
  send: { iso: 'Unggah ISO lain', drivers: 'Unggah driver lain', image: 'Unggah image lain' },
  sendHelp:
    'File dikirim per bagian selama halaman ini terbuka. Untuk melanjutkan nanti, pilih file yang sama lagi. Unggahan disimpan selama 24 jam.',
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
  listFailed: 'Unggahan tidak dapat dimuat. Tutup ini lalu coba lagi.',
  sending: (name: string) => `Mengunggah ${name}`,
  paused: (name: string) => `${name} dijeda`,
  pause: 'Jeda',
  resume: 'Lanjutkan',
  another: 'Pilih file lain',
  anotherFile:
    'Ini file lain dari yang mulai dikirim. Pilih file yang sama, atau hapus unggahan dan mulai dari awal.',
  unfinished: (sent: string) =>
    `${sent} terkirim. Pilih file yang sama di bawah untuk melanjutkan.`,
  checking:
    'Semua bagian sudah ada; seluruh file sedang diperiksa. Ini membutuhkan beberapa menit.',
  remove: (name: string) => `Hapus ${name}`,
  removedToast: 'Unggahan berhasil dihapus',
  removeFailed: 'Gagal menghapus',
  edition: 'Edisi',
  editionHelp: 'Edisi ditampilkan setelah ISO selesai diperiksa.',
  chooseEdition: 'Pilih edisi',
  firmware: 'Firmware',
  firmwareHelp: 'Firmware VPS tujuan. Satu image hanya cocok untuk salah satunya.',
  uefi: 'UEFI',
  bios: 'BIOS',
  recipe: 'Resep',
  recipeHelp: 'Pengaturan image: disk, remote desktop, page file.',
  automatic: 'Yang sesuai dengan edisi',
  disk: 'Disk, dalam GiB (opsional)',
  diskHelp: 'Menurut resep jika kosong. Disk pelanggan harus setidaknya sebesar itu.',
  licensed:
    'Lisensi saya mengizinkan saya membuat image ini dan menginstalnya di mesin pelanggan saya.',
  licensedHelp: 'Log audit mencatat pernyataan ini beserta nama Anda dan waktunya.',
  start: 'Mulai membuat',
  startedToast: 'Pembuatan dimulai',
  startFailed: 'Pembuatan tidak dimulai',
  log: 'Log (UTC)',
};
