const RETRY = 'Coba lagi; jika terulang, hubungi dukungan dengan ID instalasi.';
const SUPPORT = 'Hubungi dukungan dengan ID instalasi.';
const STANDARD_LINUX =
  'Instal ulang VPS dengan Ubuntu 22.04 atau Debian 12 standar, lalu coba lagi.';
const NOTHING_CHANGED = 'Tidak ada yang diubah di VPS Anda. Hubungi dukungan dengan ID instalasi.';
const ASK_ABOUT_DISK = 'Minta penyedia Anda memeriksa disknya; dukungan sudah diberi tahu.';

/** Reasons why an install failed, from preparing to starting Windows. Translates each English message and `cure`. */
export const installFailures: Record<string, Record<string, string>> = {
  TOOLKIT_MISSING: {
    'Our tools for the VPS are missing on our side.': 'Alat kami untuk VPS hilang di pihak kami.',
    'Nothing was changed on your VPS. Contact support with the install ID.': NOTHING_CHANGED,
  },
  TOOLKIT_DAMAGED: {
    'Our tools arrived damaged on the VPS.': 'Alat kami sampai di VPS dalam keadaan rusak.',
    'Try again; if it happens again, contact support with the install ID.': RETRY,
  },
  STAGE_BUILD_FAILED: {
    'The installer could not be built on the VPS.': 'Penginstal tidak dapat dibuat di VPS.',
    'Try again; if it happens again, contact support with the install ID.': RETRY,
  },
  BOOT_ONCE_FAILED: {
    'The VPS could not be set to start our installer.':
      'VPS tidak dapat diatur untuk memulai penginstal kami.',
    'Try again; if it happens again, contact support with the install ID.': RETRY,
  },
  REBOOT_FAILED: {
    'The VPS did not restart when it was asked to.': 'VPS tidak memulai ulang saat diminta.',
    'Restart the VPS in your provider’s panel, then try again.':
      'Mulai ulang VPS di panel penyedia Anda, lalu coba lagi.',
  },
  STAGE_NOT_STARTED: {
    'The VPS restarted, but into Linux and not into our installer.':
      'VPS memulai ulang, tetapi ke Linux dan bukan ke penginstal kami.',
    'Try again; if it happens again, contact support with the install ID.': RETRY,
  },
  STAGE_SILENT: {
    'The VPS restarted, but our installer never reported.':
      'VPS memulai ulang, tetapi penginstal kami tidak pernah melapor.',
    'If the VPS does not answer, restart it in your provider’s panel: Linux is still on it. Check that it can reach the internet, then try again.':
      'Jika VPS tidak merespons, mulai ulang di panel penyedia Anda: Linux masih ada di sana. Periksa bahwa VPS dapat mengakses internet, lalu coba lagi.',
  },
  STAGE_DISK_CHANGED: {
    'After the restart the disk was not the one that was checked.':
      'Setelah dimulai ulang, disknya bukan disk yang diperiksa.',
    'Contact support with the install ID.': SUPPORT,
  },
  STAGE_BOOT_ENTRY_STUCK: {
    'The boot loader would have started our installer again and again.':
      'Boot loader akan memulai penginstal kami terus-menerus.',
    'Reinstall the VPS with a standard Ubuntu 22.04 or Debian 12 and try again.': STANDARD_LINUX,
  },
  STAGE_FAILED: {
    'Our installer could not run on this VPS: {what}.':
      'Penginstal kami tidak dapat berjalan di VPS ini: {what}.',
    'Contact support with the install ID.': SUPPORT,
  },
  STAGE_ADDRESS_CHANGED: {
    'After the restart the network gave the VPS another address ({what}), and its own one no longer worked.':
      'Setelah dimulai ulang, jaringan memberi VPS alamat lain ({what}), dan alamatnya sendiri tidak berfungsi lagi.',
    'Linux is back and nothing was changed. Ask your provider to assign the address of the VPS permanently to its network card, then try again.':
      'Linux sudah kembali dan tidak ada yang diubah. Minta penyedia Anda menetapkan alamat VPS secara permanen untuk kartu jaringannya, lalu coba lagi.',
  },
  STAGE_DOWNLOAD_FAILED: {
    'After the restart our installer reached this service, but could not download the Windows image.':
      'Setelah dimulai ulang, penginstal kami dapat menghubungi layanan ini, tetapi tidak dapat mengunduh image Windows.',
    'Linux is back and nothing was changed. Try again; if it happens again, ask your provider whether its network filters or limits downloads.':
      'Linux sudah kembali dan tidak ada yang diubah. Coba lagi; jika terulang, tanyakan kepada penyedia Anda apakah jaringannya menyaring atau membatasi unduhan.',
  },
  ENDED_BY_ADMINISTRATOR: {
    'An administrator ended the install.': 'Administrator mengakhiri instalasi.',
    'Contact support with the install ID.': SUPPORT,
  },
  CANCELLED: {
    'The install was cancelled before the disk was touched.':
      'Instalasi dibatalkan sebelum disk disentuh.',
    'You can start a new install at any time.': 'Anda dapat memulai instalasi baru kapan saja.',
  },
  AGENT_LOST: {
    'The VPS stopped reporting while its disk was being replaced.':
      'VPS berhenti melapor saat disknya sedang diganti.',
    'Check in your provider’s panel that the VPS is running; support has been notified.':
      'Periksa di panel penyedia Anda bahwa VPS berjalan; dukungan sudah diberi tahu.',
  },
  CHUNK_CORRUPT: {
    'A part of the Windows image arrived damaged on the VPS.':
      'Sebagian image Windows sampai di VPS dalam keadaan rusak.',
    'Contact support with the install ID.': SUPPORT,
  },
  CHUNK_TRUNCATED: {
    'A part of the Windows image arrived incomplete on the VPS.':
      'Sebagian image Windows sampai di VPS tidak lengkap.',
    'Contact support with the install ID.': SUPPORT,
  },
  CHUNK_UNREACHABLE: {
    'The VPS can no longer download the Windows image.':
      'VPS tidak dapat lagi mengunduh image Windows.',
    'Contact support with the install ID.': SUPPORT,
  },
  DISK_WRITE_FAILED: {
    'The disk of the VPS reported an error while Windows was written.':
      'Disk VPS melaporkan kesalahan saat Windows ditulis.',
    'Ask your provider to check the disk; support has been notified.': ASK_ABOUT_DISK,
  },
  DISK_VERIFY_FAILED: {
    'The data read back from the disk does not match what was written.':
      'Data yang dibaca ulang dari disk tidak cocok dengan yang ditulis.',
    'Ask your provider to check the disk; support has been notified.': ASK_ABOUT_DISK,
  },
  NTFS_HIBERNATED: {
    'The Windows image was hibernated and cannot be configured.':
      'Image Windows dalam keadaan hibernasi dan tidak dapat diatur.',
    'Contact support with the install ID.': SUPPORT,
  },
  NTFS_DIRTY: {
    'The Windows image was not shut down cleanly and cannot be configured.':
      'Image Windows tidak dimatikan dengan benar dan tidak dapat diatur.',
    'Contact support with the install ID.': SUPPORT,
  },
  NTFS_INCONSISTENT: {
    'The file system of the Windows image is damaged.': 'Sistem file image Windows rusak.',
    'Contact support with the install ID.': SUPPORT,
  },
  LOADER_MISSING: {
    'The Windows image has no boot loader for UEFI.':
      'Image Windows tidak memiliki boot loader untuk UEFI.',
    'Contact support with the install ID.': SUPPORT,
  },
  CONFIGURE_FAILED: {
    'Windows was written, but could not be configured: {what}.':
      'Windows sudah ditulis, tetapi tidak dapat diatur: {what}.',
    'Contact support with the install ID.': SUPPORT,
  },
  WRITE_TOO_SLOW: {
    'Writing Windows to the disk took too long.': 'Penulisan Windows ke disk terlalu lama.',
    'Contact support with the install ID.': SUPPORT,
  },
  ENGINE_FAULT: {
    'Something went wrong on our side.': 'Terjadi kesalahan di pihak kami.',
    'Contact support with the install ID.': SUPPORT,
  },
};
