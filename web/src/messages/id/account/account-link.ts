import type { accountLinkMessages } from '@/messages/account/account-link.js';
import type { Translation } from '@/messages/i18n.js';

export const accountLink: Translation<typeof accountLinkMessages> = {
  undo: {
    title: 'Batalkan perubahan email?',
    lead: 'Akun Anda akan memakai alamat email ini lagi. Semua sesi akan diakhiri, kunci API dicabut, Telegram diputuskan, dan webhook dijeda.',
    submit: 'Batalkan perubahan',
    failed: 'Gagal membatalkan',
    done: 'Alamat email Anda sudah kembali',
    doneHelp:
      'Semua sesi sudah diakhiri. Segera atur ulang kata sandi, karena mungkin ada orang lain yang mengetahuinya.',
    next: 'Atur ulang kata sandi',
  },
  cancel: {
    title: 'Batalkan pemulihan?',
    lead: 'Aplikasi autentikator, kunci sandi, dan kode pemulihan Anda tetap berfungsi.',
    submit: 'Batalkan pemulihan',
    failed: 'Gagal membatalkan',
    done: 'Pemulihan dibatalkan',
    doneHelp: 'Jika Anda tidak meminta pemulihan ini, segera atur ulang kata sandi Anda.',
    next: 'Atur ulang kata sandi',
  },
};
