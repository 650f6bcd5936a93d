/**
 * Server texts without a code: Binance payment instructions, reasons why a notice was not sent, and values inserted
 * into the engine's failure messages.
 */
export const phrases: Record<string, string> = {
  'the disk has no partition table': 'disk tidak memiliki tabel partisi',
  'its first sector has no boot loader': 'sektor pertamanya tidak berisi boot loader',
  'no EFI partition with a boot loader is mounted':
    'tidak ada partisi EFI dengan boot loader yang aktif',
  'the running kernel does not come from the disk': 'kernel yang berjalan berasal dari luar',
  'no default route': 'tidak ada rute default',
  'the default route goes over a {kind}': 'rute default melewati {kind}',
  'the network card has no address': 'kartu jaringan tidak memiliki alamat',
  'no public IPv4 address': 'tidak ada alamat IPv4 publik',
  'no gateway': 'tidak ada gateway',
  'the network card has an unusual address': 'alamat kartu jaringan tidak biasa',
  'an address is not an IPv4 address': 'salah satu alamat bukan alamat IPv4',
  'the gateway is not an IPv4 address': 'gateway bukan alamat IPv4',
  'packets have an unusual size': 'ukuran paket tidak biasa',
  'its drivers are not on the disk': 'drivernya tidak ada di disk',
  'its driver {driver} is not on the disk': 'driver {driver} tidak ada di disk',
  'its own file was not found': 'filenya sendiri tidak ditemukan',
  'it cannot open the disk of Windows': 'kernel ini tidak dapat membuka disk Windows',
  'the processor lacks {features}': 'prosesor tidak memiliki {features}',
  'it has no driver for the disk bus {diskBus}': 'tidak ada driver untuk bus disk {diskBus}',
  'it stopped with code {stopCode}': 'Windows berhenti dengan kode {stopCode}',
  'the disk reported errors': 'disk melaporkan kesalahan',
  'drive C: is encrypted': 'drive C: terenkripsi',
  'it stopped before it could write to the disk': 'Windows berhenti sebelum sempat menulis ke disk',
  'its set-up stopped in the state {setupState}': 'penyiapannya berhenti di status {setupState}',
  'it restarted or stopped several times without a reason':
    'Windows beberapa kali dimulai ulang atau berhenti tanpa alasan',
  'no virtual machine': 'bukan mesin virtual',
  'an unknown hypervisor': 'hypervisor yang tidak dikenal',
  'no time at all': 'tidak ada waktu',
  'too little': 'terlalu sedikit',
  more: 'lebih banyak',
  'GRUB’s settings were not found': 'pengaturan GRUB tidak ditemukan',
  'the disk is not booted by GRUB': 'disk tidak di-boot oleh GRUB',
  'GRUB cannot write to LVM or RAID': 'GRUB tidak dapat menulis ke LVM atau RAID',
  'GRUB cannot write to {fs}': 'GRUB tidak dapat menulis ke {fs}',
  'GRUB cannot store a one-time boot entry': 'GRUB tidak dapat menyimpan entri boot satu kali',
  'GRUB’s settings ignore one-time boot entries':
    'pengaturan GRUB mengabaikan entri boot satu kali',
  'GRUB’s settings do not load custom entries': 'pengaturan GRUB tidak membaca entri tambahan',
  'grub-reboot is missing': 'grub-reboot tidak ada',
  'the kernel has no kexec': 'kernel tidak memiliki kexec',
  'kexec is disabled until the next restart': 'kexec dinonaktifkan sampai VPS dimulai ulang',
  'it was being restarted by someone else': 'VPS dimulai ulang oleh orang lain',
  'sending files': 'mengirim file',
  'removing our files': 'menghapus file kami',
  'preparing the restart': 'menyiapkan mulai ulang',
  'requesting the restart': 'meminta mulai ulang',
  'building the installer': 'membuat penginstal',
  'testing the network': 'menguji jaringan',
  'unpacking our tools': 'mengekstrak alat kami',
  'It has no partition table.': 'Tidak memiliki tabel partisi.',
  'Capture an image of the whole disk, not of a single partition.':
    'Buat image seluruh disk, bukan satu partisi.',
  'Partition {number} extends beyond the end of the image.':
    'Partisi {number} melewati akhir image.',
  'Copy the whole disk again; the file is probably truncated.':
    'Salin lagi seluruh disk; filenya mungkin terpotong.',
  'It is a single partition without a partition table.': 'Ini satu partisi tanpa tabel partisi.',
  'Its partition table is for sectors of 4096 bytes; the disks of VPSs have sectors of 512 bytes.':
    'Tabel partisinya untuk sektor 4096 byte; disk VPS memiliki sektor 512 byte.',
  'Install Windows on a disk with sectors of 512 bytes (in QEMU: logical_block_size=512) and take its image.':
    'Instal Windows di disk dengan sektor 512 byte (di QEMU: logical_block_size=512), lalu ambil image-nya.',
  'Its GPT is damaged or missing: only the protective MBR is left.':
    'GPT-nya rusak atau hilang: hanya MBR pelindung yang tersisa.',
  'Restore it from its copy at the end of the disk (gdisk, commands r, b and w), or copy the whole disk again.':
    'Pulihkan dari salinannya di akhir disk (gdisk, perintah r, b, dan w), atau salin seluruh disk sekali lagi.',
  'It has a GPT without the protective MBR, so Linux and many firmwares do not see its partitions.':
    'GPT-nya tidak memiliki MBR pelindung, jadi Linux dan banyak firmware tidak melihat partisinya.',
  'Write the MBR again (gdisk, command w) and take the image again.':
    'Tulis ulang MBR-nya (gdisk, perintah w), lalu ambil image lagi.',
  'The entries of its GPT are not right behind the header.':
    'Entri GPT-nya tidak berada tepat setelah header.',
  'Move them back (sgdisk --move-main-table=2) and take the image again.':
    'Kembalikan (sgdisk --move-main-table=2), lalu ambil image lagi.',
  'Its partition table has no partition.': 'Tabel partisinya tidak berisi partisi.',
  'Copy the whole disk again, after Windows was installed on it.':
    'Salin seluruh disk sekali lagi setelah Windows diinstal di sana.',
  'It is a dynamic disk (Logical Disk Manager), on which C: cannot grow.':
    'Ini disk dinamis (Logical Disk Manager), sehingga C: tidak dapat diperbesar.',
  'Install Windows on a basic disk and take its image.':
    'Instal Windows di disk basic, lalu ambil image-nya.',
  'Partition {number} is encrypted by BitLocker.': 'Partisi {number} dienkripsi dengan BitLocker.',
  'Turn BitLocker off (manage-bde -off C:), wait until manage-bde -status shows 0 %, and take the image again.':
    'Matikan BitLocker (manage-bde -off C:), tunggu sampai manage-bde -status menunjukkan 0 %, lalu ambil image lagi.',
  'Partition {number} has the file system ReFS; C: must be NTFS.':
    'Partisi {number} memakai sistem file ReFS; C: harus NTFS.',
  'Install Windows on NTFS and take the image of that disk.':
    'Instal Windows di NTFS, lalu ambil image disk itu.',
  'Partition {number} is an extended partition, and Windows may be on a logical drive in it.':
    'Partisi {number} adalah partisi extended, dan Windows mungkin berada di drive logis di dalamnya.',
  'Install Windows on a primary partition, the last of the disk, and take the image again.':
    'Instal Windows di partisi primer terakhir pada disk, lalu ambil image lagi.',
  'No NTFS partition has \\Windows\\System32\\ntoskrnl.exe.':
    'Tidak ada partisi NTFS yang memiliki \\Windows\\System32\\ntoskrnl.exe.',
  'Install Windows on the disk before you capture the image.':
    'Instal Windows di disk sebelum membuat image.',
  '\\Windows\\System32\\config\\SYSTEM cannot be used: {why}.':
    '\\Windows\\System32\\config\\SYSTEM tidak dapat digunakan: {why}.',
  'it is missing': 'file ini tidak ada',
  'it is not a registry hive': 'bukan hive registry',
  'it is too large for a hive': 'terlalu besar untuk sebuah hive',
  'its header is damaged': 'header-nya rusak',
  'it is truncated': 'isinya terpotong',
  'it is damaged': 'isinya rusak',
  'it contains a loop': 'isinya mengandung loop',
  'it lists no services': 'tidak memuat daftar layanan',
  'a key has too many keys': 'sebuah key memiliki terlalu banyak key',
  'a key has too many values': 'sebuah key memiliki terlalu banyak nilai',
  'a list of keys is damaged': 'sebuah daftar key rusak',
  'a value is damaged': 'sebuah nilai rusak',
  'a value is truncated': 'sebuah nilai terpotong',
  'a name is truncated': 'sebuah nama terpotong',
  'Copy the whole disk again. Windows files are listed, but their content is missing or damaged.':
    'Salin lagi seluruh disk. File Windows terdaftar, tetapi isinya tidak ada atau rusak.',
  'Another partition follows C:, so C: cannot be extended and could be mistaken for another partition.':
    'Ada partisi lain setelah C:, jadi C: tidak dapat diperbesar dan bisa tertukar dengan partisi lain.',
  'Delete the recovery partition after C: (diskpart, delete partition override), or install with the partitions from the recipe.':
    'Hapus partisi pemulihan setelah C: (diskpart, delete partition override), atau instal dengan partisi sesuai resep.',
  'its file table and the copy differ': 'tabel file dan salinannya berbeda',
  'it cannot be read': 'tidak dapat dibaca',
  'The file system of C: is inconsistent: {why}.': 'Sistem file C: tidak konsisten: {why}.',
  'Boot it once, run chkdsk C: /f, shut it down and capture the image again.':
    'Nyalakan sekali, jalankan chkdsk C: /f, matikan, lalu buat lagi image-nya.',
  'C: was not unmounted cleanly.': 'C: tidak di-unmount dengan benar.',
  'Boot it once, shut it down completely (shutdown /s /t 0) and capture the image again.':
    'Nyalakan sekali, matikan sepenuhnya (shutdown /s /t 0), lalu buat lagi image-nya.',
  'It is hibernated, so data written to C: would be lost.':
    'Dalam keadaan hibernasi, sehingga data yang ditulis ke C: akan hilang.',
  'Boot it, turn off hibernation (powercfg /h off), shut it down and capture the image again.':
    'Nyalakan, nonaktifkan hibernasi (powercfg /h off), matikan, lalu buat lagi image-nya.',
  'Its setup stopped at {state} and cannot continue.':
    'Penyiapannya berhenti di {state} dan tidak dapat dilanjutkan.',
  'Run sysprep /generalize /oobe /shutdown as the last step, then capture the image.':
    'Jalankan sysprep /generalize /oobe /shutdown sebagai langkah terakhir, lalu buat image.',
  'Drivers for virtio disks are missing: {missing}.':
    'Driver untuk disk virtio tidak ada: {missing}.',
  'Install virtio-win (virtio-win-guest-tools) before sysprep.':
    'Instal virtio-win (virtio-win-guest-tools) sebelum sysprep.',
  'The driver for virtio network cards is missing: netkvm.sys.':
    'Driver untuk kartu jaringan virtio tidak ada: netkvm.sys.',
  'Its boot loader is not where {firmware} expects it: {path} is missing.':
    'Boot loader tidak berada di tempat yang dicari {firmware}: {path} tidak ada.',
  'Repair it with bcdboot C:\\Windows /f ALL, which writes that file too.':
    'Perbaiki dengan bcdboot C:\\Windows /f ALL, yang juga menulis file itu.',

  // Binance Pay.
  'In Binance, open Pay, choose Send and enter the Binance ID {receiver}.':
    'Di Binance, buka Pay, pilih Send, lalu masukkan ID Binance {receiver}.',
  'Send exactly {amount} USDT; we match it by its decimals.':
    'Kirim tepat {amount} USDT; kami mencocokkannya dari angka desimalnya.',
  'We add your quota automatically, usually within a minute. Otherwise verify it below:':
    'Kuota Anda ditambahkan otomatis, biasanya dalam satu menit. Jika belum, verifikasi di bawah:',
  'Copy the Order ID from the payment details in Binance, paste it below and select Verify.':
    'Salin ID Pesanan dari rincian pembayaran di Binance, tempel di bawah, lalu pilih Verifikasi.',
  'Pay before the order expires; late payments are reviewed manually.':
    'Bayar sebelum pesanan kedaluwarsa; pembayaran yang terlambat diperiksa secara manual.',
  // Results of tests of external systems.
  '{host}: 200, payment methods: {found}': '{host}: 200, metode pembayaran: {found}',
  '{host}: 200, transfers in the last hour: {found}':
    '{host}: 200, transfer dalam satu jam terakhir: {found}',
  '{name}: Image readable (1 chunk checked), certified':
    '{name}: Image dapat dibaca (1 potongan diperiksa), bersertifikat',
  '{name}: Image readable (1 chunk checked), not certified':
    '{name}: Image dapat dibaca (1 potongan diperiksa), belum bersertifikat',
  '{name}: Image readable ({count} chunks checked), certified':
    '{name}: Image dapat dibaca ({count} potongan diperiksa), bersertifikat',
  '{name}: Image readable ({count} chunks checked), not certified':
    '{name}: Image dapat dibaca ({count} potongan diperiksa), belum bersertifikat',
  'Not configured, so there is nothing to test.':
    'Belum dikonfigurasi, jadi tidak ada yang dapat diuji.',
  'No response within {seconds} seconds.': 'Tidak ada respons dalam {seconds} detik.',
  'Your account has no email address to send a test to.':
    'Akun Anda tidak memiliki alamat email untuk menerima pesan uji.',
  'Your account has no email address': 'Akun Anda tidak memiliki alamat email',
  'Your email address is not verified yet.': 'Alamat email Anda belum diverifikasi.',
  'Your email address is not verified yet': 'Alamat email Anda belum diverifikasi',
  'Telegram accepted it as message {id}': 'Telegram menerimanya sebagai pesan {id}',
  'The mail server accepted the message': 'Server email menerima pesan',
  // Reasons why a notice was not sent.
  'Notifications are off': 'Notifikasi nonaktif',
  'No channel is selected for this notification':
    'Tidak ada saluran yang dipilih untuk notifikasi ini',
  'The user has no verified email address': 'Pengguna tidak memiliki alamat email terverifikasi',
};
