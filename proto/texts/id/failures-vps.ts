const RETRY = 'Coba lagi; jika terulang, hubungi dukungan dengan ID instalasi.';
const LARGER_PLAN = 'Pilih paket VPS yang lebih besar, atau versi Windows lain.';
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
  SSH_TIMEOUT: {
    'The VPS did not answer on port {port}.': 'VPS tidak menjawab di port {port}.',
    'Check the IP address, that the VPS is switched on, and that no firewall blocks SSH.':
      'Periksa alamat IP, pastikan VPS menyala, dan tidak ada firewall yang memblokir SSH.',
  },
  SSH_REFUSED: {
    'The VPS refused the connection on port {port}.': 'VPS menolak koneksi di port {port}.',
    'Check that SSH runs on this port and that the VPS has finished booting.':
      'Periksa bahwa SSH berjalan di port ini dan VPS sudah selesai menyala.',
  },
  SSH_UNREACHABLE: {
    'There is no route to this address.': 'Tidak ada rute ke alamat ini.',
    'Check the IP address and that the VPS is switched on.':
      'Periksa alamat IP dan pastikan VPS menyala.',
  },
  SSH_SILENT: {
    'Port {port} accepts connections, but SSH never answers.':
      'Port {port} menerima koneksi, tetapi SSH tidak pernah menjawab.',
    'Check that SSH runs on this port; restarting the VPS often helps.':
      'Periksa bahwa SSH berjalan di port ini; memulai ulang VPS sering membantu.',
  },
  SSH_NOT_SSH: {
    'Port {port} is used by a program that is not SSH.':
      'Port {port} dipakai program yang bukan SSH.',
    'Check the IP address, and that SSH runs on this port.':
      'Periksa alamat IP, dan pastikan SSH berjalan di port ini.',
  },
  SSH_HANDSHAKE_FAILED: {
    'The VPS answered on SSH, but no common encryption was found.':
      'VPS menjawab lewat SSH, tetapi tidak ada enkripsi yang sama-sama didukung.',
    'Undo hardening of the SSH server’s encryption (KexAlgorithms, Ciphers, MACs), or reinstall the VPS with Ubuntu 22.04 and its standard SSH server.':
      'Batalkan pengetatan enkripsi server SSH (KexAlgorithms, Ciphers, MACs), atau instal ulang VPS dengan Ubuntu 22.04 dan server SSH standarnya.',
  },
  SSH_BANNER_TOO_LONG: {
    'The SSH server of the VPS sends a greeting that is too long to sign in.':
      'Server SSH pada VPS mengirim salam pembuka yang terlalu panjang untuk dapat masuk.',
    'Shorten or switch off the greeting (Banner in the SSH server’s settings), or reinstall the VPS with Ubuntu 22.04; then try again.':
      'Pendekkan atau matikan salam itu (Banner di pengaturan server SSH), atau instal ulang VPS dengan Ubuntu 22.04; lalu coba lagi.',
  },
  SSH_CLOSED: {
    'The VPS ended the connection before the sign-in.': 'VPS memutus koneksi sebelum proses masuk.',
    'It may limit or block connections after many attempts (such as fail2ban): wait 15 minutes, or restart the VPS in your provider’s panel; then try again.':
      'VPS mungkin membatasi atau memblokir koneksi setelah banyak percobaan (misalnya fail2ban): tunggu 15 menit, atau mulai ulang VPS di panel penyedia Anda; lalu coba lagi.',
  },
  SSH_AUTH_FAILED: {
    'The VPS did not accept the root password.': 'VPS tidak menerima kata sandi root.',
    'Check the root password with your provider. If it is right, the SSH server does not let root in: the command under "How to create a root password" finds and fixes that.':
      'Periksa kata sandi root pada penyedia Anda. Jika sudah benar, server SSH tidak mengizinkan root masuk: perintah di "Cara membuat kata sandi root" menemukan dan memperbaikinya.',
  },
  SSH_PASSWORD_DISABLED: {
    'The VPS does not allow signing in with a password.':
      'VPS tidak mengizinkan masuk dengan kata sandi.',
    'Enter an SSH key or another user under "Advanced", or allow it with the command shown under "How to create a root password"; then try again.':
      'Masukkan kunci SSH atau pengguna lain di "Lanjutan", atau izinkan dengan perintah di "Cara membuat kata sandi root"; lalu coba lagi.',
  },
  SSH_USER_AUTH_FAILED: {
    'The VPS did not accept the password of the user {user}.':
      'VPS tidak menerima kata sandi pengguna {user}.',
    'Check the user name and the password under “Advanced”. Many providers let this user sign in only with an SSH key.':
      'Periksa nama pengguna dan kata sandi di “Lanjutan”. Banyak penyedia hanya mengizinkan pengguna ini masuk dengan kunci SSH.',
  },
  SSH_KEY_REFUSED: {
    'The VPS did not accept the SSH key for the user {user}.':
      'VPS tidak menerima kunci SSH untuk pengguna {user}.',
    'Check the user name under “Advanced”, and that the public half of this key is in ~/.ssh/authorized_keys of that user.':
      'Periksa nama pengguna di “Lanjutan”, dan pastikan kunci publiknya ada di ~/.ssh/authorized_keys pengguna itu.',
  },
  SSH_KEY_ALSO: {
    'The VPS accepted the password of the user {user}, but it requires an SSH key as well.':
      'VPS menerima kata sandi pengguna {user}, tetapi juga meminta kunci SSH.',
    'Add the SSH key of this user under “Advanced” and try again. If you have none, reinstall the VPS with Ubuntu 22.04 in your provider’s panel: that sets a new root password and removes the rule.':
      'Tambahkan kunci SSH pengguna ini di “Lanjutan”, lalu coba lagi. Jika tidak punya, instal ulang VPS dengan Ubuntu 22.04 di panel penyedia Anda: kata sandi root menjadi baru dan aturan itu hilang.',
  },
  SSH_PASSWORD_ALSO: {
    'The VPS accepted the SSH key, but it requires the password of the user {user} as well.':
      'VPS menerima kunci SSH, tetapi juga meminta kata sandi pengguna {user}.',
    'Enter this user’s password as the VPS password, next to the key, and try again.':
      'Isi kata sandi pengguna ini sebagai kata sandi VPS di samping kuncinya, lalu coba lagi.',
  },
  SSH_SECOND_FACTOR: {
    'To sign in, the VPS requires a second factor, which we cannot give. It asks: “{prompt}”.':
      'Untuk masuk, VPS meminta faktor kedua yang tidak dapat kami berikan. Pertanyaannya: “{prompt}”.',
    'Switch off two-factor sign-in for SSH on the VPS, or reinstall the VPS with Ubuntu 22.04 in your provider’s panel (Windows replaces that system anyway); then try again.':
      'Matikan verifikasi dua langkah untuk SSH di VPS, atau instal ulang VPS dengan Ubuntu 22.04 di panel penyedia Anda (sistem itu toh akan diganti Windows); lalu coba lagi.',
  },
  SSH_PROMPT_UNKNOWN: {
    'While signing in, the VPS asks something that we cannot answer: “{prompt}”.':
      'Saat masuk, VPS menanyakan sesuatu yang tidak dapat kami jawab: “{prompt}”.',
    'Sign in to the VPS yourself and switch that question off, or reinstall the VPS with Ubuntu 22.04 in your provider’s panel (Windows replaces that system anyway); then try again.':
      'Masuk sendiri ke VPS dan matikan pertanyaan itu, atau instal ulang VPS dengan Ubuntu 22.04 di panel penyedia Anda (sistem itu toh akan diganti Windows); lalu coba lagi.',
  },
  SSH_PASSWORD_EXPIRED: {
    'The VPS requires a new password before it can be used.':
      'VPS meminta kata sandi baru sebelum dapat dipakai.',
    'Sign in to the VPS once, set a new password, and try again with that one.':
      'Masuk ke VPS satu kali, buat kata sandi baru, lalu coba lagi dengan kata sandi itu.',
  },
  SSH_ACCOUNT_EXPIRED: {
    'The password is right, but the account {user} has expired on the VPS.':
      'Kata sandi benar, tetapi akun {user} di VPS sudah kedaluwarsa.',
    'Renew it with “chage -E -1 {user}” in your provider’s console, then try again.':
      'Perpanjang dengan “chage -E -1 {user}” di konsol penyedia Anda, lalu coba lagi.',
  },
  SSH_START_FILE: {
    'A start file of the user {user} on the VPS waits for input or starts a program that needs a terminal.':
      'File awal pengguna {user} di VPS menunggu masukan atau menjalankan program yang memerlukan terminal.',
    'In the file {file} of this user remove the lines that start tmux or screen, or that ask a question (read); then try again.':
      'Di file {file} pengguna ini hapus baris yang menjalankan tmux atau screen, atau yang bertanya (read); lalu coba lagi.',
  },
  SSH_START_FILE_ENDS: {
    'The shell of the user {user} on the VPS ends before it runs a command. A line of its start file {file} probably ends it.':
      'Shell pengguna {user} di VPS berakhir sebelum menjalankan perintah. Kemungkinan sebuah baris di file awalnya, {file}, mengakhirinya.',
    'Remove lines such as “set -e”, “set -u” or “exit” from {file}, or rename the file in your provider’s console; then try again. If this user’s shell is /bin/false, change it to /bin/bash with “chsh -s /bin/bash {user}”.':
      'Hapus baris seperti “set -e”, “set -u”, atau “exit” dari {file}, atau ganti nama filenya di konsol penyedia Anda; lalu coba lagi. Jika shell pengguna ini /bin/false, ganti menjadi /bin/bash dengan “chsh -s /bin/bash {user}”.',
  },
  SSH_NO_SHELL: {
    'The user {user} can sign in on the VPS, but cannot run commands there.':
      'Pengguna {user} dapat masuk ke VPS, tetapi tidak dapat menjalankan perintah di sana.',
    'Give this user an ordinary shell such as /bin/bash, and remove a forced command (ForceCommand in the SSH server’s settings, command= in authorized_keys) or MaxSessions 0. Also look into the user’s start file {file}: a menu or “exit” there keeps commands from running. Then try again.':
      'Beri pengguna ini shell biasa seperti /bin/bash, dan hapus perintah paksa (ForceCommand di pengaturan server SSH, command= di authorized_keys) atau MaxSessions 0. Periksa juga file awalnya {file}: menu atau “exit” di sana membuat perintah tidak berjalan. Lalu coba lagi.',
  },
  SSH_HOST_KEY_CHANGED: {
    'The SSH host key of the VPS has changed since the install began.':
      'Kunci host SSH pada VPS berubah sejak instalasi dimulai.',
    'If you did not reinstall the VPS yourself, ask your provider; then start a new install.':
      'Jika bukan Anda yang menginstal ulang VPS, tanyakan kepada penyedia Anda; lalu mulai instalasi baru.',
  },
  SSH_LOST: {
    'The connection to the VPS was lost during the install.':
      'Koneksi ke VPS terputus saat instalasi.',
    'Try again; if it happens again, contact support with the install ID.': RETRY,
  },
  NOT_ROOT: {
    'The account that was signed in to is not root.': 'Akun yang dipakai masuk bukan root.',
    'Name the account that the VPS lets in, such as ubuntu, under “Advanced”; it needs sudo. Or allow signing in as root with a password.':
      'Isi akun yang diizinkan masuk oleh VPS, misalnya ubuntu, di “Lanjutan”; akun itu harus punya sudo. Atau izinkan masuk sebagai root dengan kata sandi.',
  },
  SUDO_PASSWORD_MISSING: {
    'On the VPS, sudo asks for the password of the user {user}.':
      'Di VPS, sudo meminta kata sandi pengguna {user}.',
    'Enter this user’s password as the VPS password, or let the user run sudo without one (NOPASSWD); then try again.':
      'Masukkan kata sandi pengguna ini sebagai kata sandi VPS, atau izinkan sudo tanpa kata sandi (NOPASSWD); lalu coba lagi.',
  },
  SUDO_PASSWORD_REFUSED: {
    'On the VPS, sudo did not accept the password of the user {user}.':
      'Di VPS, sudo tidak menerima kata sandi pengguna {user}.',
    'Enter the password that this user types for sudo as the VPS password, then try again.':
      'Masukkan kata sandi yang diketik pengguna ini untuk sudo sebagai kata sandi VPS, lalu coba lagi.',
  },
  SUDO_REFUSED: {
    'On the VPS, the user {user} cannot run commands as root.':
      'Di VPS, pengguna {user} tidak dapat menjalankan perintah sebagai root.',
    'Sign in as root, or as a user that is allowed to run every command with sudo; then try again.':
      'Masuk sebagai root, atau sebagai pengguna yang boleh menjalankan semua perintah dengan sudo; lalu coba lagi.',
  },
  REMOTE_BUSY: {
    'Another install is running on this VPS.': 'Instalasi lain sedang berjalan di VPS ini.',
    'Wait until it has ended, then try again.': 'Tunggu sampai selesai, lalu coba lagi.',
  },
  REMOTE_SUPERSEDED: {
    'A newer worker has taken over this install.':
      'Instalasi ini sudah diambil alih proses yang lebih baru.',
    'Nothing to do; the install continues.': 'Tidak perlu melakukan apa pun; instalasi berlanjut.',
  },
  REMOTE_FAILED: {
    'A command on the VPS failed while {what}.': 'Sebuah perintah di VPS gagal saat {what}.',
    'Try again; if it happens again, contact support with the install ID.': RETRY,
  },
  OS_UNREADABLE: {
    'The system on the VPS could not be checked.': 'Sistem di VPS tidak dapat diperiksa.',
    'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.': REINSTALL,
  },
  TOOLS_MISSING: {
    'The system lacks programs that every ordinary Linux has: {tools}.':
      'Sistem ini tidak memiliki program yang ada di setiap Linux biasa: {tools}.',
    'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.': REINSTALL,
  },
  ARCH_UNSUPPORTED: {
    'The processor is {arch}; Windows requires x86_64.':
      'Prosesornya {arch}; Windows memerlukan x86_64.',
    'Use a VPS with an Intel or AMD processor.': 'Gunakan VPS dengan prosesor Intel atau AMD.',
  },
  PROCESSOR_UNSUPPORTED: {
    'The processor of the VPS ({model}) lacks {missing}. This Windows version would stop before it shows anything.':
      'Prosesor VPS ({model}) tidak memiliki {missing}. Versi Windows ini akan berhenti sebelum menampilkan apa pun.',
    'Ask your provider to give the VPS the processor type “host” (in Proxmox: Hardware, Processors, Type) and switch it off and on again, or choose an older Windows version.':
      'Minta penyedia Anda memberi VPS jenis prosesor “host” (di Proxmox: Hardware, Processors, Type) lalu mematikan dan menyalakannya lagi, atau pilih versi Windows yang lebih lama.',
  },
  PROCESSOR_OTHER_VERSION: {
    'The processor of the VPS ({model}) lacks {missing}. This Windows version would stop before it shows anything.':
      'Prosesor VPS ({model}) tidak memiliki {missing}. Versi Windows ini akan berhenti sebelum menampilkan apa pun.',
    'Choose a Windows version that runs on it: {versions}. Or ask your provider to give the VPS the processor type “host”.':
      'Pilih versi Windows yang dapat berjalan di sana: {versions}. Atau minta penyedia Anda memberi VPS jenis prosesor “host”.',
  },
  VIRT_CONTAINER: {
    'This is a container ({kind}), not a virtual machine: it has no disk of its own.':
      'Ini kontainer ({kind}), bukan mesin virtual: tidak punya disk sendiri.',
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
    'Use a KVM VPS; at AWS one of a Nitro type such as t3.':
      'Gunakan VPS KVM; di AWS, yang bertipe Nitro seperti t3.',
  },
  VIRT_UNSUPPORTED: {
    'This machine runs on {kind}, not on KVM.': 'Mesin ini berjalan di {kind}, bukan di KVM.',
    'Use a KVM VPS.': USE_KVM,
  },
  KERNEL_INCOMPLETE: {
    'The running kernel {kernel} and its files on the disk do not match.':
      'Kernel {kernel} yang berjalan tidak cocok dengan filenya di disk.',
    'Restart the VPS so that it runs its newest kernel, then try again.':
      'Mulai ulang VPS agar memakai kernel terbarunya, lalu coba lagi.',
  },
  KERNEL_UNUSABLE: {
    'The kernel {kernel} cannot start our installer: {what}.':
      'Kernel {kernel} tidak dapat memulai penginstal kami: {what}.',
    'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.': REINSTALL,
  },
  CLOCK_WRONG: {
    'The clock of the VPS is wrong: it says {time} UTC.': 'Jam VPS salah: menunjukkan {time} UTC.',
    'Set the clock, for example with “timedatectl set-ntp true”, then try again.':
      'Atur jamnya, misalnya dengan “timedatectl set-ntp true”, lalu coba lagi.',
  },
  MEMORY_TOO_SMALL: {
    'The VPS has {memory} of memory; {needed} is required.':
      'VPS memiliki memori {memory}; diperlukan {needed}.',
    'Choose a larger VPS plan, or another Windows version.': LARGER_PLAN,
  },
  FIRMWARE_MISMATCH: {
    'The VPS boots in {firmware} mode; this Windows version requires {needed}.':
      'VPS boot dalam mode {firmware}; versi Windows ini memerlukan {needed}.',
    'Choose another Windows version, or a VPS that boots in {needed} mode.':
      'Pilih versi Windows lain, atau VPS yang boot dalam mode {needed}.',
  },
  DISK_NOT_FOUND: {
    'The disk that Linux is on could not be found.': 'Disk tempat Linux berada tidak ditemukan.',
    'Reinstall the VPS with a current Linux such as Ubuntu 22.04 and try again.': REINSTALL,
  },
  DISK_SPANNED: {
    'Linux is on several disks at once ({disks}).':
      'Linux berada di beberapa disk sekaligus ({disks}).',
    'Reinstall the VPS without RAID and without a volume group across disks.':
      'Instal ulang VPS tanpa RAID dan tanpa volume group yang mencakup beberapa disk.',
  },
  LINUX_ENCRYPTED: {
    'Linux on this VPS is encrypted ({kind}) and may ask for a passphrase when it starts.':
      'Linux di VPS ini terenkripsi ({kind}) dan mungkin meminta passphrase saat dinyalakan.',
    'Have the passphrase and the console of your provider’s panel at hand: if the install stops before the disk is erased, Linux may wait for it there. Windows needs no passphrase.':
      'Siapkan passphrase dan konsol di panel penyedia Anda: jika instalasi berhenti sebelum disk dihapus, Linux mungkin menunggunya di sana. Windows tidak memerlukan passphrase.',
  },
  DISK_SECOND: {
    'The VPS has more than one disk ({disks}), so it is not certain which one to replace.':
      'VPS memiliki lebih dari satu disk ({disks}), jadi tidak pasti disk mana yang diganti.',
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
    'Choose a Windows version that has it: {versions}.':
      'Pilih versi Windows yang memilikinya: {versions}.',
  },
  DISK_SECTOR_UNSUPPORTED: {
    'The disk has sectors of {sector} bytes; the image requires 512.':
      'Sektor disk berukuran {sector} byte; image memerlukan 512.',
    'Use a VPS with an ordinary disk.': 'Gunakan VPS dengan disk biasa.',
  },
  DISK_READ_ONLY: {
    'The disk is read-only.': 'Disk hanya dapat dibaca.',
    'Ask your provider why the disk is read-only.':
      'Tanyakan kepada penyedia Anda mengapa disknya hanya dapat dibaca.',
  },
  DISK_TOO_SMALL: {
    'The disk has {size}; this Windows version requires {needed}.':
      'Disk berukuran {size}; versi Windows ini memerlukan {needed}.',
    'Choose a larger VPS plan, or another Windows version.': LARGER_PLAN,
  },
  BOOT_EXTERNAL: {
    'The VPS does not boot from its own disk, so Windows would never start: {why}.':
      'VPS tidak boot dari disknya sendiri, jadi Windows tidak akan pernah berjalan: {why}.',
    'Set the VPS to boot from its own disk in your provider’s panel, without a kernel of the provider, or reinstall it with Ubuntu 22.04; restart it and try again; an old Droplet of Digital Ocean has to be created anew; at Linode first install Debian with its own installer on a raw disk, with “Direct Disk” as the kernel.':
      'Atur VPS agar boot dari disknya sendiri di panel penyedia Anda, tanpa kernel penyedia, atau instal ulang dengan Ubuntu 22.04; mulai ulang, lalu coba lagi; Droplet lama Digital Ocean harus dibuat baru; di Linode, instal dulu Debian dengan penginstalnya sendiri di disk raw, dengan kernel “Direct Disk”.',
  },
  NETWORK_UNUSABLE: {
    'The network settings are not supported: {what}.':
      'Pengaturan jaringan tidak didukung: {what}.',
    'Use a VPS with a public IPv4 address on an ordinary network card.':
      'Gunakan VPS dengan IPv4 publik pada kartu jaringan biasa.',
  },
  ADDRESS_LOST: {
    'Windows would not answer at {address}: on the VPS this is the address {local}, which Windows will not have.':
      'Windows tidak akan menjawab di {address}: di VPS ini adalah alamat {local}, yang tidak akan dimiliki Windows.',
    'Enter {other} instead, or the public address that your provider’s panel shows for it; then try again.':
      'Masukkan {other}, atau alamat publik untuk alamat itu yang tertera di panel penyedia Anda; lalu coba lagi.',
  },
  PORT_FORWARDED: {
    'Port {public} leads to port {local} of the VPS, so the VPS seems to share its address with others. Windows answers on port {port} and would not be reachable.':
      'Port {public} diteruskan ke port {local} pada VPS, jadi VPS ini tampaknya berbagi alamat dengan VPS lain. Windows menjawab di port {port} dan tidak akan dapat dihubungi.',
    'If the VPS also answers SSH on port {local}, enter that port under “Advanced”. Otherwise use a VPS with its own public IPv4 address.':
      'Jika VPS juga menjawab SSH di port {local}, masukkan port itu di “Lanjutan”. Jika tidak, gunakan VPS dengan alamat IPv4 publik sendiri.',
  },
  PORT_CHANGES: {
    'Windows will answer on port {port}, not on the SSH port {public}.':
      'Windows akan menjawab di port {port}, bukan di port SSH {public}.',
    'Allow TCP port {port} in the firewall of your provider’s panel before you continue.':
      'Izinkan port TCP {port} di firewall panel penyedia Anda sebelum melanjutkan.',
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
    'Choose a Windows version that has it: {versions}.':
      'Pilih versi Windows yang memilikinya: {versions}.',
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
    'The folder {dir} on the VPS does not let programs run.':
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
    'The folder {dir} on the VPS has so many files that no more can be created (inodes).':
      'Folder {dir} di VPS berisi terlalu banyak file sehingga file baru tidak dapat dibuat (inode).',
    'Delete files that you do not need, such as old logs and caches, then try again.':
      'Hapus file yang tidak diperlukan, seperti log dan cache lama, lalu coba lagi.',
  },
  TOOLS_BLOCKED: {
    'Something on the VPS stops our tools or does not let them run.':
      'Ada sesuatu di VPS yang menghentikan alat kami atau tidak mengizinkannya berjalan.',
    'Switch off the virus scanner, endpoint protection or similar security software on the VPS, or reinstall the VPS with Ubuntu 22.04 in your provider’s panel (Windows replaces that system anyway); then try again.':
      'Matikan antivirus, endpoint protection, atau perangkat lunak keamanan serupa di VPS, atau instal ulang VPS dengan Ubuntu 22.04 di panel penyedia Anda (sistem itu toh akan diganti Windows); lalu coba lagi.',
  },
  PROXY_ONLY: {
    'The VPS reaches the internet only through the proxy {proxy}, which our installer cannot use.':
      'VPS hanya terhubung ke internet lewat proxy {proxy}, yang tidak dapat dipakai penginstal kami.',
    'Ask your provider to allow direct outgoing connections (HTTPS, port 443), or use another VPS; then try again.':
      'Minta penyedia Anda mengizinkan koneksi keluar langsung (HTTPS, port 443), atau gunakan VPS lain; lalu coba lagi.',
  },
  API_UNREACHABLE: {
    'The VPS cannot reach this service over the internet.':
      'VPS tidak dapat menjangkau layanan ini lewat internet.',
    'Check the firewall and DNS of the VPS for outgoing connections, then try again.':
      'Periksa firewall dan DNS VPS untuk koneksi keluar, lalu coba lagi.',
  },
  IMAGE_UNREACHABLE: {
    'The VPS could not download parts of the Windows image.':
      'VPS tidak dapat mengunduh sebagian image Windows.',
    'Try again; if it happens again, contact support with the install ID.': RETRY,
  },
  IMAGE_MISSING: {
    'The image of this Windows version is missing or damaged on our side.':
      'Image versi Windows ini hilang atau rusak di pihak kami.',
    'Nothing was changed on your VPS. Contact support with the install ID.': NOTHING_CHANGED,
  },
};
