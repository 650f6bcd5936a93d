const RETRY = 'Coba lagi. Jika terulang, hubungi dukungan dengan ID instalasi.';

/** Failures of the SSH connection and sign-in. Translates each English message and `cure`. */
export const sshFailures: Record<string, Record<string, string>> = {
  SSH_TIMEOUT: {
    'The VPS did not respond on port {port}.': 'VPS tidak merespons di port {port}.',
    'Check the IP address, and make sure that the VPS is running and no firewall blocks SSH.':
      'Periksa alamat IP, lalu pastikan VPS menyala dan tidak ada firewall yang memblokir SSH.',
  },
  SSH_REFUSED: {
    'The VPS refused the connection on port {port}.': 'VPS menolak koneksi di port {port}.',
    'Make sure that SSH runs on this port and the VPS has finished booting.':
      'Pastikan SSH berjalan di port ini dan VPS sudah selesai menyala.',
  },
  SSH_UNREACHABLE: {
    'There is no route to this address.': 'Tidak ada rute ke alamat ini.',
    'Check the IP address and make sure that the VPS is running.':
      'Periksa alamat IP dan pastikan VPS menyala.',
  },
  SSH_SILENT: {
    'Port {port} accepts connections, but SSH doesn’t respond.':
      'Port {port} menerima koneksi, tetapi SSH tidak merespons.',
    'Make sure that SSH runs on this port. Restarting the VPS often helps.':
      'Pastikan SSH berjalan di port ini. Memulai ulang VPS sering membantu.',
  },
  SSH_NOT_SSH: {
    'Port {port} is used by a program that is not SSH.':
      'Port {port} dipakai program yang bukan SSH.',
    'Check the IP address and make sure that SSH runs on this port.':
      'Periksa alamat IP dan pastikan SSH berjalan di port ini.',
  },
  SSH_HANDSHAKE_FAILED: {
    'We reached SSH on the VPS, but it supports none of our encryption methods.':
      'SSH pada VPS dapat dihubungi, tetapi tidak mendukung metode enkripsi kami.',
    'Relax the SSH server’s encryption settings (KexAlgorithms, Ciphers, MACs), or reinstall the VPS with Ubuntu 22.04 and its standard SSH server.':
      'Longgarkan pengaturan enkripsi server SSH (KexAlgorithms, Ciphers, MACs), atau instal ulang VPS dengan Ubuntu 22.04 dan server SSH standarnya.',
  },
  SSH_BANNER_TOO_LONG: {
    'The SSH server’s banner is too long, so we could not sign in.':
      'Banner server SSH terlalu panjang, sehingga kami tidak dapat masuk.',
    'Shorten or remove the banner (Banner in the SSH server’s settings), or reinstall the VPS with Ubuntu 22.04. Then try again.':
      'Pendekkan atau hapus banner itu (Banner di pengaturan server SSH), atau instal ulang VPS dengan Ubuntu 22.04. Lalu coba lagi.',
  },
  SSH_CLOSED: {
    'The VPS closed the connection before we could sign in.':
      'VPS memutus koneksi sebelum kami dapat masuk.',
    'It may block connections after many attempts (for example with fail2ban). Wait 15 minutes or restart the VPS in your provider’s panel, then try again.':
      'VPS mungkin memblokir koneksi setelah banyak percobaan (misalnya dengan fail2ban). Tunggu 15 menit atau mulai ulang VPS di panel penyedia Anda, lalu coba lagi.',
  },
  SSH_AUTH_FAILED: {
    'The VPS did not accept the root password.': 'VPS tidak menerima kata sandi root.',
    'Check the root password with your provider. If it’s correct, SSH may not allow root to sign in. Run the command under “How to create a root password” to fix that.':
      'Periksa kata sandi root pada penyedia Anda. Jika sudah benar, SSH mungkin tidak mengizinkan root masuk. Jalankan perintah di “Cara membuat kata sandi root” untuk memperbaikinya.',
  },
  SSH_PASSWORD_DISABLED: {
    'The VPS does not allow signing in with a password.':
      'VPS tidak mengizinkan masuk dengan kata sandi.',
    'Enter an SSH key or another user under “Advanced”, or allow passwords with the command under “How to create a root password”. Then try again.':
      'Masukkan kunci SSH atau pengguna lain di “Lanjutan”, atau izinkan kata sandi dengan perintah di “Cara membuat kata sandi root”. Lalu coba lagi.',
  },
  SSH_USER_AUTH_FAILED: {
    'The VPS did not accept the password of the user {user}.':
      'VPS tidak menerima kata sandi pengguna {user}.',
    'Check the username and password under “Advanced”. Many providers allow this user to sign in only with an SSH key.':
      'Periksa nama pengguna dan kata sandi di “Lanjutan”. Banyak penyedia hanya mengizinkan pengguna ini masuk dengan kunci SSH.',
  },
  SSH_KEY_REFUSED: {
    'The VPS did not accept the SSH key for the user {user}.':
      'VPS tidak menerima kunci SSH untuk pengguna {user}.',
    'Check the username under “Advanced”, and make sure that the matching public key is in that user’s ~/.ssh/authorized_keys.':
      'Periksa nama pengguna di “Lanjutan”, dan pastikan kunci publiknya ada di ~/.ssh/authorized_keys pengguna itu.',
  },
  SSH_KEY_ALSO: {
    'The VPS accepted the password of the user {user}, but it requires an SSH key as well.':
      'VPS menerima kata sandi pengguna {user}, tetapi juga meminta kunci SSH.',
    'Add this user’s SSH key under “Advanced” and try again. If you don’t have one, reinstall the VPS with Ubuntu 22.04 in your provider’s panel. That sets a new root password and removes this requirement.':
      'Tambahkan kunci SSH pengguna ini di “Lanjutan”, lalu coba lagi. Jika tidak punya, instal ulang VPS dengan Ubuntu 22.04 di panel penyedia Anda. Kata sandi root akan diganti dan syarat itu hilang.',
  },
  SSH_PASSWORD_ALSO: {
    'The VPS accepted the SSH key, but it requires the password of the user {user} as well.':
      'VPS menerima kunci SSH, tetapi juga meminta kata sandi pengguna {user}.',
    'Enter this user’s password as the VPS password in addition to the key, then try again.':
      'Selain kunci, masukkan kata sandi pengguna ini sebagai kata sandi VPS, lalu coba lagi.',
  },
  SSH_SECOND_FACTOR: {
    'The VPS requires a second factor to sign in, which we cannot provide. It asks: “{prompt}”.':
      'VPS meminta faktor kedua untuk masuk, yang tidak dapat kami berikan. Pertanyaannya: “{prompt}”.',
    'Turn off two-factor sign-in for SSH on the VPS, or reinstall the VPS with Ubuntu 22.04 in your provider’s panel (Windows replaces that system anyway). Then try again.':
      'Nonaktifkan verifikasi dua langkah untuk SSH di VPS, atau instal ulang VPS dengan Ubuntu 22.04 di panel penyedia Anda (sistem itu nantinya tetap diganti Windows). Lalu coba lagi.',
  },
  SSH_PROMPT_UNKNOWN: {
    'During sign-in, the VPS asks a question we cannot answer: “{prompt}”.':
      'Saat masuk, VPS menanyakan sesuatu yang tidak dapat kami jawab: “{prompt}”.',
    'Sign in to the VPS yourself and turn off that question, or reinstall the VPS with Ubuntu 22.04 in your provider’s panel (Windows replaces that system anyway). Then try again.':
      'Masuk sendiri ke VPS dan nonaktifkan pertanyaan itu, atau instal ulang VPS dengan Ubuntu 22.04 di panel penyedia Anda (sistem itu nantinya tetap diganti Windows). Lalu coba lagi.',
  },
  SSH_PASSWORD_EXPIRED: {
    'The VPS requires a new password before it can be used.':
      'VPS meminta kata sandi baru sebelum dapat dipakai.',
    'Sign in to the VPS once and set a new password, then try again with the new password.':
      'Masuk ke VPS satu kali, buat kata sandi baru, lalu coba lagi dengan kata sandi itu.',
  },
  SSH_ACCOUNT_EXPIRED: {
    'The password is correct, but the account {user} has expired on the VPS.':
      'Kata sandi benar, tetapi akun {user} di VPS sudah kedaluwarsa.',
    'Renew it with “chage -E -1 {user}” in your provider’s console, then try again.':
      'Perpanjang dengan “chage -E -1 {user}” di konsol penyedia Anda, lalu coba lagi.',
  },
  SSH_START_FILE: {
    'A startup file of the user {user} on the VPS waits for input or starts a program that needs a terminal.':
      'File startup pengguna {user} di VPS menunggu masukan atau menjalankan program yang memerlukan terminal.',
    'In this user’s {file}, remove the lines that start tmux or screen or wait for input (read). Then try again.':
      'Di file {file} pengguna ini, hapus baris yang menjalankan tmux atau screen, atau yang menunggu masukan (read). Lalu coba lagi.',
  },
  SSH_START_FILE_ENDS: {
    'The shell of the user {user} on the VPS exits before it runs a command. A line in its startup file {file} is probably the cause.':
      'Shell pengguna {user} di VPS berakhir sebelum menjalankan perintah. Kemungkinan sebuah baris di file startup-nya, {file}, menjadi penyebabnya.',
    'Remove lines such as “set -e”, “set -u” or “exit” from {file}, or rename the file in your provider’s console. Then try again. If this user’s shell is /bin/false, change it to /bin/bash with “chsh -s /bin/bash {user}”.':
      'Hapus baris seperti “set -e”, “set -u”, atau “exit” dari {file}, atau ganti nama filenya di konsol penyedia Anda; lalu coba lagi. Jika shell pengguna ini /bin/false, ganti menjadi /bin/bash dengan “chsh -s /bin/bash {user}”.',
  },
  SSH_NO_SHELL: {
    'The user {user} can sign in on the VPS, but cannot run commands there.':
      'Pengguna {user} dapat masuk ke VPS, tetapi tidak dapat menjalankan perintah di sana.',
    'Give this user a standard shell such as /bin/bash and remove any forced command (ForceCommand in the SSH server’s settings, command= in authorized_keys) or MaxSessions 0. Also check the user’s startup file {file}: a menu or “exit” there prevents commands from running. Then try again.':
      'Beri pengguna ini shell standar seperti /bin/bash, dan hapus perintah paksa (ForceCommand di pengaturan server SSH, command= di authorized_keys) atau MaxSessions 0. Periksa juga file startup-nya {file}: menu atau “exit” di sana membuat perintah tidak berjalan. Lalu coba lagi.',
  },
  SSH_HOST_KEY_CHANGED: {
    'The VPS’s SSH host key has changed since the install started.':
      'Kunci host SSH pada VPS berubah sejak instalasi dimulai.',
    'If you did not reinstall the VPS yourself, ask your provider. Then start a new install.':
      'Jika bukan Anda yang menginstal ulang VPS, tanyakan kepada penyedia Anda. Lalu mulai instalasi baru.',
  },
  SSH_LOST: {
    'The connection to the VPS was lost during the install.':
      'Koneksi ke VPS terputus saat instalasi.',
    'Try again. If it happens again, contact support with the install ID.': RETRY,
  },
  SUDO_PASSWORD_MISSING: {
    'On the VPS, sudo asks for the password of the user {user}.':
      'Di VPS, sudo meminta kata sandi pengguna {user}.',
    'Enter this user’s password as the VPS password, or allow this user to run sudo without a password (NOPASSWD). Then try again.':
      'Masukkan kata sandi pengguna ini sebagai kata sandi VPS, atau izinkan pengguna ini memakai sudo tanpa kata sandi (NOPASSWD). Lalu coba lagi.',
  },
  SUDO_PASSWORD_REFUSED: {
    'On the VPS, sudo did not accept the password of the user {user}.':
      'Di VPS, sudo tidak menerima kata sandi pengguna {user}.',
    'Enter this user’s sudo password as the VPS password, then try again.':
      'Masukkan kata sandi sudo pengguna ini sebagai kata sandi VPS, lalu coba lagi.',
  },
  SUDO_REFUSED: {
    'On the VPS, the user {user} cannot run commands as root.':
      'Di VPS, pengguna {user} tidak dapat menjalankan perintah sebagai root.',
    'Sign in as root or as a user who may run all commands with sudo. Then try again.':
      'Masuk sebagai root atau sebagai pengguna yang boleh menjalankan semua perintah dengan sudo. Lalu coba lagi.',
  },
};
