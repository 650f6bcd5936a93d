import type { MailTexts } from './en.js';

/** Indonesian texts of the mails. Names of pages and buttons match the Indonesian pages. */
export const id: MailTexts = {
  hello: (username) => `Halo ${username},`,
  helloStranger: 'Halo,',

  verification: {
    subject: (code) => `${code} adalah kode verifikasi Casement Anda`,
    title: 'Konfirmasi alamat email Anda',
    code: 'kode verifikasi Anda adalah',
    enter: (page, minutes) =>
      `Masukkan kode ini di ${page} saat Anda sudah masuk. Kode hanya berlaku sekali dan kedaluwarsa dalam ${minutes} menit.`,
    orOpen: (link) => `Atau buka tautan ini saat Anda sudah masuk: ${link}`,
    button: 'Verifikasi alamat ini',
    orCopy:
      'Tombol ini berfungsi saat Anda sudah masuk. Atau salin alamat berikut ke browser Anda:',
    ignore: 'Jika Anda tidak membuat akun Casement, abaikan saja email ini.',
  },

  reset: {
    subject: 'Setel ulang kata sandi Casement Anda',
    title: 'Setel ulang kata sandi Anda',
    open: 'buka tautan ini untuk membuat kata sandi baru:',
    button: 'Buat kata sandi baru',
    orCopy: 'Jika tombol tidak berfungsi, salin alamat berikut ke browser Anda:',
    limits: (minutes) =>
      `Tautan hanya berlaku sekali dan kedaluwarsa dalam ${minutes} menit. Tautan yang lebih baru menggantikannya.`,
    ignore:
      'Jika Anda tidak memintanya, abaikan saja email ini: kata sandi Anda tetap seperti semula.',
  },

  passwordChanged: {
    subject: 'Kata sandi Casement Anda telah diubah',
    title: 'Kata sandi Anda telah diubah',
    changed: (when) =>
      `kata sandi akun Casement Anda telah diubah pada ${when}. Semua perangkat lain telah dikeluarkan.`,
    notMe: (link) => `Jika bukan Anda yang mengubahnya, segera buat kata sandi baru: ${link}`,
  },

  newAccess: {
    subject: 'Akses baru ke akun Casement Anda',
    title: 'Akses baru ke akun Anda',
    apiKey: (name) => `kunci API "${name}" dibuat`,
    webhook: (host) => `webhook ke ${host} disiapkan`,
    telegram: 'sebuah akun Telegram dihubungkan',
    desktop: (ip) => `desktop ${ip} dibuka di browser`,
    on: (what, when) => `${what}, pada ${when}.`,
    wasMe: 'Jika ini Anda, tidak ada yang perlu dilakukan.',
    notMe: (link) =>
      `Jika bukan, pilih "Cabut semua akses lain" di "Akses ke akun Anda" lalu buat kata sandi baru: ${link}`,
  },

  newNetwork: {
    subject: 'Login baru ke akun Casement Anda',
    title: 'Login baru ke akun Anda',
    lead: 'ada login ke akun Casement Anda dari jaringan baru:',
    what: (device, address, when) => `${device}, dari ${address}, pada ${when}`,
    unknownDevice: 'Perangkat tidak dikenal',
    device: (browser, system) => `${browser} di ${system}`,
    wasMe: 'Jika ini Anda, tidak ada yang perlu dilakukan.',
    notMe: (link) => `Jika bukan, buat kata sandi baru, dan semua sesi akan diakhiri: ${link}`,
  },

  addressInUse: {
    subject: 'Alamat email Anda dipakai untuk akun Casement lain',
    title: 'Alamat Anda dipakai untuk akun lain',
    verified: {
      facts: [
        'seseorang memasukkan alamat email Anda untuk akun Casement lain.',
        'Tidak ada yang berubah: alamat ini tetap milik Anda, akun Anda tetap seperti semula, dan akun lain itu tidak menerima kode untuk alamat ini.',
      ],
      wasMe: 'Jika itu Anda',
      notMe: 'Jika itu bukan Anda, tidak ada yang perlu dilakukan.',
    },
    unverified: (username) => ({
      facts: [
        `alamat email Anda dimasukkan untuk akun Casement baru, dan akun ${username} juga memakainya. Keduanya belum memverifikasinya, jadi tidak ada yang berubah.`,
        'Akun yang lebih dulu memverifikasi alamat ini akan memilikinya, dan akun lainnya harus menambahkan alamat lain. Verifikasi hanya bisa dilakukan dengan kode yang dikirim ke kotak surat ini.',
      ],
      wasMe: `Jika ${username} adalah akun Anda`,
      notMe: `Jika Anda tidak mengenal ${username}, biarkan saja dan verifikasi akun Anda sendiri. Jika Anda tidak punya akun, tidak ada yang perlu dilakukan.`,
    }),
    signIn: (wasMe, username, link) =>
      `${wasMe}, Anda tidak memerlukan akun lain. Masuk sebagai ${username}: ${link}`,
    reset: (link) => `atau buat kata sandi baru: ${link}`,
  },

  administrator: {
    subject: 'Casement: perubahan oleh administrator',
    title: 'Perubahan oleh administrator',
    command: 'perintah di server',
    made: (who, by) => `${who} dijadikan administrator oleh ${by}`,
    lostTwoFactor: (who, by) => `2FA administrator ${who} dimatikan oleh ${by}`,
    ruleOff: (rule, by) => `aturan keamanan "${rule}" dimatikan oleh ${by}`,
    firstPrice: (product, price, by) =>
      `produk "${product}" ditambahkan dengan harga ${price} oleh ${by}`,
    price: (product, before, after, by) =>
      `harga "${product}" diubah dari ${before} menjadi ${after} oleh ${by}`,
    on: (what, when) => `${what}, pada ${when}`,
    advice:
      'Jika bukan salah satu dari Anda yang melakukannya, ada orang yang dapat mengakses akun administrator: masuk, batalkan perubahan ini, dan buat kata sandi baru.',
  },

  test: {
    title: 'Pesan uji dari Casement',
    text: 'Seorang administrator menguji server email. Email Casement sampai kepada Anda lewat jalur ini.',
  },
};
