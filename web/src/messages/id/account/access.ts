import type { accessMessages } from '@/messages/account/access.js';
import type { Translation } from '@/messages/i18n.js';

export const access: Translation<typeof accessMessages> = {
  title: 'Akses ke akun Anda',
  lead: 'Semua yang dapat menggunakan akun Anda. Jika ada yang tidak Anda kenal, cabut aksesnya.',
  revoke: 'Cabut semua akses lain',
  question:
    'Tindakan ini mengakhiri semua sesi lain dan desktop di browser, mencabut kunci API dan login perangkat, serta memutuskan Telegram. Webhook dijeda; event-nya disimpan selama 24 jam. Hanya sesi ini yang tetap aktif.',
  revoked: 'Semua akses lain dicabut',
  revokedHelp: 'Sekarang hanya sesi ini yang dapat menggunakan akun Anda.',
  failed: 'Gagal mencabut akses',
  manage: 'Kelola',
  manageOf: (what: string) => `Kelola: ${what}`,
  loading: 'Memuat',
  loadFailed: 'Gagal memuat daftar ini',
  keys: 'Kunci API dan login perangkat',
  noKeys: 'Tidak ada kunci API.',
  lastUsed: (when: string, address: string) => `terakhir dipakai ${when} dari ${address}`,
  neverUsed: 'belum pernah dipakai',
  webhooks: 'Webhook',
  noWebhooks: 'Tidak ada webhook.',
  active: 'aktif',
  paused: (when: string) => `dijeda sejak ${when}`,
  telegram: 'Telegram',
  noTelegram: 'Tidak ada akun Telegram yang terhubung.',
  connected: (when: string) => `terhubung ${when}`,
  desktops: 'Desktop yang terbuka di browser',
  noDesktops: 'Tidak ada desktop yang terbuka.',
  opened: (when: string, address: string) => `dibuka ${when} dari ${address}`,
};
