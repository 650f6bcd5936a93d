import type { ownTwoFactorMessages } from '@/messages/account/two-factor.js';
import type { Translation } from '@/messages/i18n.js';

export const ownTwoFactor: Translation<typeof ownTwoFactorMessages> = {
  loadFailed: 'Gagal memuat pengaturan dua faktor Anda',
  on: 'Aktif',
  off: 'Nonaktif',
  remove: 'Hapus',
  removeFailed: 'Gagal menghapus',
  recovery: (when) =>
    `Administrator memulai pemulihan akun Anda. Faktor kedua Anda akan dihapus pada ${when}. Jika Anda tidak memintanya, batalkan.`,
  cancelRecovery: 'Batalkan pemulihan',
  recoveryCancelled: 'Pemulihan dibatalkan',
  cancelFailed: 'Gagal membatalkan pemulihan',
  app: 'Aplikasi autentikator',
  appLead:
    'Dengan aplikasi autentikator, kata sandi yang dicuri saja tidak cukup untuk membuka akun Anda.',
  appAdded: (when) => `Ditambahkan ${when}. Anda memerlukan kode dari aplikasi setiap kali masuk.`,
  removeApp: 'Hapus aplikasi autentikator',
  removeAppQuestion:
    'Kode dari aplikasi tidak akan diperlukan lagi. Sesi Anda yang lain akan diakhiri.',
  appRemoved: 'Aplikasi autentikator dihapus',
  passkeys: 'Kunci sandi',
  passkeysLead:
    'Masuk dengan sidik jari, wajah, atau PIN sebagai pengganti kata sandi. Kunci sandi juga menjadi faktor kedua Anda.',
  noPasskeySupport: 'Kunci sandi tidak tersedia di browser atau alamat ini.',
  addPasskey: 'Tambah kunci sandi',
  passkeyAdded: 'Kunci sandi ditambahkan',
  addFailed: 'Gagal menambahkan kunci sandi',
  added: (when) => `ditambahkan ${when}`,
  lastUsed: (when) => `terakhir dipakai ${when}`,
  synced: 'disinkronkan',
  removeOf: (device) => `Hapus kunci sandi: ${device}`,
  removePasskey: 'Hapus kunci sandi',
  removePasskeyQuestion:
    'Anda tidak akan bisa lagi masuk dengan kunci sandi ini. Sesi Anda yang lain akan diakhiri.',
  passkeyRemoved: 'Kunci sandi dihapus',
  codes: 'Kode pemulihan',
  codesLeft: (left) => `sisa ${left} dari 10`,
  codesHelp:
    'Jika ponsel atau kunci sandi Anda hilang, setiap kode dapat dipakai masuk satu kali. Simpan di tempat yang aman.',
  codesLead:
    'Jika ponsel Anda hilang, setiap kode dapat dipakai masuk satu kali. Kode hanya ditampilkan sampai Anda mengonfirmasi sudah menyimpannya atau keluar.',
  renew: 'Buat kode baru',
  renewQuestion: 'Kode yang Anda simpan sebelumnya tidak akan berlaku lagi.',
  codesRenewed: 'Kode pemulihan baru dibuat',
  renewFailed: 'Gagal membuat kode baru',
};
