const SAME_ADDRESS = 'Hanya dapat dipicu dari alamat IP yang sama.';

/** Descriptions of the built-in rules, including who could trigger them in another user's name. */
export const detectionRules: Record<string, string> = {
  'password-guessing': `Banyak percobaan masuk yang gagal dari satu alamat. ${SAME_ADDRESS}`,
  'password-spraying': `Percobaan masuk yang gagal dari satu alamat ke banyak akun berbeda. ${SAME_ADDRESS}`,
  'credential-stuffing-wave':
    'Percobaan masuk yang gagal dari sangat banyak alamat pada saat yang sama. Aturan ini mengaktifkan credential-stuffing. Siapa pun dengan banyak alamat dapat memicunya, jadi aturan ini tidak memblokir siapa pun.',
  'credential-stuffing': `Selama gelombang: percobaan masuk yang gagal dari satu alamat ke beberapa akun berbeda. ${SAME_ADDRESS}`,
  'account-under-attack':
    'Percobaan masuk yang gagal ke satu akun dari banyak alamat berbeda. Siapa pun dapat memicunya untuk sebuah akun, jadi aturan ini tidak memblokir siapa pun.',
  'two-factor-guessing': `Kode dua faktor yang salah dari satu alamat, artinya kata sandinya sudah diketahui. ${SAME_ADDRESS}`,
  'password-change-guessing': `Kata sandi lama yang salah saat mengganti kata sandi, artinya sesi yang terbuka disalahgunakan. ${SAME_ADDRESS}`,
  'captcha-guessing': `Banyak jawaban CAPTCHA yang salah dari satu alamat. ${SAME_ADDRESS}`,
  honeypot: `Kolom tersembunyi diisi berulang kali. ${SAME_ADDRESS}`,
  'refused-tokens': `Banyak token akses atau tautan yang tidak pernah kami terbitkan. ${SAME_ADDRESS}`,
  'refresh-token-theft':
    'Token refresh yang sudah terpakai dipakai lagi, artinya token itu disalin. Sesinya diakhiri. Siapa pun yang memegang salinan token dapat memicunya untuk pemiliknya, jadi aturan ini tidak memblokir siapa pun.',
  'refresh-token-thief':
    'Token refresh terpakai dari beberapa akun dari satu alamat. Hanya dapat dipicu dari alamat IP yang sama oleh orang yang memegang token beberapa pengguna.',
  flood: `Permintaan berlanjut setelah batas tercapai. ${SAME_ADDRESS}`,
  'path-scanning': `Permintaan ke banyak path berbeda yang tidak ada. ${SAME_ADDRESS}`,
  'file-scanning': `Permintaan banyak file yang tidak ada. ${SAME_ADDRESS}`,
  'oversized-requests': `Banyak permintaan yang lebih besar dari yang diizinkan. ${SAME_ADDRESS}`,
  'forged-callbacks': `Callback pembayaran dengan tanda tangan yang salah. ${SAME_ADDRESS}`,
  'agent-token-misuse': `Permintaan agen instalasi dengan token yang tidak valid. ${SAME_ADDRESS}`,
  'root-password-guessing':
    'Kata sandi root dari satu pengguna ditolak beberapa mesin. Hanya dapat dipicu oleh sesi pengguna itu sendiri.',
  'many-targets':
    'Satu pengguna mencoba menginstal di banyak alamat yang tidak boleh dipakainya. Hanya dapat dipicu oleh sesi pengguna itu sendiri.',
  'payment-id-reuse':
    'Satu pengguna mengklaim transfer yang sudah dipakai untuk pesanan lain. Hanya dapat dipicu oleh sesi pengguna itu sendiri.',
  'odd-callbacks':
    'Callback bertanda tangan sah dengan isi yang tidak valid. Hanya dapat dipicu oleh pemegang kunci penyedia, jadi aturan ini tidak memblokir siapa pun.',
};

/** Alert text of each rule, keyed by the English text for its placeholders. */
export const alerts: Record<string, string | Record<string, string>> = {
  'password-guessing': {
    '{count} failed sign-ins within {minutes} minutes':
      '{count} percobaan masuk gagal dalam {minutes} menit',
  },
  'password-spraying': {
    'Failed sign-ins on {count} different accounts within {minutes} minutes':
      'Percobaan masuk gagal ke {count} akun berbeda dalam {minutes} menit',
  },
  'credential-stuffing-wave': {
    'Failed sign-ins from {count} different addresses within {minutes} minutes':
      'Percobaan masuk gagal dari {count} alamat berbeda dalam {minutes} menit',
  },
  'credential-stuffing': {
    'Part of a wave: failed sign-ins on {count} different accounts within {minutes} minutes':
      'Bagian dari gelombang: percobaan masuk gagal ke {count} akun berbeda dalam {minutes} menit',
  },
  'account-under-attack': {
    'One account: failed sign-ins from {count} different addresses within {minutes} minutes':
      'Satu akun: percobaan masuk gagal dari {count} alamat berbeda dalam {minutes} menit',
  },
  'two-factor-guessing': {
    '{count} wrong two-factor codes within {minutes} minutes':
      '{count} kode dua faktor salah dalam {minutes} menit',
  },
  'password-change-guessing': {
    '{count} wrong current passwords within {minutes} minutes':
      '{count} kata sandi sekarang salah dalam {minutes} menit',
  },
  'captcha-guessing': {
    '{count} wrong CAPTCHA answers within {minutes} minutes':
      '{count} jawaban CAPTCHA salah dalam {minutes} menit',
  },
  honeypot: {
    'The hidden field was filled in {count} times within {minutes} minutes':
      'Kolom tersembunyi diisi {count} kali dalam {minutes} menit',
  },
  'refused-tokens': {
    '{count} refused tokens within {minutes} minutes':
      '{count} token ditolak dalam {minutes} menit',
  },
  'refresh-token-theft': 'Token refresh yang sudah terpakai dipakai lagi; sesinya diakhiri',
  'refresh-token-thief': {
    'Spent refresh tokens of {count} different accounts within {minutes} minutes':
      'Token refresh terpakai dari {count} akun berbeda dalam {minutes} menit',
  },
  flood: {
    '{count} calls above the limit within {minutes} minutes':
      '{count} permintaan di atas batas dalam {minutes} menit',
  },
  'path-scanning': {
    '{count} different unknown paths within {minutes} minutes':
      '{count} path tidak dikenal yang berbeda dalam {minutes} menit',
  },
  'file-scanning': {
    '{count} calls of files that do not exist within {minutes} minutes':
      '{count} permintaan file yang tidak ada dalam {minutes} menit',
  },
  'oversized-requests': {
    '{count} oversized requests within {minutes} minutes':
      '{count} permintaan terlalu besar dalam {minutes} menit',
  },
  'forged-callbacks': {
    '{count} forged payment callbacks within {minutes} minutes':
      '{count} callback pembayaran palsu dalam {minutes} menit',
  },
  'agent-token-misuse': {
    '{count} agent calls without a valid token within {minutes} minutes':
      '{count} permintaan agen tanpa token yang valid dalam {minutes} menit',
  },
  'root-password-guessing': {
    'One user: root passwords refused by {count} machines within {minutes} minutes':
      'Satu pengguna: kata sandi root ditolak {count} mesin dalam {minutes} menit',
  },
  'many-targets': {
    'One user: installs on {count} refused addresses within {minutes} minutes':
      'Satu pengguna: instalasi di {count} alamat yang ditolak dalam {minutes} menit',
  },
  'payment-id-reuse': {
    'One user: {count} transfers claimed that were used before, within {minutes} minutes':
      'Satu pengguna: {count} transfer yang sudah dipakai diklaim dalam {minutes} menit',
  },
  'odd-callbacks': {
    '{count} signed callbacks that make no sense within {minutes} minutes':
      '{count} callback bertanda tangan dengan isi tidak valid dalam {minutes} menit',
  },
};
