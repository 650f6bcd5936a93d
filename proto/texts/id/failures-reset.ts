const RESTART_CLEANLY = {
  'Start Windows and wait for its sign-in screen. Then shut it down in your provider’s panel, without “force” or “reset”, start the VPS into the recovery system and try again.':
    'Mulai Windows dan tunggu layar masuknya. Lalu matikan dari panel penyedia Anda, tanpa “force” atau “reset”, mulai VPS ke sistem pemulihan, dan coba lagi.',
};

/** Failures of a reset of the Windows password. */
export const resetFailures: Record<string, Record<string, string>> = {
  RESET_BITLOCKER: {
    'Drive C: is encrypted by BitLocker, so the recovery system can’t reset the password. Nothing was changed.':
      'Drive C: dienkripsi dengan BitLocker, jadi sistem pemulihan tidak dapat mengatur ulang kata sandi. Tidak ada yang diubah.',
    'Sign in with another administrator account of Windows, or install Windows again.':
      'Masuk dengan akun administrator Windows yang lain, atau instal Windows lagi.',
  },
  RESET_HIBERNATED: {
    'Windows was hibernated instead of shut down, so its password can’t be reset. Nothing was changed.':
      'Windows dihibernasi, bukan dimatikan, jadi kata sandinya tidak dapat diatur ulang. Tidak ada yang diubah.',
    ...RESTART_CLEANLY,
  },
  RESET_NOT_CLOSED: {
    'Windows was not shut down cleanly, so its password can’t be reset. Nothing was changed.':
      'Windows tidak dimatikan dengan benar, jadi kata sandinya tidak dapat diatur ulang. Tidak ada yang diubah.',
    ...RESTART_CLEANLY,
  },
  RESET_WRITE_FAILED: {
    'The recovery system could not change Windows. Windows is as it was before.':
      'Sistem pemulihan tidak dapat mengubah Windows. Windows tetap seperti sebelumnya.',
    'Try again. If it happens again, contact support with the install ID.':
      'Coba lagi. Jika terulang, hubungi dukungan dengan ID instalasi.',
  },
  RESET_NOT_TAKEN: {
    'The recovery system did not report in time. Your files are not touched.':
      'Sistem pemulihan tidak melapor tepat waktu. File Anda tidak disentuh.',
    'Restart the VPS into the recovery system and try again with the new code on its console.':
      'Mulai ulang VPS ke sistem pemulihan dan coba lagi dengan kode baru di konsolnya.',
  },
  RESET_NOT_PROVEN: {
    'We could not sign in to Windows on port {port} within 30 minutes, so we don’t know whether it has the new password. Your files are not touched.':
      'Kami tidak dapat masuk ke Windows di port {port} dalam 30 menit, jadi kami tidak tahu apakah kata sandinya sudah baru. File Anda tidak disentuh.',
    'Open the console in your provider’s panel and sign in there with the new password. If Windows refuses it, start the VPS into the recovery system and try again.':
      'Buka konsol di panel penyedia Anda dan masuk di sana dengan kata sandi baru. Jika Windows menolaknya, mulai VPS ke sistem pemulihan dan coba lagi.',
  },
  RESET_REFUSED: {
    'Windows is running, but {account} could not sign in with the new password. Your files are not touched.':
      'Windows berjalan, tetapi {account} tidak dapat masuk dengan kata sandi baru. File Anda tidak disentuh.',
    'Sign in on the console in your provider’s panel with the new password, then with the old one. If you renamed the built-in administrator, try both passwords on that account too. If Windows refuses them, start the VPS into the recovery system and try again.':
      'Masuk di konsol pada panel penyedia Anda dengan kata sandi baru, lalu dengan yang lama. Jika Anda mengganti nama administrator bawaan, coba kedua kata sandi pada akun itu juga. Jika Windows menolaknya, mulai VPS ke sistem pemulihan dan coba lagi.',
  },
  RESET_UNCHECKED: {
    'Windows was told to set the new password. We could not check it, because remote desktop on port {port} does not use Network Level Authentication.':
      'Windows diminta memasang kata sandi baru. Kami tidak dapat memeriksanya, karena desktop jarak jauh di port {port} tidak memakai Network Level Authentication.',
    'Sign in with the new password. If Windows refuses it, start the VPS into the recovery system and try again.':
      'Masuk dengan kata sandi baru. Jika Windows menolaknya, mulai VPS ke sistem pemulihan dan coba lagi.',
  },
};
