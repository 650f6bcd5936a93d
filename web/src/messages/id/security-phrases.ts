/** What security says without a code of its own, each beside the English: rules, their alerts, recoveries. */
export const securityPhrases: Record<string, string> = {
  'Only someone behind the same address can cause it in another’s name; a web page cannot.':
    'Hanya orang di balik alamat yang sama yang dapat menyebabkannya atas nama orang lain; halaman web tidak bisa.',
  'Anyone with many addresses can cause it; it blocks no one.':
    'Siapa pun dengan banyak alamat dapat menyebabkannya; aturan ini tidak memblokir siapa pun.',
  'Anyone can cause it for an account; it blocks no one.':
    'Siapa pun dapat menyebabkannya untuk sebuah akun; aturan ini tidak memblokir siapa pun.',
  'Anyone who holds a copy of a token can cause it for its owner; it blocks no one.':
    'Siapa pun yang memegang salinan token dapat menyebabkannya bagi pemiliknya; aturan ini tidak memblokir siapa pun.',
  'Only someone behind the same address who holds several users’ tokens can cause it in another’s name.':
    'Hanya orang di balik alamat yang sama yang memegang token beberapa pengguna yang dapat menyebabkannya atas nama orang lain.',
  'Only the user’s own sessions can cause it.':
    'Hanya sesi pengguna itu sendiri yang dapat menyebabkannya.',
  'Only a holder of the provider’s key can cause it; it blocks no one.':
    'Hanya pemegang kunci penyedia yang dapat menyebabkannya; aturan ini tidak memblokir siapa pun.',
  'Many failed sign-ins from one address.': 'Banyak percobaan masuk yang gagal dari satu alamat.',
  '{count} failed sign-ins within {minutes} minutes':
    '{count} percobaan masuk gagal dalam {minutes} menit',
  'Failed sign-ins from one address on many different accounts.':
    'Percobaan masuk yang gagal dari satu alamat ke banyak akun berbeda.',
  'Failed sign-ins on {count} different accounts within {minutes} minutes':
    'Percobaan masuk gagal ke {count} akun berbeda dalam {minutes} menit',
  'Failed sign-ins from very many addresses at the same time. It makes credential-stuffing count.':
    'Percobaan masuk yang gagal dari sangat banyak alamat pada saat yang sama. Aturan ini mengaktifkan credential-stuffing.',
  'Failed sign-ins from {count} different addresses within {minutes} minutes':
    'Percobaan masuk gagal dari {count} alamat berbeda dalam {minutes} menit',
  'While a wave goes on: failed sign-ins from one address on several different accounts.':
    'Selama gelombang berlangsung: percobaan masuk yang gagal dari satu alamat ke beberapa akun berbeda.',
  'Part of a wave: failed sign-ins on {count} different accounts within {minutes} minutes':
    'Bagian dari gelombang: percobaan masuk gagal ke {count} akun berbeda dalam {minutes} menit',
  'Failed sign-ins on one account from many different addresses.':
    'Percobaan masuk yang gagal ke satu akun dari banyak alamat berbeda.',
  'One account: failed sign-ins from {count} different addresses within {minutes} minutes':
    'Satu akun: percobaan masuk gagal dari {count} alamat berbeda dalam {minutes} menit',
  'Wrong two-factor codes from one address: its password is already known.':
    'Kode dua faktor yang salah dari satu alamat: kata sandinya sudah diketahui.',
  '{count} wrong two-factor codes within {minutes} minutes':
    '{count} kode dua faktor salah dalam {minutes} menit',
  'Wrong current passwords at a change: an open session is being misused.':
    'Kata sandi sekarang yang salah saat penggantian: sebuah sesi terbuka disalahgunakan.',
  '{count} wrong current passwords within {minutes} minutes':
    '{count} kata sandi sekarang salah dalam {minutes} menit',
  'Many wrong CAPTCHA answers from one address.':
    'Banyak jawaban CAPTCHA yang salah dari satu alamat.',
  '{count} wrong CAPTCHA answers within {minutes} minutes':
    '{count} jawaban CAPTCHA salah dalam {minutes} menit',
  'A field that people do not see was filled in, again and again.':
    'Kolom yang tidak terlihat orang diisi berulang kali.',
  'The hidden field was filled in {count} times within {minutes} minutes':
    'Kolom tersembunyi diisi {count} kali dalam {minutes} menit',
  'Many access tokens or links that we never issued.':
    'Banyak token akses atau tautan yang tidak pernah kami terbitkan.',
  '{count} refused tokens within {minutes} minutes': '{count} token ditolak dalam {minutes} menit',
  'A spent refresh token was used again: it was copied. Its session was ended.':
    'Token refresh yang sudah terpakai dipakai lagi: token itu disalin. Sesinya diakhiri.',
  'A spent refresh token was used again; its session was ended':
    'Token refresh yang sudah terpakai dipakai lagi; sesinya diakhiri',
  'Spent refresh tokens of several accounts from one address.':
    'Token refresh terpakai dari beberapa akun dari satu alamat.',
  'Spent refresh tokens of {count} different accounts within {minutes} minutes':
    'Token refresh terpakai dari {count} akun berbeda dalam {minutes} menit',
  'Calls continued after the limit was reached.': 'Permintaan berlanjut setelah batas tercapai.',
  '{count} calls above the limit within {minutes} minutes':
    '{count} permintaan di atas batas dalam {minutes} menit',
  'Calls of many different paths that do not exist.':
    'Permintaan ke banyak path berbeda yang tidak ada.',
  '{count} different unknown paths within {minutes} minutes':
    '{count} path tidak dikenal yang berbeda dalam {minutes} menit',
  'Calls of many files that do not exist.': 'Permintaan banyak file yang tidak ada.',
  '{count} calls of files that do not exist within {minutes} minutes':
    '{count} permintaan file yang tidak ada dalam {minutes} menit',
  'Many requests that were larger than allowed.':
    'Banyak permintaan yang lebih besar dari yang diizinkan.',
  '{count} oversized requests within {minutes} minutes':
    '{count} permintaan terlalu besar dalam {minutes} menit',
  'Payment callbacks with a wrong signature.':
    'Callback pembayaran dengan tanda tangan yang salah.',
  '{count} forged payment callbacks within {minutes} minutes':
    '{count} callback pembayaran palsu dalam {minutes} menit',
  'Calls of the install agent with a token that is not valid.':
    'Permintaan agen instalasi dengan token yang tidak valid.',
  '{count} agent calls without a valid token within {minutes} minutes':
    '{count} permintaan agen tanpa token yang valid dalam {minutes} menit',
  'One user’s root passwords were refused by several machines.':
    'Kata sandi root dari satu pengguna ditolak beberapa mesin.',
  'One user: root passwords refused by {count} machines within {minutes} minutes':
    'Satu pengguna: kata sandi root ditolak {count} mesin dalam {minutes} menit',
  'One user tried to install on many addresses that are not theirs to use.':
    'Satu pengguna mencoba menginstal di banyak alamat yang bukan haknya.',
  'One user: installs on {count} refused addresses within {minutes} minutes':
    'Satu pengguna: instalasi di {count} alamat yang ditolak dalam {minutes} menit',
  'One user claimed transfers that had paid other orders.':
    'Satu pengguna mengklaim transfer yang sudah membayar pesanan lain.',
  'One user: {count} transfers claimed that were used before, within {minutes} minutes':
    'Satu pengguna: {count} transfer yang sudah dipakai diklaim dalam {minutes} menit',
  'Validly signed callbacks with impossible content.':
    'Callback bertanda tangan sah dengan isi yang tidak masuk akal.',
  '{count} signed callbacks that make no sense within {minutes} minutes':
    '{count} callback bertanda tangan yang tidak masuk akal dalam {minutes} menit',
  'The block was lifted.': 'Blokir dicabut.',
  'It was not blocked.': 'Tidak diblokir.',
  'Its attempts and earlier offences were reset.':
    'Percobaan dan pelanggaran sebelumnya disetel ulang.',
  '1 alert was cleared.': '1 peringatan dibersihkan.',
  '{count} alerts were cleared.': '{count} peringatan dibersihkan.',
  'No rule blocks it for {minutes} minutes.':
    'Tidak diblokir aturan mana pun selama {minutes} menit.',
  'Its block had expired.': 'Blokirnya sudah berakhir.',
  'Cancelled by an administrator.': 'Dibatalkan oleh administrator.',
  'It could not be applied everywhere: messaging or the database did not answer.':
    'Tidak dapat diterapkan di semua tempat: messaging atau basis data tidak menjawab.',
  'The messaging is not reachable.': 'Messaging tidak dapat dihubungi.',
  'The enforcement points did not have the decisions.':
    'Titik penegakan belum memiliki keputusannya.',
  'Blocked by an administrator': 'Diblokir oleh administrator',
};
