import type { Translation } from '@/messages/i18n.js';
import type { adminMessages } from '@/messages/admin/admin.js';

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
    desktops: 'Desktop di Browser',
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
  groups: {
    overview: 'Ringkasan',
    customers: 'Pelanggan',
    settings: 'Katalog & Pengaturan',
    security: 'Pemantauan Keamanan',
  },
  overview: {
    users: 'Pengguna',
    installs: 'Instalasi',
    products: 'Produk',
    methods: 'Metode pembayaran',
    enabledOf: (enabled: number, all: number) => `${enabled} dari ${all} aktif`,
    versions: (available: number, all: number) => `${available} dari ${all} versi tersedia`,
    latestInstalls: 'Instalasi terbaru',
    viewAll: 'Lihat Semua',
  },
};
