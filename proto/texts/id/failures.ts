import { certificationFailures } from './failures-certification.js';
import { imageFailures } from './failures-image.js';
import { installFailures } from './failures-install.js';
import { resetFailures } from './failures-reset.js';
import { sshFailures } from './failures-ssh.js';
import { vpsFailures } from './failures-vps.js';

const SUPPORT = 'Hubungi dukungan dengan ID instalasi.';
const WATCHED = 'Kami akan terus memeriksanya selama 24 jam. Tim dukungan kami sudah diberi tahu.';

/** Findings about the Windows of an install. Translates each English message and `cure`. */
const windowsFailures: Record<string, Record<string, string>> = {
  WINDOWS_SILENT: {
    'Windows was installed, but remote desktop isn’t responding yet.':
      'Windows sudah terinstal, tetapi remote desktop belum merespons.',
    'We’ll keep checking for 24 hours. Our support team has been notified.': WATCHED,
  },
  WINDOWS_NOT_RDP: {
    'After the restart, port {port} is used by something other than remote desktop.':
      'Setelah dimulai ulang, port {port} dipakai program lain, bukan remote desktop.',
    'We’ll keep checking for 24 hours. Our support team has been notified.': WATCHED,
  },
  WINDOWS_DID_NOT_START: {
    'Windows did not start: {cause}.': 'Windows tidak dapat dimulai: {cause}.',
    'If the recovery system is responding, choose “Install again”, perhaps with another Windows version. Otherwise, reinstall Linux in your provider’s panel and start a new install. If it happens again, contact support with the install ID.':
      'Jika sistem pemulihan merespons, pilih “Instal lagi”, bila perlu dengan versi Windows lain. Jika tidak, instal ulang Linux di panel penyedia Anda lalu mulai instalasi baru. Jika terulang, hubungi dukungan dengan ID instalasi.',
  },
  LINUX_SILENT: {
    'Linux was written, but its SSH isn’t responding on port {port} yet.':
      'Linux sudah ditulis, tetapi SSH-nya belum merespons di port {port}.',
    'We’ll keep checking for 24 hours. Our support team has been notified.': WATCHED,
  },
  LINUX_SIGN_IN_REFUSED: {
    'Linux is responding on port {port}, but does not let root sign in.':
      'Linux merespons di port {port}, tetapi tidak mengizinkan root masuk.',
    'We’ll keep checking for 24 hours. Our support team has been notified.': WATCHED,
  },
  RDP_UNREACHABLE: {
    'Remote desktop doesn’t respond on port {port}.':
      'Remote desktop tidak merespons di port {port}.',
    'Check in your provider’s panel that the VPS is running and that no firewall blocks the port.':
      'Pastikan di panel penyedia Anda bahwa VPS berjalan dan tidak ada firewall yang memblokir port itu.',
  },
  RDP_PASSWORD_ACCEPTED: {
    'Windows accepted the password of {account}.': 'Windows menerima kata sandi {account}.',
  },
  RDP_PASSWORD_REFUSED: {
    'Windows is responding, but did not accept the RDP password of {account}.':
      'Windows merespons, tetapi tidak menerima kata sandi RDP milik {account}.',
    'If you changed the Windows password, check the new one. Otherwise, contact support with the install ID.':
      'Jika Anda mengganti kata sandi Windows, periksa kata sandi yang baru. Jika tidak, hubungi dukungan dengan ID instalasi.',
  },
  RDP_PASSWORD_CHANGE: {
    'Windows requires a new password for {account} before anyone can sign in.':
      'Windows meminta kata sandi baru untuk {account} sebelum siapa pun dapat masuk.',
    'Set one in the console of your provider’s panel, then check it here.':
      'Buat kata sandi di konsol panel penyedia Anda, lalu periksa di sini.',
  },
  RDP_ACCOUNT_RESTRICTED: {
    'Windows does not allow {account} to sign in: the account is disabled.':
      'Windows tidak mengizinkan {account} masuk: akunnya dinonaktifkan.',
    'Windows does not allow {account} to sign in: the account has expired.':
      'Windows tidak mengizinkan {account} masuk: masa berlaku akunnya habis.',
    'Windows does not allow {account} to sign in: a policy restricts the account.':
      'Windows tidak mengizinkan {account} masuk: akun dibatasi oleh kebijakan.',
    'Windows does not allow {account} to sign in: signing in is not allowed at this hour.':
      'Windows tidak mengizinkan {account} masuk: tidak diizinkan pada jam ini.',
    'Windows does not allow {account} to sign in: signing in from another computer is not allowed.':
      'Windows tidak mengizinkan {account} masuk: tidak diizinkan dari komputer lain.',
    'Windows does not allow {account} to sign in: signing in over the network is not allowed.':
      'Windows tidak mengizinkan {account} masuk: tidak diizinkan lewat jaringan.',
    'Windows does not allow {account} to sign in: NTLM is disabled.':
      'Windows tidak mengizinkan {account} masuk: NTLM dinonaktifkan.',
    'Windows does not allow {account} to sign in: it answered {status}.':
      'Windows tidak mengizinkan {account} masuk: jawabannya {status}.',
    'Windows does not allow {account} to sign in: {what}.':
      'Windows tidak mengizinkan {account} masuk: {what}.',
    'Allow it in the console of your provider’s panel, then check the password.':
      'Izinkan di konsol panel penyedia Anda, lalu periksa kata sandinya.',
  },
  RDP_ACCOUNT_LOCKED: {
    'Windows has locked {account} for a few minutes because of too many wrong passwords, usually from bots.':
      'Windows mengunci {account} selama beberapa menit karena terlalu banyak kata sandi salah, biasanya dari bot.',
    'Wait ten minutes, then check the password. Until then, allow only your own IP address on port {port}.':
      'Tunggu sepuluh menit, lalu periksa kata sandinya. Sementara itu, izinkan hanya alamat IP Anda sendiri di port {port}.',
  },
  RDP_NLA_MISSING: {
    'Remote desktop is responding, but we can’t check the password without Network Level Authentication.':
      'Remote desktop merespons, tetapi kami tidak dapat memeriksa kata sandi tanpa Network Level Authentication.',
    'Try to connect with your password. If that fails, contact support with the install ID.':
      'Coba hubungkan dengan kata sandi Anda. Jika gagal, hubungi dukungan dengan ID instalasi.',
  },
  RDP_SERVER_OUTDATED: {
    'Windows accepted the password, but it lacks the fix for CVE-2018-0886, so current clients refuse to connect.':
      'Windows menerima kata sandinya, tetapi belum memiliki perbaikan CVE-2018-0886, sehingga klien terbaru menolak terhubung.',
    'Install Windows updates from the console of your provider’s panel, then check the password.':
      'Instal pembaruan Windows dari konsol panel penyedia Anda, lalu periksa kata sandinya.',
  },
  RDP_NOT_PROVEN: {
    'Something responds on the RDP port, but we couldn’t confirm it’s your Windows.':
      'Ada yang merespons di port RDP, tetapi kami tidak dapat memastikan itu Windows Anda.',
    'Contact support with the install ID.': SUPPORT,
  },
  RDP_SIGN_IN_LOST: {
    'Windows ended the sign-in without giving a reason. It may have rejected the password, or the connection was lost.':
      'Windows mengakhiri proses masuk tanpa menyebut alasan. Mungkin kata sandinya ditolak, atau koneksinya terputus.',
    'Check the password again. If it happens again, contact support with the install ID.':
      'Periksa lagi kata sandinya. Jika terulang, hubungi dukungan dengan ID instalasi.',
  },
};

/**
 * Translations by failure code. ADDRESS_REFUSED occurs in two tables of the server, for VPSs and for servers with
 * images.
 */
export const failures: Record<string, Record<string, string>> = {
  ...windowsFailures,
  ...sshFailures,
  ...vpsFailures,
  ...installFailures,
  ...imageFailures,
  ...certificationFailures,
  ...resetFailures,
  ADDRESS_REFUSED: { ...vpsFailures.ADDRESS_REFUSED, ...imageFailures.ADDRESS_REFUSED },
};
