const RETRY = 'Coba lagi. Jika terulang, hubungi dukungan dengan ID instalasi.';
const LARGER_PLAN = 'Pilih paket VPS yang lebih besar atau versi Windows lain.';
const REINSTALL = 'Instal ulang VPS dengan Linux terbaru seperti Ubuntu 22.04, lalu coba lagi.';
const STANDARD_LINUX =
  'Instal ulang VPS dengan Ubuntu 22.04 atau Debian 12 standar, lalu coba lagi.';
const NOTHING_CHANGED = 'Tidak ada yang diubah di VPS Anda. Hubungi dukungan dengan ID instalasi.';
const USE_KVM = 'Gunakan VPS KVM.';

/**
 * Reasons why a VPS cannot be reached or used: connecting and checking. Translates each English message and `cure`.
 */
export const vpsFailures: Record<string, Record<string, string>> = {
  ADDRESS_REFUSED: {
    'The address {address} is private or reserved, so it cannot be a VPS on the internet.':
      'Alamat {address} bersifat privat atau dicadangkan, jadi bukan VPS di internet.',
    'Enter the public IPv4 address of your VPS.': 'Masukkan alamat IPv4 publik VPS Anda.',
  },
  NOT_ROOT: {
    'We signed in, but not as root.': 'Kami berhasil masuk, tetapi bukan sebagai root.',
    'Under “Advanced”, enter the account that the VPS allows to sign in, such as ubuntu. It needs sudo. Or allow root to sign in with a password.':
      'Di “Lanjutan”, isi akun yang diizinkan masuk oleh VPS, misalnya ubuntu. Akun itu harus punya sudo. Atau izinkan root masuk dengan kata sandi.',
  },
  REMOTE_BUSY: {
    'Another install is running on this VPS.': 'Instalasi lain sedang berjalan di VPS ini.',
    'Wait until it has finished, then try again.': 'Tunggu sampai selesai, lalu coba lagi.',
  },
  REMOTE_SUPERSEDED: {
    'This install moved to another of our servers.':
      'Instalasi ini dipindahkan ke server kami yang lain.',
    'You don’t need to do anything; the install continues.':
      'Anda tidak perlu melakukan apa pun; instalasi berlanjut.',
  },
  REMOTE_FAILED: {
    'A command on the VPS failed while {what}.': 'Sebuah perintah di VPS gagal saat {what}.',
    'Try again. If it happens again, contact support with the install ID.': RETRY,
  },
  OS_UNREADABLE: {
    'The system on the VPS could not be checked.': 'Sistem di VPS tidak dapat diperiksa.',
    'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.': REINSTALL,
  },
  TOOLS_MISSING: {
    'Required tools are missing: {tools}.': 'Program yang diperlukan tidak ada: {tools}.',
    'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.': REINSTALL,
  },
  ARCH_UNSUPPORTED: {
    'The processor is {arch}; Windows requires x86_64.':
      'Prosesornya {arch}; Windows memerlukan x86_64.',
    'Use a VPS with an Intel or AMD processor.': 'Gunakan VPS dengan prosesor Intel atau AMD.',
  },
  PROCESSOR_UNSUPPORTED: {
    'The VPS’s processor ({model}) lacks {missing}, so this Windows version would not start.':
      'Prosesor VPS ({model}) tidak memiliki {missing}, jadi versi Windows ini tidak akan menyala.',
    'Ask your provider to set the VPS’s processor type to “host” (in Proxmox: Hardware, Processors, Type) and restart it, or choose an older Windows version.':
      'Minta penyedia Anda mengatur jenis prosesor VPS ke “host” (di Proxmox: Hardware, Processors, Type) lalu memulai ulang VPS, atau pilih versi Windows yang lebih lama.',
  },
  PROCESSOR_OTHER_VERSION: {
    'The VPS’s processor ({model}) lacks {missing}, so this Windows version would not start.':
      'Prosesor VPS ({model}) tidak memiliki {missing}, jadi versi Windows ini tidak akan menyala.',
    'Choose a Windows version that runs on it: {versions}. Or ask your provider to set the VPS’s processor type to “host”.':
      'Pilih versi Windows yang dapat berjalan di sana: {versions}. Atau minta penyedia Anda mengatur jenis prosesor VPS ke “host”.',
  },
  VIRT_CONTAINER: {
    'This is a container ({kind}), not a virtual machine, so Windows can’t be installed on it.':
      'Ini kontainer ({kind}), bukan mesin virtual, jadi Windows tidak dapat diinstal di sini.',
    'Use a KVM VPS.': USE_KVM,
  },
  VIRT_HYPERV: {
    'This VPS runs on Hyper-V (as on Azure), which is not supported yet.':
      'VPS ini berjalan di Hyper-V (seperti di Azure), yang belum didukung.',
    'Use a KVM VPS, such as those of Digital Ocean, Vultr, Hetzner Cloud or OVHcloud.':
      'Gunakan VPS KVM, misalnya dari Digital Ocean, Vultr, Hetzner Cloud, atau OVHcloud.',
  },
  VIRT_XEN: {
    'This VPS runs on Xen, which is not supported.':
      'VPS ini berjalan di Xen, yang tidak didukung.',
    'Use a KVM VPS. On AWS, use a Nitro type such as t3.':
      'Gunakan VPS KVM. Di AWS, pakai tipe Nitro seperti t3.',
  },
  VIRT_UNSUPPORTED: {
    'This machine runs on {kind}, not on KVM.': 'Mesin ini berjalan di {kind}, bukan di KVM.',
    'Use a KVM VPS.': USE_KVM,
  },
  KERNEL_INCOMPLETE: {
    'The running kernel {kernel} does not match its files on the disk.':
      'Kernel {kernel} yang berjalan tidak cocok dengan filenya di disk.',
    'Restart the VPS so that it uses its newest kernel, then try again.':
      'Mulai ulang VPS agar memakai kernel terbarunya, lalu coba lagi.',
  },
  KERNEL_UNUSABLE: {
    'The kernel {kernel} cannot start our installer: {what}.':
      'Kernel {kernel} tidak dapat memulai penginstal kami: {what}.',
    'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.': REINSTALL,
  },
  CLOCK_WRONG: {
    'The VPS’s clock is wrong: it shows {time} UTC.': 'Jam VPS salah: menunjukkan {time} UTC.',
    'Set the clock, for example with “timedatectl set-ntp true”, then try again.':
      'Atur jamnya, misalnya dengan “timedatectl set-ntp true”, lalu coba lagi.',
  },
  MEMORY_TOO_SMALL: {
    'The VPS has {memory} of memory; {needed} is required.':
      'VPS memiliki memori {memory}; diperlukan {needed}.',
    'Choose a larger VPS plan or another Windows version.': LARGER_PLAN,
  },
  FIRMWARE_MISMATCH: {
    'The VPS boots in {firmware} mode; this Windows version requires {needed}.':
      'VPS boot dalam mode {firmware}; versi Windows ini memerlukan {needed}.',
    'Choose another Windows version or a VPS that boots in {needed} mode.':
      'Pilih versi Windows lain atau VPS yang boot dalam mode {needed}.',
  },
  DISK_NOT_FOUND: {
    'We could not find the disk that Linux runs on.': 'Disk tempat Linux berada tidak ditemukan.',
    'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.': REINSTALL,
  },
  DISK_SPANNED: {
    'Linux spans several disks ({disks}).': 'Linux tersebar di beberapa disk ({disks}).',
    'Reinstall the VPS without RAID and without a volume group that spans disks.':
      'Instal ulang VPS tanpa RAID dan tanpa volume group yang mencakup beberapa disk.',
  },
  LINUX_ENCRYPTED: {
    'Linux on this VPS is encrypted ({kind}) and may ask for a passphrase when it starts.':
      'Linux di VPS ini terenkripsi ({kind}) dan mungkin meminta passphrase saat dinyalakan.',
    'Keep the passphrase and the console in your provider’s panel at hand. If the install stops before the disk is erased, Linux may ask for it there. Windows needs no passphrase.':
      'Siapkan passphrase dan konsol di panel penyedia Anda. Jika instalasi berhenti sebelum disk dihapus, Linux mungkin memintanya di sana. Windows tidak memerlukan passphrase.',
  },
  GUARD_SECURE_BOOT: {
    'Secure Boot is on, so this install will have no recovery system.':
      'Secure Boot aktif, jadi instalasi ini tidak memiliki sistem pemulihan.',
    'The install works without it. To have it, turn off Secure Boot in your provider’s panel. It gives the VPS back and names the cause if Windows doesn’t start.':
      'Instalasi tetap berjalan tanpanya. Untuk memakainya, matikan Secure Boot di panel penyedia Anda. Jika Windows tidak mau menyala, sistem ini mengembalikan VPS dan menyebutkan penyebabnya.',
  },
  GUARD_NO_ROOM: {
    'This Windows version leaves no room on the disk, so this install will have no recovery system.':
      'Versi Windows ini tidak menyisakan ruang di disk, jadi instalasi ini tidak memiliki sistem pemulihan.',
    'The install works without it. To have it, choose a VPS plan with a larger disk. It gives the VPS back and names the cause if Windows doesn’t start.':
      'Instalasi tetap berjalan tanpanya. Untuk memakainya, pilih paket VPS dengan disk yang lebih besar. Jika Windows tidak mau menyala, sistem ini mengembalikan VPS dan menyebutkan penyebabnya.',
  },
  DISK_SECOND: {
    'The VPS has more than one disk ({disks}), so we can’t tell which one to replace.':
      'VPS memiliki lebih dari satu disk ({disks}), jadi kami tidak tahu disk mana yang harus diganti.',
    'Detach the other disks in your provider’s panel, then try again.':
      'Lepaskan disk lain di panel penyedia Anda, lalu coba lagi.',
  },
  DISK_BUS_UNSUPPORTED: {
    'The disk is attached as {bus}, for which the Windows image has no driver.':
      'Disk terhubung sebagai {bus}, dan image Windows tidak memiliki driver untuk itu.',
    'Use a VPS whose disk is attached as virtio, SATA or NVMe. Many providers can change this in the panel or on request.':
      'Gunakan VPS yang disknya terhubung sebagai virtio, SATA, atau NVMe. Banyak penyedia dapat mengubahnya di panel atau atas permintaan.',
  },
  DISK_BUS_OTHER_VERSION: {
    'The disk is attached as {bus}, for which the image of this Windows version has no driver.':
      'Disk terhubung sebagai {bus}, dan image versi Windows ini tidak memiliki driver untuk itu.',
    'Choose a Windows version that has the driver: {versions}.':
      'Pilih versi Windows yang memiliki driver itu: {versions}.',
  },
  DISK_SECTOR_UNSUPPORTED: {
    'The disk has sectors of {sector} bytes; the image requires 512.':
      'Sektor disk berukuran {sector} byte; image memerlukan 512.',
    'Use a VPS whose disk has 512-byte sectors.':
      'Gunakan VPS yang disknya memiliki sektor 512 byte.',
  },
  DISK_READ_ONLY: {
    'The disk is read-only.': 'Disk hanya dapat dibaca.',
    'Ask your provider why the disk is read-only.':
      'Tanyakan kepada penyedia Anda mengapa disknya hanya dapat dibaca.',
  },
  DISK_TOO_SMALL: {
    'The disk is {size}; this Windows version requires {needed}.':
      'Disk berukuran {size}; versi Windows ini memerlukan {needed}.',
    'Choose a larger VPS plan or another Windows version.': LARGER_PLAN,
  },
  BOOT_EXTERNAL: {
    'The VPS does not boot from its own disk, so Windows would never start: {why}.':
      'VPS tidak boot dari disknya sendiri, jadi Windows tidak akan pernah berjalan: {why}.',
    'Set the VPS to boot from its own disk in your provider’s panel, without a provider kernel, or reinstall it with Ubuntu 22.04. Then restart it and try again. Old Digital Ocean Droplets must be recreated. On Linode, first install Debian with its own installer on a raw disk, with “Direct Disk” as the kernel.':
      'Atur VPS agar boot dari disknya sendiri di panel penyedia Anda, tanpa kernel penyedia, atau instal ulang dengan Ubuntu 22.04. Lalu mulai ulang dan coba lagi. Droplet lama Digital Ocean harus dibuat ulang. Di Linode, instal dulu Debian dengan penginstalnya sendiri di disk raw, dengan kernel “Direct Disk”.',
  },
  NETWORK_UNUSABLE: {
    'The network settings are not supported: {what}.':
      'Pengaturan jaringan tidak didukung: {what}.',
    'Use a VPS with a public IPv4 address on a standard network card.':
      'Gunakan VPS dengan IPv4 publik pada kartu jaringan standar.',
  },
  ADDRESS_LOST: {
    'Windows would not be reachable at {address}. On the VPS, this is the address {local}, which Windows will not have.':
      'Windows tidak akan dapat dijangkau di {address}. Di VPS, alamat ini adalah {local}, yang tidak akan dimiliki Windows.',
    'Enter {other} instead, or its public address as shown in your provider’s panel. Then try again.':
      'Masukkan {other}, atau alamat publiknya yang tertera di panel penyedia Anda. Lalu coba lagi.',
  },
  PORT_UNCLEAR: {
    'We can’t tell where port {port} of this address leads, so Windows might not be reachable there.':
      'Kami tidak dapat memastikan ke mana port {port} pada alamat ini diteruskan, jadi Windows mungkin tidak dapat dijangkau di sana.',
    'Under “Advanced”, enter the port on which the SSH server itself listens, or remove the redirect of port {port} on the VPS. Then try again.':
      'Di “Lanjutan”, masukkan port yang dipakai langsung oleh server SSH, atau hapus pengalihan port {port} di VPS. Lalu coba lagi.',
  },
  PORT_RESERVED: {
    'Remote desktop can’t use port {port}: Windows needs it for other services, or attackers try it first (3389).':
      'Remote desktop tidak dapat memakai port {port}: Windows memerlukannya untuk layanan lain, atau port itu yang pertama diserang (3389).',
    'Let SSH listen on another port, such as 22, and enter it under “Advanced”. If the VPS shares its address, ask your provider to forward another port. Then try again.':
      'Gunakan port lain untuk SSH, misalnya 22, dan masukkan di “Lanjutan”. Jika VPS berbagi alamat, minta penyedia Anda meneruskan port lain. Lalu coba lagi.',
  },
  NIC_UNSUPPORTED: {
    'The network card uses {driver}, for which the Windows image has no driver.':
      'Kartu jaringan memakai {driver}, dan image Windows tidak memiliki driver untuk itu.',
    'Use a VPS whose network card is attached as virtio.':
      'Gunakan VPS yang kartu jaringannya terhubung sebagai virtio.',
  },
  NIC_OTHER_VERSION: {
    'The network card uses {driver}, for which the image of this Windows version has no driver.':
      'Kartu jaringan memakai {driver}, dan image versi Windows ini tidak memiliki driver untuk itu.',
    'Choose a Windows version that has the driver: {versions}.':
      'Pilih versi Windows yang memiliki driver itu: {versions}.',
  },
  BOOT_ONCE_IMPOSSIBLE: {
    'Our installer cannot be started safely: {why}.':
      'Penginstal kami tidak dapat dimulai dengan aman: {why}.',
    'Reinstall the VPS with a standard Ubuntu 22.04 or Debian 12 and try again.': STANDARD_LINUX,
  },
  FOLDER_READ_ONLY: {
    'The folder {dir} on the VPS is read-only.': 'Folder {dir} di VPS hanya dapat dibaca.',
    'Make it writable, for example with “mount -o remount,rw {dir}”, then try again.':
      'Jadikan dapat ditulis, misalnya dengan “mount -o remount,rw {dir}”, lalu coba lagi.',
  },
  FOLDER_NOEXEC: {
    'The folder {dir} on the VPS does not allow programs to run.':
      'Folder {dir} di VPS tidak mengizinkan program berjalan.',
    'Allow it with “mount -o remount,exec {dir}”, then try again.':
      'Izinkan dengan “mount -o remount,exec {dir}”, lalu coba lagi.',
  },
  ROOM_TOO_SMALL: {
    'The folder {dir} has {free} free; the installer requires {needed}.':
      'Folder {dir} memiliki ruang kosong {free}; penginstal memerlukan {needed}.',
    'Delete some files on the VPS, then try again.': 'Hapus beberapa file di VPS, lalu coba lagi.',
  },
  FILES_TOO_MANY: {
    'The folder {dir} on the VPS has too many files, so no new ones can be created (out of inodes).':
      'Folder {dir} di VPS berisi terlalu banyak file sehingga file baru tidak dapat dibuat (inode habis).',
    'Delete files you don’t need, such as old logs and caches, then try again.':
      'Hapus file yang tidak diperlukan, seperti log dan cache lama, lalu coba lagi.',
  },
  TOOLS_BLOCKED: {
    'Something on the VPS stops our tools or blocks them from running.':
      'Ada sesuatu di VPS yang menghentikan alat kami atau tidak mengizinkannya berjalan.',
    'Turn off the virus scanner, endpoint protection or similar security software on the VPS, or reinstall the VPS with Ubuntu 22.04 in your provider’s panel (Windows replaces that system anyway). Then try again.':
      'Nonaktifkan antivirus, endpoint protection, atau perangkat lunak keamanan serupa di VPS, atau instal ulang VPS dengan Ubuntu 22.04 di panel penyedia Anda (sistem itu nantinya tetap diganti Windows). Lalu coba lagi.',
  },
  PROXY_ONLY: {
    'The VPS reaches the internet only through the proxy {proxy}, which our installer cannot use.':
      'VPS hanya terhubung ke internet lewat proxy {proxy}, yang tidak dapat dipakai penginstal kami.',
    'Ask your provider to allow direct outgoing connections (HTTPS, port 443), or use another VPS. Then try again.':
      'Minta penyedia Anda mengizinkan koneksi keluar langsung (HTTPS, port 443), atau gunakan VPS lain. Lalu coba lagi.',
  },
  API_UNREACHABLE: {
    'The VPS can’t reach our servers over the internet.':
      'VPS tidak dapat menjangkau server kami lewat internet.',
    'Check the VPS’s DNS and its firewall rules for outgoing connections, then try again.':
      'Periksa DNS VPS dan aturan firewall-nya untuk koneksi keluar, lalu coba lagi.',
  },
  IMAGE_UNREACHABLE: {
    'The VPS could not download parts of the Windows image.':
      'VPS tidak dapat mengunduh sebagian image Windows.',
    'Try again. If it happens again, contact support with the install ID.': RETRY,
  },
  IMAGE_MISSING: {
    'The image of this Windows version is missing or damaged on our side.':
      'Image versi Windows ini hilang atau rusak di pihak kami.',
    'Nothing was changed on your VPS. Contact support with the install ID.': NOTHING_CHANGED,
  },
};
