/**
 * Server texts without a code: Binance payment instructions, reasons why a notice was not sent, and values inserted
 * into the engine's failure messages.
 */
export const phrases: Record<string, string> = {
  'the disk has no partition table': 'disk tidak memiliki tabel partisi',
  'its first sector holds no boot loader': 'sektor pertamanya tidak berisi boot loader',
  'no EFI partition with a boot loader is mounted':
    'tidak ada partisi EFI dengan boot loader yang aktif',
  'the running kernel came from outside': 'kernel yang berjalan berasal dari luar',
  'no default route': 'tidak ada rute default',
  'the default route goes over a {kind}': 'rute default melewati {kind}',
  'the network card has no address': 'kartu jaringan tidak memiliki alamat',
  'no public IPv4 address': 'tidak ada alamat IPv4 publik',
  'no gateway': 'tidak ada gateway',
  'the network card has no usual address': 'alamat kartu jaringan tidak biasa',
  'an address is not an IPv4 address': 'sebuah alamat bukan alamat IPv4',
  'the gateway is not an IPv4 address': 'gateway bukan alamat IPv4',
  'packets have an unusual size': 'ukuran paket tidak biasa',
  'its drivers are not on the disk': 'drivernya tidak ada di disk',
  'its driver {driver} is not on the disk': 'driver {driver} tidak ada di disk',
  'its own file was not found': 'filenya sendiri tidak ditemukan',
  'it cannot open the disk of Windows': 'kernel ini tidak dapat membuka disk Windows',
  'no virtual machine at all': 'bukan mesin virtual',
  'an unknown hypervisor': 'hypervisor yang tidak dikenal',
  'no time at all': 'tidak ada waktu',
  'too little': 'terlalu sedikit',
  more: 'lebih banyak',
  'GRUB’s settings were not found': 'pengaturan GRUB tidak ditemukan',
  'the disk is not started by GRUB': 'disk tidak dimulai oleh GRUB',
  'GRUB cannot write to LVM or RAID': 'GRUB tidak dapat menulis ke LVM atau RAID',
  'GRUB cannot write to {fs}': 'GRUB tidak dapat menulis ke {fs}',
  'GRUB has no place to note a single start':
    'GRUB tidak punya tempat untuk mencatat satu kali boot',
  'GRUB’s settings ignore a single start': 'pengaturan GRUB mengabaikan satu kali boot',
  'GRUB’s settings read no custom entries': 'pengaturan GRUB tidak membaca entri tambahan',
  'grub-reboot is missing': 'grub-reboot tidak ada',
  'the kernel has no kexec': 'kernel tidak memiliki kexec',
  'kexec is switched off until the next restart': 'kexec dimatikan sampai VPS dimulai ulang',
  'it was restarted by someone else': 'VPS dimulai ulang oleh orang lain',
  'files were sent': 'file dikirim',
  'our files were removed': 'file kami dihapus',
  'the start was prepared': 'boot disiapkan',
  'the restart was asked for': 'mulai ulang diminta',
  'the installer was built': 'penginstal dibuat',
  'the network was tried': 'jaringan diuji',
  'our tools were unpacked': 'alat kami diekstrak',
  'It has no partition table.': 'Tidak memiliki tabel partisi.',
  'Take the image of the whole disk, not of one partition.':
    'Ambil image seluruh disk, bukan satu partisi.',
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
  'Partition {number} goes past the end of the image.': 'Partisi {number} melewati akhir image.',
  'Copy the whole disk again; the file was probably cut short.':
    'Salin seluruh disk sekali lagi; filenya mungkin terpotong.',
  'No NTFS partition has \\Windows\\System32\\ntoskrnl.exe.':
    'Tidak ada partisi NTFS yang memiliki \\Windows\\System32\\ntoskrnl.exe.',
  'Install Windows on the disk before you take its image.':
    'Instal Windows di disk sebelum mengambil image-nya.',
  '\\Windows\\System32\\config\\SYSTEM cannot be used: {why}.':
    '\\Windows\\System32\\config\\SYSTEM tidak dapat digunakan: {why}.',
  'it is missing': 'file ini tidak ada',
  'it is no registry hive': 'bukan hive registry',
  'it is too large for a hive': 'terlalu besar untuk sebuah hive',
  'its header is damaged': 'header-nya rusak',
  'it is cut off': 'isinya terpotong',
  'it is damaged': 'isinya rusak',
  'it leads in circles': 'isinya berputar tanpa akhir',
  'it lists no services': 'tidak memuat daftar layanan',
  'a key has too many keys': 'sebuah key memiliki terlalu banyak key',
  'a key has too many values': 'sebuah key memiliki terlalu banyak nilai',
  'a list of keys is damaged': 'sebuah daftar key rusak',
  'a value is damaged': 'sebuah nilai rusak',
  'a value is cut off': 'sebuah nilai terpotong',
  'a name is cut off': 'sebuah nama terpotong',
  'Copy the whole disk again: the files of Windows are listed in it, but their content is missing or damaged.':
    'Salin seluruh disk sekali lagi: file Windows terdaftar di dalamnya, tetapi isinya tidak ada atau rusak.',
  'Behind C: there is another partition, so C: cannot grow and would be mistaken for another.':
    'Di belakang C: ada partisi lain, jadi C: tidak dapat diperbesar dan akan tertukar.',
  'Delete the recovery partition behind C: (diskpart, delete partition override), or install with the partitions of the recipe.':
    'Hapus partisi pemulihan di belakang C: (diskpart, delete partition override), atau instal dengan partisi sesuai panduan.',
  'its table of files and the copy of it differ': 'tabel file dan salinannya berbeda',
  'it cannot be read': 'tidak dapat dibaca',
  'The file system of C: is inconsistent: {why}.': 'Sistem file C: tidak konsisten: {why}.',
  'Boot it once, run chkdsk C: /f, shut it down and take the image again.':
    'Nyalakan sekali, jalankan chkdsk C: /f, matikan, lalu ambil image lagi.',
  'C: was not closed cleanly.': 'C: tidak ditutup dengan benar.',
  'Boot it once, shut it down completely (shutdown /s /t 0) and take the image again.':
    'Nyalakan sekali, matikan sepenuhnya (shutdown /s /t 0), lalu ambil image lagi.',
  'It is hibernated: what is written to C: would be lost.':
    'Dalam keadaan hibernasi: yang ditulis ke C: akan hilang.',
  'Boot it, turn hibernation off (powercfg /h off), shut it down and take the image again.':
    'Nyalakan, matikan hibernasi (powercfg /h off), matikan, lalu ambil image lagi.',
  'Its setup is at {state}, from which it cannot continue.':
    'Penyiapannya berhenti di {state} dan tidak dapat dilanjutkan.',
  'Run sysprep /generalize /oobe /shutdown as the last thing, and take the image then.':
    'Jalankan sysprep /generalize /oobe /shutdown sebagai langkah terakhir, lalu ambil image.',
  'Drivers for virtio disks are missing: {missing}.':
    'Driver untuk disk virtio tidak ada: {missing}.',
  'Install virtio-win (virtio-win-guest-tools) before sysprep.':
    'Instal virtio-win (virtio-win-guest-tools) sebelum sysprep.',
  'The driver for virtio network cards is missing: netkvm.sys.':
    'Driver untuk kartu jaringan virtio tidak ada: netkvm.sys.',
  'Its boot loader is not where {firmware} looks: {path} is missing.':
    'Boot loader tidak berada di tempat yang dicari {firmware}: {path} tidak ada.',
  'Repair it with bcdboot C:\\Windows /f ALL, which writes that file too.':
    'Perbaiki dengan bcdboot C:\\Windows /f ALL, yang juga menulis file itu.',

  // Binance Pay.
  'In Binance, open Pay, choose Send and enter the Binance ID {receiver}.':
    'Di Binance, buka Pay, pilih Send, lalu masukkan ID Binance {receiver}.',
  'Send exactly {amount} USDT; we match it by its decimals.':
    'Kirim tepat {amount} USDT; kami mencocokkannya dari angka desimalnya.',
  'Copy the Order ID that Binance shows in the details of the payment, enter it here and verify it.':
    'Salin ID Pesanan yang ditampilkan Binance dalam rincian pembayaran, masukkan di sini, lalu verifikasi.',
  'Pay before the order expires. A later payment is checked manually.':
    'Bayar sebelum pesanan kedaluwarsa. Pembayaran yang terlambat diperiksa manual.',
  // Reasons why a notice was not sent.
  'Notifications are off': 'Notifikasi dimatikan',
  'No channel is selected for this': 'Tidak ada saluran yang dipilih untuk ini',
  'The user has no verified email address': 'Pengguna tidak memiliki alamat email terverifikasi',
};
