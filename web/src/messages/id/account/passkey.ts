import type { passkeyMessages } from '@/messages/account/passkey.js';
import type { Translation } from '@/messages/i18n.js';

export const passkey: Translation<typeof passkeyMessages> = {
  use: 'Gunakan kunci sandi',
  lead: 'Konfirmasi dengan sidik jari, wajah, atau PIN.',
  cancelled: 'Permintaan kunci sandi dibatalkan atau waktunya habis.',
  alreadyAdded: 'Perangkat ini sudah punya kunci sandi untuk akun Anda.',
};
