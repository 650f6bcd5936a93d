import { certificationFailures } from './failures-certification.js';
import { imageFailures } from './failures-image.js';
import { installFailures } from './failures-install.js';
import { vpsFailures } from './failures-vps.js';

const SUPPORT = 'Hubungi dukungan dengan ID instalasi.';
const WATCHED = 'Kami terus memeriksanya selama 24 jam; dukungan sudah diberi tahu.';

/** Findings about the Windows of an install. Translates each English message and `cure`. */
const windowsFailures: Record<string, Record<string, string>> = {
  WINDOWS_SILENT: {
    'Windows was installed, but remote desktop has not answered yet.':
      'Windows sudah terinstal, tetapi remote desktop belum menjawab.',
    'We keep checking it for 24 hours; support has been notified.': WATCHED,
  },
  WINDOWS_NOT_RDP: {
    'After the restart, port {port} is used by something other than remote desktop.':
      'Setelah dimulai ulang, yang menjawab di port {port} bukan remote desktop.',
    'We keep checking it for 24 hours; support has been notified.': WATCHED,
  },
  RDP_UNREACHABLE: {
    'Remote desktop does not answer on port {port}.':
      'Remote desktop tidak menjawab di port {port}.',
    'Check in your provider’s panel that the VPS is running and that no firewall closes the port.':
      'Periksa di panel penyedia Anda bahwa VPS berjalan dan tidak ada firewall yang menutup port itu.',
  },
  RDP_PASSWORD_ACCEPTED: {
    'Windows accepted the password of {account}.': 'Windows menerima kata sandi {account}.',
  },
  RDP_PASSWORD_REFUSED: {
    'Windows answers, but it did not accept the RDP password of {account}.':
      'Windows menjawab, tetapi tidak menerima kata sandi RDP milik {account}.',
    'If the Windows password was changed, check the new one; otherwise contact support with the install ID.':
      'Jika kata sandi Windows sudah berubah, minta yang baru diperiksa; jika tidak, hubungi dukungan dengan ID instalasi.',
  },
  RDP_PASSWORD_CHANGE: {
    'Windows requires a new password for {account} before anyone can sign in.':
      'Windows meminta kata sandi baru untuk {account} sebelum siapa pun dapat masuk.',
    'Set one in the console of your provider’s panel, then check it here.':
      'Tetapkan di konsol panel penyedia Anda, lalu minta diperiksa.',
  },
  RDP_ACCOUNT_RESTRICTED: {
    'Windows does not let {account} sign in: the account is switched off.':
      'Windows tidak mengizinkan {account} masuk: akunnya dinonaktifkan.',
    'Windows does not let {account} sign in: the account has expired.':
      'Windows tidak mengizinkan {account} masuk: masa berlaku akunnya habis.',
    'Windows does not let {account} sign in: a policy restricts the account.':
      'Windows tidak mengizinkan {account} masuk: sebuah kebijakan membatasi akunnya.',
    'Windows does not let {account} sign in: not at this hour.':
      'Windows tidak mengizinkan {account} masuk: tidak pada jam ini.',
    'Windows does not let {account} sign in: not from another computer.':
      'Windows tidak mengizinkan {account} masuk: tidak dari komputer lain.',
    'Windows does not let {account} sign in: not over the network.':
      'Windows tidak mengizinkan {account} masuk: tidak lewat jaringan.',
    'Windows does not let {account} sign in: NTLM is switched off.':
      'Windows tidak mengizinkan {account} masuk: NTLM dinonaktifkan.',
    'Windows does not let {account} sign in: it answered {status}.':
      'Windows tidak mengizinkan {account} masuk: jawabannya {status}.',
    'Allow it in the console of your provider’s panel, then check the password.':
      'Izinkan di konsol panel penyedia Anda, lalu minta kata sandinya diperiksa.',
  },
  RDP_ACCOUNT_LOCKED: {
    'Windows has locked {account} for some minutes: too many wrong passwords were tried, mostly by bots.':
      'Windows mengunci {account} selama beberapa menit: terlalu banyak kata sandi salah yang dicoba, kebanyakan oleh bot.',
    'Wait ten minutes, then check the password; until then allow only your own address on port {port}.':
      'Tunggu sepuluh menit, lalu minta kata sandinya diperiksa; sampai saat itu izinkan hanya alamat Anda sendiri ke port {port}.',
  },
  RDP_NLA_MISSING: {
    'Remote desktop answers, but without Network Level Authentication the password could not be checked.':
      'Remote desktop menjawab, tetapi tanpa Network Level Authentication kata sandinya tidak dapat diperiksa.',
    'Try to connect with your password; if that fails, contact support with the install ID.':
      'Coba sambungkan dengan kata sandi Anda; jika gagal, hubungi dukungan dengan ID instalasi.',
  },
  RDP_SERVER_OUTDATED: {
    'Windows accepted the password, but its sign-in is older than the fix of CVE-2018-0886, and current clients refuse it.':
      'Windows menerima kata sandinya, tetapi cara masuknya lebih lama dari perbaikan CVE-2018-0886, dan klien masa kini menolaknya.',
    'Install the updates of Windows from the console of your provider’s panel, then check the password.':
      'Instal pembaruan Windows dari konsol panel penyedia Anda, lalu minta kata sandinya diperiksa.',
  },
  RDP_NOT_PROVEN: {
    'What answers as remote desktop could not prove that it is Windows with your password.':
      'Yang menjawab sebagai remote desktop tidak terbukti sebagai Windows dengan kata sandi Anda.',
    'Contact support with the install ID.': SUPPORT,
  },
  RDP_SIGN_IN_LOST: {
    'Windows ended the sign-in without a reason: it refused the password, or the connection was lost.':
      'Windows mengakhiri proses masuk tanpa alasan: kata sandinya ditolak, atau koneksinya terputus.',
    'Check the password again; if it happens again, contact support with the install ID.':
      'Minta kata sandinya diperiksa sekali lagi; jika terulang, hubungi dukungan dengan ID instalasi.',
  },
};

/**
 * Translations by failure code. Two tables of the server have an ADDRESS_REFUSED: for a VPS and for a server with an
 * image.
 */
export const failures: Record<string, Record<string, string>> = {
  ...windowsFailures,
  ...vpsFailures,
  ...installFailures,
  ...imageFailures,
  ...certificationFailures,
  ADDRESS_REFUSED: { ...vpsFailures.ADDRESS_REFUSED, ...imageFailures.ADDRESS_REFUSED },
};
