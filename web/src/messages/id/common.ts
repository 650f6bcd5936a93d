import type { Translation } from '@/messages/i18n.js';
import type { commonMessages } from '@/messages/common.js';

export const common: Translation<typeof commonMessages> = {
  ago: {
    justNow: 'Baru saja',
    minutes: (n: number) => `${n} menit lalu`,
    hours: (n: number) => `${n} jam lalu`,
    days: (n: number) => `${n} hari lalu`,
  },
  home: 'Beranda',
  menu: 'Menu',
  sections: 'Bagian',
  loading: 'Memuat...',
  skip: 'Langsung ke isi',
  close: 'Tutup',
  cancel: 'Batal',
  back: 'Kembali',
  retry: 'Ulangi',
  tryAgain: 'Coba Lagi',
  pleaseTryAgain: 'Silakan coba lagi.',
  invalidInput: 'Isian tidak valid',
  somethingWrong: 'Terjadi kesalahan',
  somethingWrongHelp:
    'Bagian ini tidak dapat ditampilkan. Pilih Coba Lagi untuk memuat ulang halaman.',
  partNotLoaded: 'Bagian ini tidak dapat dimuat. Periksa koneksi Anda, lalu pilih Coba Lagi.',
  notLoaded: 'Belum dimuat',
  notLoadedHelp: 'Anda sedang offline. Bagian ini akan dimuat otomatis setelah Anda online lagi.',
  notOpened:
    'Halaman ini tidak dapat dibuka. Periksa koneksi Anda lalu coba lagi, atau muat ulang halaman.',
  toLightTheme: 'Ganti ke tema terang',
  toDarkTheme: 'Ganti ke tema gelap',
  showPassword: 'Tampilkan kata sandi',
  hidePassword: 'Sembunyikan kata sandi',
  passwordRules: {
    account:
      'Minimal 8 karakter, dengan huruf besar, huruf kecil, angka, dan karakter khusus (@$!%*?&).',
    change: 'Minimal 6 karakter.',
    rdp: 'Minimal 4 karakter. Tidak boleh diawali "#".',
  },
  copy: (what: string) => `Salin ${what}`,
  copied: (what: string) => `${what} disalin`,
  copyFailed: 'Gagal menyalin',
  copyFailedHelp: 'Pilih teksnya lalu salin secara manual.',
  previous: 'Sebelumnya',
  next: 'Berikutnya',
  pagesOf: (table: string) => `Halaman ${table}`,
  page: (n: number) => `Halaman ${n}`,
  showing: (from: string, to: string, total: string) =>
    `Menampilkan ${from} sampai ${to} dari ${total} entri`,
  notifications: (hotkey: string) => `Notifikasi (${hotkey})`,
  units: {
    hours: (n: number) => `${n} jam`,
    minutes: (n: number) => `${n} mnt`,
    seconds: (n: number | string) => `${n} dtk`,
  },
  separators: { group: '.', decimal: ',' },
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des'],
  written: (done: string, total: string) => `${done} dari ${total}`,
  device: {
    on: (browser: string, system: string) => `${browser} di ${system}`,
    unknown: 'Perangkat tidak dikenal',
  },
  actions: 'Tindakan',
  correlationId: 'Nomor referensi kesalahan',
  offline:
    'Anda sedang offline. Halaman ini mungkin tidak terbaru; akan dimuat ulang saat Anda online lagi.',
  notFound: 'Tidak ditemukan',
  opensNewWindow: '(terbuka di jendela baru)',
};
