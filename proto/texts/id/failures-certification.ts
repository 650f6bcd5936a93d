const CHECK_CONSOLE = 'Periksa tangkapan layar dan konsol mesinnya.';

/** Findings of an image certification. Translates each English message and `cure`. */
export const certificationFailures: Record<string, Record<string, string>> = {
  NOT_CONVERTED: {
    'The test VPS was converted.': 'VPS uji sudah dikonversi.',
    'The test VPS could not be converted: {why}': 'VPS uji tidak dapat dikonversi: {why}',
    'Correct what the sentence names, and certify the image again.':
      'Perbaiki yang disebut kalimat itu, lalu sertifikasi image-nya lagi.',
  },
  NO_ANSWER: {
    'Windows started and reported itself.': 'Windows menyala dan melapor.',
    'Windows answered, but never reported itself.':
      'Windows menjawab, tetapi tidak pernah melapor.',
    'Windows neither reported itself nor answered on port {port} in the time it had.':
      'Windows tidak melapor dan tidak menjawab di port {port} dalam waktu yang tersedia.',
    'Check the screenshots and the console of the machine.': CHECK_CONSOLE,
  },
  PORT_CLOSED: {
    'Remote desktop answers on port {port}.': 'Remote desktop menjawab di port {port}.',
    'Windows started, but remote desktop does not answer on port {port}: {why}':
      'Windows menyala, tetapi remote desktop tidak menjawab di port {port}: {why}',
    'See that nothing in the image closes or takes the port: a firewall, a policy, another program.':
      'Pastikan tidak ada yang menutup atau memakai port itu di dalam image: firewall, kebijakan, program lain.',
  },
  PASSWORD_REFUSED: {
    'Windows accepted the password of {account}.': 'Windows menerima kata sandi {account}.',
    'The password was not tried: the image was imported as one without Network Level Authentication.':
      'Kata sandi tidak dicoba: image diimpor sebagai image tanpa Network Level Authentication.',
    'Windows did not accept the password that the install gave it: {why}':
      'Windows tidak menerima kata sandi yang diberikan instalasi: {why}',
    'See that nothing in the image sets a password or forbids the sign-in: an answer file, a policy, cloudbase-init.':
      'Pastikan tidak ada yang menetapkan kata sandi atau melarang masuk di dalam image: file jawaban, kebijakan, cloudbase-init.',
  },
  FACTS_MISSING: {
    'The script in Windows read its settings back.': 'Skrip di dalam Windows membaca setelannya.',
    'Windows did not send what the script in it has read: {why}.':
      'Windows tidak mengirim yang dibaca skrip di dalamnya: {why}.',
    'See that PowerShell runs in the image and that the network of Windows reaches this computer. Check the screenshots and the console of the machine.': `Pastikan PowerShell berjalan di dalam image dan jaringan Windows mencapai komputer ini. ${CHECK_CONSOLE}`,
  },
  NAME_UNUSABLE: {
    'Its computer name is {name}.': 'Nama komputernya {name}.',
    'It has no usable computer name: {name}.': 'Nama komputernya tidak dapat dipakai: {name}.',
    'Windows did not say its computer name.': 'Windows tidak menyebut nama komputernya.',
    'Run sysprep /generalize /oobe as the last thing before the image is taken.':
      'Jalankan sysprep /generalize /oobe sebagai langkah terakhir sebelum image diambil.',
  },
  ADDRESS_DIFFERENT: {
    'It has the address of the VPS, {expected}.': 'Alamatnya sama dengan alamat VPS, {expected}.',
    'It should have the address {expected}, but has {found}.':
      'Alamatnya seharusnya {expected}, tetapi ternyata {found}.',
    'Windows did not say its addresses.': 'Windows tidak menyebut alamatnya.',
    'See that the image has the driver of the network card and no network settings of its own.':
      'Pastikan image memiliki driver kartu jaringan dan tidak memiliki setelan jaringan sendiri.',
  },
  DISK_NOT_GROWN: {
    'C: fills the disk ({size} of {disk}).': 'C: memenuhi disk ({size} dari {disk}).',
    'C: was not grown to the end of the disk: it has {size} of {disk}.':
      'C: tidak diperbesar sampai akhir disk: {size} dari {disk}.',
    'Windows did not say how large C: is.': 'Windows tidak menyebut ukuran C:.',
    'See that C: is the last partition, and that the image lets Resize-Partition run.':
      'Pastikan C: adalah partisi terakhir, dan Resize-Partition dapat berjalan di dalam image.',
  },
  DRIVER_MISSING: {
    'Every device of the test VPS has a driver.': 'Setiap perangkat VPS uji memiliki driver.',
    'These devices have no driver, and no install needs one: {devices}.':
      'Perangkat ini tidak memiliki driver, dan instalasi tidak memerlukannya: {devices}.',
    'A disk controller or network card has no driver: {devices}.':
      'Pengontrol disk atau kartu jaringan tidak memiliki driver: {devices}.',
    'Windows did not say which devices have no driver.':
      'Windows tidak menyebut perangkat mana yang tidak memiliki driver.',
    'Install virtio-win (virtio-win-guest-tools) in the image, and take it again.':
      'Instal virtio-win (virtio-win-guest-tools) di dalam image, lalu ambil lagi.',
  },
  LICENCE_UNKNOWN: {
    'Its licence channel is {channel}.': 'Saluran lisensinya {channel}.',
    'It is an evaluation ({channel}), which stops working after some months.':
      'Ini versi evaluasi ({channel}), yang berhenti bekerja setelah beberapa bulan.',
    'Windows did not say what licence it has.': 'Windows tidak menyebut lisensinya.',
    'Clarify with Microsoft whether the edition can be activated on the machines of customers.':
      'Pastikan kepada Microsoft apakah edisinya dapat diaktifkan di mesin pelanggan.',
  },
  LOCKOUT_MISSING: {
    'An account is locked for {minutes} minutes after {threshold} wrong passwords.':
      'Akun dikunci selama {minutes} menit setelah {threshold} kata sandi yang salah.',
    '{threshold} wrong passwords lock an account, but not the one of the built-in administrator.':
      '{threshold} kata sandi yang salah mengunci sebuah akun, tetapi tidak mengunci akun administrator bawaan.',
    'No number of wrong passwords locks an account, so passwords can be guessed without end.':
      'Berapa pun kata sandi yang salah tidak mengunci akun, jadi kata sandi dapat ditebak tanpa batas.',
    'Windows did not say whether wrong passwords lock an account.':
      'Windows tidak menyebut apakah kata sandi yang salah mengunci akun.',
    'See that no policy in the image sets the lockout threshold to 0.':
      'Pastikan tidak ada kebijakan di dalam image yang menetapkan ambang penguncian ke 0.',
  },
};
