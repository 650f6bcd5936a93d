const RETRY = 'Coba lagi. Jika terulang, hubungi dukungan dengan ID instalasi.';
const SUPPORT = 'Hubungi dukungan dengan ID instalasi.';
const STANDARD_LINUX =
  'Instal ulang VPS dengan Ubuntu 22.04 atau Debian 12 standar, lalu coba lagi.';
const NOTHING_CHANGED = 'Tidak ada yang diubah di VPS Anda. Hubungi dukungan dengan ID instalasi.';
const ASK_ABOUT_DISK =
  'Minta penyedia Anda memeriksa disknya. Tim dukungan kami sudah diberi tahu.';

/** Reasons why an install failed, from preparing to starting Windows. Translates each English message and `cure`. */
export const installFailures: Record<string, Record<string, string>> = {
  TOOLKIT_MISSING: {
    'Our installation tools are missing on our side.': 'Alat instalasi kami hilang di pihak kami.',
    'Nothing was changed on your VPS. Contact support with the install ID.': NOTHING_CHANGED,
  },
  TOOLKIT_DAMAGED: {
    'Our installation tools were damaged on the way to the VPS.':
      'Alat instalasi kami rusak dalam perjalanan ke VPS.',
    'Try again. If it happens again, contact support with the install ID.': RETRY,
  },
  STAGE_BUILD_FAILED: {
    'The installer could not be built on the VPS.': 'Penginstal tidak dapat dibuat di VPS.',
    'Try again. If it happens again, contact support with the install ID.': RETRY,
  },
  BOOT_ONCE_FAILED: {
    'The VPS could not be configured to start our installer.':
      'VPS tidak dapat diatur untuk memulai penginstal kami.',
    'Try again. If it happens again, contact support with the install ID.': RETRY,
  },
  REBOOT_FAILED: {
    'The VPS did not restart when we requested it.': 'VPS tidak dimulai ulang saat kami minta.',
    'Restart the VPS in your provider’s panel, then try again.':
      'Mulai ulang VPS di panel penyedia Anda, lalu coba lagi.',
  },
  STAGE_NOT_STARTED: {
    'The VPS restarted into Linux instead of our installer.':
      'VPS dimulai ulang ke Linux, bukan ke penginstal kami.',
    'Try again. If it happens again, contact support with the install ID.': RETRY,
  },
  STAGE_SILENT: {
    'The VPS restarted, but our installer didn’t check in.':
      'VPS sudah dimulai ulang, tetapi penginstal kami tidak melapor.',
    'If the VPS doesn’t respond, restart it in your provider’s panel; Linux is still on it. Make sure that it can reach the internet, then try again.':
      'Jika VPS tidak merespons, mulai ulang di panel penyedia Anda; Linux masih ada di sana. Pastikan VPS dapat mengakses internet, lalu coba lagi.',
  },
  RECOVERY_SILENT: {
    'The recovery system didn’t start the installation.':
      'Sistem pemulihan tidak memulai instalasi.',
    'Nothing was changed on the disk. Restart the VPS in your provider’s panel until its recovery system responds, then try again.':
      'Tidak ada yang diubah di disk. Mulai ulang VPS di panel penyedia Anda sampai sistem pemulihannya merespons, lalu coba lagi.',
  },
  STAGE_DISK_CHANGED: {
    'After the restart, the disk was not the one we had checked.':
      'Setelah dimulai ulang, disknya bukan disk yang sudah kami periksa.',
    'Contact support with the install ID.': SUPPORT,
  },
  STAGE_BOOT_ENTRY_STUCK: {
    'The boot loader would have started our installer in a loop.':
      'Boot loader akan memulai penginstal kami terus-menerus.',
    'Reinstall the VPS with a standard Ubuntu 22.04 or Debian 12 and try again.': STANDARD_LINUX,
  },
  STAGE_FAILED: {
    'Our installer could not run on this VPS: {what}.':
      'Penginstal kami tidak dapat berjalan di VPS ini: {what}.',
    'Contact support with the install ID.': SUPPORT,
  },
  STAGE_ADDRESS_CHANGED: {
    'After the restart, the network assigned the VPS another address ({what}), and its own address no longer worked.':
      'Setelah dimulai ulang, jaringan memberi VPS alamat lain ({what}), dan alamatnya sendiri tidak berfungsi lagi.',
    'Linux is back and nothing was changed. Ask your provider to permanently assign the VPS’s address to its network card, then try again.':
      'Linux sudah kembali dan tidak ada yang diubah. Minta penyedia Anda menetapkan alamat VPS secara permanen untuk kartu jaringannya, lalu coba lagi.',
  },
  STAGE_DOWNLOAD_FAILED: {
    'After the restart, our installer reached our servers but could not download the Windows image.':
      'Setelah dimulai ulang, penginstal kami dapat menghubungi server kami, tetapi tidak dapat mengunduh image.',
    'Linux is back and nothing was changed. Try again. If it happens again, ask your provider whether its network filters or limits downloads.':
      'Linux sudah kembali dan tidak ada yang diubah. Coba lagi; jika terulang, tanyakan kepada penyedia Anda apakah jaringannya menyaring atau membatasi unduhan.',
  },
  ENDED_BY_ADMINISTRATOR: {
    'An administrator stopped the install.': 'Administrator menghentikan instalasi.',
    'Contact support with the install ID.': SUPPORT,
  },
  CANCELLED: {
    'The install was cancelled before the disk was changed.':
      'Instalasi dibatalkan sebelum disk diubah.',
    'You can start a new install at any time.': 'Anda dapat memulai instalasi baru kapan saja.',
  },
  AGENT_LOST: {
    'The VPS stopped reporting while its disk was being replaced.':
      'VPS berhenti melapor saat disknya sedang diganti.',
    'Check in your provider’s panel that the VPS is running. Our support team has been notified.':
      'Pastikan di panel penyedia Anda bahwa VPS berjalan. Tim dukungan kami sudah diberi tahu.',
  },
  CHUNK_CORRUPT: {
    'Part of the image was damaged on the way to the VPS.':
      'Sebagian image rusak dalam perjalanan ke VPS.',
    'Contact support with the install ID.': SUPPORT,
  },
  CHUNK_TRUNCATED: {
    'Part of the image arrived incomplete on the VPS.':
      'Sebagian image sampai di VPS tidak lengkap.',
    'Contact support with the install ID.': SUPPORT,
  },
  CHUNK_UNREACHABLE: {
    'The VPS can no longer download the image.': 'VPS tidak dapat lagi mengunduh image.',
    'Contact support with the install ID.': SUPPORT,
  },
  DISK_WRITE_FAILED: {
    'The VPS’s disk reported an error while the image was being written.':
      'Disk VPS melaporkan kesalahan saat image ditulis.',
    'Ask your provider to check the disk. Our support team has been notified.': ASK_ABOUT_DISK,
  },
  DISK_VERIFY_FAILED: {
    'The data read back from the disk does not match what was written.':
      'Data yang dibaca ulang dari disk tidak cocok dengan yang ditulis.',
    'Ask your provider to check the disk. Our support team has been notified.': ASK_ABOUT_DISK,
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
  LINUX_NOT_CONFIGURED: {
    'Linux was written, but its settings could not be stored: {what}.':
      'Linux sudah ditulis, tetapi pengaturannya tidak dapat disimpan: {what}.',
    'Contact support with the install ID.': SUPPORT,
  },
  WRITE_TOO_SLOW: {
    'Writing the image to the disk took too long.': 'Penulisan image ke disk terlalu lama.',
    'Contact support with the install ID.': SUPPORT,
  },
  ENGINE_FAULT: {
    'Something went wrong on our side.': 'Terjadi kesalahan di pihak kami.',
    'Contact support with the install ID.': SUPPORT,
  },
};
