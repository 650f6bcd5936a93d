const CHECK_CONSOLE = 'Periksa tangkapan layar dan konsol mesinnya.';

/** Findings of an image certification. Translates each English message and `cure`. */
export const certificationFailures: Record<string, Record<string, string>> = {
  NOT_CONVERTED: {
    'The test VPS was converted.': 'VPS uji sudah dikonversi.',
    'The test VPS could not be converted: {why}': 'VPS uji tidak dapat dikonversi: {why}',
    'Fix the problem and certify the image again.':
      'Atasi masalahnya, lalu sertifikasi lagi image ini.',
  },
  NO_ANSWER: {
    'Windows started and reported back.': 'Windows menyala dan melapor.',
    'Windows responded, but never reported back.':
      'Windows merespons, tetapi tidak pernah melapor.',
    'Windows neither reported back nor responded on port {port} in time.':
      'Windows tidak melapor dan tidak merespons di port {port} dalam waktu yang tersedia.',
    'Check the screenshots and the machine’s console.': CHECK_CONSOLE,
  },
  PORT_CLOSED: {
    'Remote desktop responds on port {port}.': 'Remote desktop merespons di port {port}.',
    'Windows started, but remote desktop does not respond on port {port}: {why}':
      'Windows menyala, tetapi remote desktop tidak merespons di port {port}: {why}',
    'Make sure that nothing in the image blocks or uses the port, such as a firewall, a policy or another program.':
      'Pastikan tidak ada yang memblokir atau memakai port itu di dalam image, misalnya firewall, kebijakan, atau program lain.',
  },
  PASSWORD_REFUSED: {
    'Windows accepted the password of {account}.': 'Windows menerima kata sandi {account}.',
    'The password was not checked because the image was imported without Network Level Authentication.':
      'Kata sandi tidak diperiksa karena image diimpor tanpa Network Level Authentication.',
    'Windows did not accept the password set by the install: {why}':
      'Windows tidak menerima kata sandi yang diberikan instalasi: {why}',
    'Make sure that nothing in the image sets a password or blocks the sign-in, such as an answer file, a policy or cloudbase-init.':
      'Pastikan tidak ada yang menetapkan kata sandi atau melarang masuk di dalam image, misalnya file jawaban, kebijakan, atau cloudbase-init.',
  },
  GUARD_LOST: {
    'Windows started behind the boot guard.': 'Windows menyala di belakang pelindung boot.',
    'The boot guard could not be installed. The output of the conversion says why.':
      'Pelindung boot tidak dapat dipasang. Keluaran konversi menjelaskan sebabnya.',
    'Behind the boot guard Windows did not start. The recovery system took over after {starts} starts.':
      'Windows tidak menyala di belakang pelindung boot. Sistem pemulihan mengambil alih setelah {starts} kali start.',
    'Switch the boot guard off for this version until the cause is known. Check the screenshots and the machine’s console.': `Matikan pelindung boot untuk versi ini sampai sebabnya diketahui. ${CHECK_CONSOLE}`,
  },
  GUARD_LEFT: {
    'Windows removed the boot guard after the install.':
      'Windows menghapus pelindung boot setelah instalasi.',
    'Windows did not remove the boot guard after the install.':
      'Windows tidak menghapus pelindung boot setelah instalasi.',
    'Make sure that nothing in the image prevents scheduled tasks, Remove-Partition or Resize-Partition.':
      'Pastikan tidak ada yang mencegah tugas terjadwal, Remove-Partition, atau Resize-Partition di dalam image.',
  },
  FACTS_MISSING: {
    'The script in Windows reported its settings.': 'Skrip di Windows melaporkan pengaturannya.',
    'The script in Windows did not report its settings: {why}.':
      'Skrip di Windows tidak melaporkan pengaturannya: {why}.',
    'Make sure that PowerShell runs in the image and that Windows can reach this computer over the network. Check the screenshots and the machine’s console.': `Pastikan PowerShell berjalan di dalam image dan Windows dapat menjangkau komputer ini lewat jaringan. ${CHECK_CONSOLE}`,
  },
  NAME_UNUSABLE: {
    'Its computer name is {name}.': 'Nama komputernya {name}.',
    'It has no usable computer name: {name}.': 'Nama komputernya tidak dapat dipakai: {name}.',
    'Windows did not report its computer name.': 'Windows tidak melaporkan nama komputernya.',
    'Run sysprep /generalize /oobe as the last step before you capture the image.':
      'Jalankan sysprep /generalize /oobe sebagai langkah terakhir sebelum membuat image.',
  },
  ADDRESS_DIFFERENT: {
    'It has the address of the VPS, {expected}.': 'Alamatnya sama dengan alamat VPS, {expected}.',
    'It should have the address {expected}, but has {found}.':
      'Alamatnya seharusnya {expected}, tetapi ternyata {found}.',
    'Windows did not report its addresses.': 'Windows tidak melaporkan alamatnya.',
    'Make sure that the image has the network card’s driver and no network settings of its own.':
      'Pastikan image memiliki driver kartu jaringan dan tidak memiliki pengaturan jaringan sendiri.',
  },
  DISK_NOT_GROWN: {
    'C: fills the disk ({size} of {disk}).': 'C: memenuhi disk ({size} dari {disk}).',
    'C: was not extended to fill the disk: it has {size} of {disk}.':
      'C: tidak diperbesar hingga memenuhi disk: {size} dari {disk}.',
    'Windows did not report the size of C:.': 'Windows tidak melaporkan ukuran C:.',
    'Make sure that C: is the last partition and that Resize-Partition can run in the image.':
      'Pastikan C: adalah partisi terakhir, dan Resize-Partition dapat berjalan di dalam image.',
  },
  DRIVER_MISSING: {
    'Every device of the test VPS has a driver.': 'Setiap perangkat VPS uji memiliki driver.',
    'These devices have no driver, but installs do not need one: {devices}.':
      'Perangkat ini tidak memiliki driver, tetapi instalasi tidak memerlukannya: {devices}.',
    'A disk controller or network card has no driver: {devices}.':
      'Pengontrol disk atau kartu jaringan tidak memiliki driver: {devices}.',
    'Windows did not report which devices have no driver.':
      'Windows tidak melaporkan perangkat mana yang tidak memiliki driver.',
    'Install virtio-win (virtio-win-guest-tools) in the image and capture it again.':
      'Instal virtio-win (virtio-win-guest-tools) di dalam image, lalu buat lagi image-nya.',
  },
  LICENCE_UNKNOWN: {
    'Its licence channel is {channel}.': 'Saluran lisensinya {channel}.',
    'It is an evaluation edition ({channel}), which stops working after a few months.':
      'Ini versi evaluasi ({channel}), yang berhenti bekerja setelah beberapa bulan.',
    'Windows did not report its licence.': 'Windows tidak melaporkan lisensinya.',
    'Check with Microsoft whether the edition can be activated on customers’ machines.':
      'Tanyakan kepada Microsoft apakah edisi ini dapat diaktifkan di mesin pelanggan.',
  },
  LOCKOUT_MISSING: {
    'Accounts are locked for {minutes} minutes after {threshold} wrong passwords.':
      'Akun dikunci selama {minutes} menit setelah {threshold} kata sandi yang salah.',
    'Accounts are locked after {threshold} wrong passwords, except for the built-in administrator.':
      'Akun dikunci setelah {threshold} kata sandi yang salah, kecuali akun administrator bawaan.',
    'Accounts are never locked, so passwords can be guessed without limit.':
      'Akun tidak pernah dikunci, jadi kata sandi dapat ditebak tanpa batas.',
    'Windows did not report whether wrong passwords lock an account.':
      'Windows tidak melaporkan apakah kata sandi yang salah mengunci akun.',
    'Make sure that no policy in the image sets the lockout threshold to 0.':
      'Pastikan tidak ada kebijakan di dalam image yang menetapkan ambang penguncian ke 0.',
  },
  SETTING_REFUSED: {
    'It took over the settings that a customer can choose: {settings}.':
      'Pengaturan yang dapat dipilih pelanggan diterapkan: {settings}.',
    'It did not take over these settings: {settings}.':
      'Pengaturan berikut tidak diterapkan: {settings}.',
    'Windows did not report which settings it took over.':
      'Windows tidak melaporkan pengaturan mana yang diterapkan.',
    'Installs complete without them. Make sure that no policy in the image fixes these settings.':
      'Instalasi tetap selesai tanpa pengaturan itu. Pastikan tidak ada kebijakan di dalam image yang mengunci pengaturan tersebut.',
  },
};
