import type { Translation } from '@/messages/i18n.js';
import type { accountMenuMessages } from '@/messages/account/account-menu.js';

export const accountMenu: Translation<typeof accountMenuMessages> = {
  open: (username: string) => `Menu akun ${username}`,
  settings: 'Pengaturan',
  timeZone: 'Zona waktu',
  signOut: 'Keluar',
  languageFailed: 'Bahasa gagal disimpan',
};
