import type { Translation } from '@/lib/messages.js';
import type { adminMessages } from '@/messages/admin.js';

export const admin: Translation<typeof adminMessages> = {
  userView: 'Tampilan Pengguna',
  signOut: 'Keluar',
  goTo: 'Buka',
  loadFailed: 'Gagal memuat data',
  sections: {
    dashboard: 'Dasbor',
    monitoring: 'Pemantauan Langsung',
    windows: 'Versi Windows',
    products: 'Produk',
    users: 'Pengguna',
    installs: 'Instalasi',
    payments: 'Metode Pembayaran',
    '2fa': 'Dua Faktor',
    'security-dashboard': 'Dasbor Keamanan',
    'security-alerts': 'Peringatan Keamanan',
    'security-blocked-ips': 'IP Terblokir',
    'security-recovery': 'Pemulihan',
    'security-rules': 'Aturan Deteksi',
    'security-audit': 'Log Audit',
    operations: 'Operasi',
  },
  securityMonitoring: 'Pemantauan Keamanan',
  overview: {
    users: 'Pengguna',
    installs: 'Instalasi',
    products: 'Produk',
    methods: 'Metode pembayaran',
    enabledOf: (enabled: number, all: number) => `${enabled} dari ${all} aktif`,
    versions: (available: number, all: number) => `${available} dari ${all} versi tersedia`,
    latestInstalls: 'Instalasi terbaru',
    viewAll: 'Lihat Semua',
    twoFactorOff: 'Autentikasi dua faktor mati.',
    twoFactorOffHelp: 'Langkah kedua mencegah kata sandi curian membuka area ini.',
    setUp: 'Siapkan 2FA',
    nothingInstallable: 'Tidak ada versi Windows yang dapat diinstal.',
    nothingInstallableHelp:
      'Tidak satu pun memiliki image. Pelanggan diberi tahu sebelum membayar kuota.',
    toImages: 'Impor image',
  },
};
