import type { Translation } from '@/lib/messages.js';
import type { apiKeysMessages } from '@/messages/api-keys.js';

export const apiKeys: Translation<typeof apiKeysMessages> = {
  title: 'Kunci API',
  lead: 'Untuk program yang memanggil API atas nama Anda, misalnya panel hosting atau skrip.',
  reference: 'Referensi API',
  loading: 'Memuat kunci API Anda',
  loadFailed: 'Gagal memuat kunci API Anda',
  empty: 'Belum ada kunci API',
  emptyHelp: 'Buat satu untuk setiap program, agar masing-masing dapat dicabut sendiri.',
  create: 'Buat kunci',
  createLead:
    'Kunci hanya dapat melakukan yang Anda pilih di sini. Program tidak perlu tahu kata sandi Anda.',
  createFailed: 'Kunci tidak dibuat',
  name: 'Nama',
  nameHelp: 'Agar mudah dikenali, misalnya program atau server yang memakainya.',
  scopes: 'Izin',
  scopeNames: {
    'installs:read': 'Melihat instalasi',
    'installs:write': 'Memulai dan membatalkan instalasi',
    'topups:read': 'Melihat top up dan harga',
    'topups:write': 'Membuat top up',
    'quota:read': 'Melihat kuota',
    webhooks: 'Mengelola webhook',
  },
  networks: 'Alamat yang diizinkan (opsional)',
  networksHelp:
    'Satu alamat atau jaringan per baris, misalnya 203.0.113.7 atau 203.0.113.0/24. Kosong: semua.',
  expiry: 'Masa berlaku',
  expiries: {
    '30': '30 hari',
    '90': '90 hari',
    '365': 'Satu tahun',
    never: 'Tanpa batas',
  },
  createdTitle: 'Kunci API baru Anda',
  createdLead: 'Salin sekarang. Kunci ini tidak ditampilkan lagi.',
  createdHelp:
    'Simpan seperti kata sandi: jangan di repositori dan jangan di dalam perintah. Jika bocor, cabut di sini; kunci berhenti berfungsi dalam satu detik.',
  key: 'kunci API',
  tryIt: 'Coba',
  command: 'perintah',
  done: 'Sudah saya salin',
  ending: (ending: string) => `berakhiran ${ending}`,
  lastUsed: (when: string, address: string) => `terakhir dipakai ${when} dari ${address}`,
  neverUsed: 'belum pernah dipakai',
  expires: (when: string) => `berlaku sampai ${when}`,
  noExpiry: 'tanpa batas waktu',
  expired: 'Kedaluwarsa',
  from: (networks: string) => `hanya dari ${networks}`,
  revoke: 'Cabut',
  revokeOf: (name: string) => `Cabut ${name}`,
  revokeQuestion: (name: string) =>
    `Program yang memakai ${name} berhenti berfungsi dalam satu detik. Instalasi yang sudah dimulai tetap berjalan. Tidak dapat dibatalkan.`,
  revoked: 'Kunci API dicabut',
  revokeFailed: 'Kunci tidak dicabut',
};
