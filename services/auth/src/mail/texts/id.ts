import type { MailTexts } from './en.js';
import { PRODUCT } from '@casement/proto/texts/product-name.js';

/** Indonesian texts of the mails. Names of pages and buttons match the Indonesian pages. */
export const id: MailTexts = {
  hello: (username) => `Halo ${username},`,
  helloStranger: 'Halo,',
  footer: {
    reason: (username) =>
      `Anda menerima email ini karena isinya menyangkut keamanan akun ${PRODUCT} ${username}. Email seperti ini tidak dapat dinonaktifkan.`,
    settings: 'Atur notifikasi lainnya',
  },

  verification: {
    subject: (code) => `${code} adalah kode verifikasi ${PRODUCT} Anda`,
    title: 'Konfirmasi alamat email Anda',
    code: 'Kode verifikasi Anda:',
    enter: (page, minutes) =>
      `Masukkan kode ini di ${page} saat Anda sudah masuk. Kode hanya berlaku sekali dan kedaluwarsa dalam ${minutes} menit.`,
    orOpen: (link) => `Atau buka tautan ini saat Anda sudah masuk: ${link}`,
    button: 'Verifikasi alamat ini',
    orCopy:
      'Tombol ini hanya berfungsi saat Anda sudah masuk. Anda juga dapat menyalin tautan ini ke browser:',
    ignore: `Jika Anda tidak membuat akun ${PRODUCT}, abaikan saja email ini.`,
  },

  reset: {
    subject: `Atur ulang kata sandi ${PRODUCT} Anda`,
    title: 'Atur ulang kata sandi Anda',
    open: 'Buka tautan ini untuk membuat kata sandi baru:',
    button: 'Buat kata sandi baru',
    orCopy: 'Jika tombol tidak berfungsi, salin tautan ini ke browser Anda:',
    limits: (minutes) =>
      `Tautan hanya berlaku sekali dan kedaluwarsa dalam ${minutes} menit. Tautan ini tidak berlaku lagi jika Anda meminta yang baru.`,
    ignore: 'Jika Anda tidak memintanya, abaikan saja email ini. Kata sandi Anda tidak berubah.',
  },

  passwordChanged: {
    subject: `Kata sandi ${PRODUCT} Anda telah diubah`,
    title: 'Kata sandi Anda telah diubah',
    changed: (when) =>
      `Kata sandi akun ${PRODUCT} Anda telah diubah pada ${when}. Sesi di semua perangkat lain sudah diakhiri.`,
    notMe: (link) => `Jika bukan Anda yang mengubahnya, segera atur ulang kata sandi: ${link}`,
  },

  newAccess: {
    subject: `Akses baru ke akun ${PRODUCT} Anda`,
    title: 'Akses baru ke akun Anda',
    signIn: {
      subject: `Cara masuk ke akun ${PRODUCT} Anda diubah`,
      title: 'Cara masuk ke akun Anda diubah',
    },
    windows: {
      subject: 'Kata sandi Windows diatur ulang',
      title: 'Kata sandi Windows Anda diatur ulang',
    },
    apiKey: (name) => `Kunci API “${name}” dibuat`,
    webhook: (host) => `Webhook ke ${host} ditambahkan`,
    telegram: 'Akun Telegram dihubungkan',
    desktop: (ip) => `Desktop ${ip} dibuka di browser`,
    windowsPassword: (ip) => `Kata sandi Windows di ${ip} diatur ulang`,
    passkeyAdded: (device) => `Kunci sandi ditambahkan di ${device}`,
    passkeyRemoved: (device) => `Kunci sandi yang ditambahkan di ${device} dihapus`,
    appAdded: 'Aplikasi autentikator ditambahkan',
    appRemoved: 'Aplikasi autentikator dihapus',
    codesRenewed: 'Kode pemulihan baru menggantikan kode lama',
    on: (what, when) => `${what} pada ${when}.`,
    wasMe: 'Jika ini Anda, tidak ada yang perlu dilakukan.',
    notMe: (link) =>
      `Jika bukan, pilih “Cabut semua akses lain” di “Akses ke akun Anda”, lalu atur ulang kata sandi: ${link}`,
    notMyWindows: 'Setelah itu, atur ulang lagi kata sandi Windows dari sistem pemulihan.',
  },

  emailChanged: {
    subject: `Alamat email akun ${PRODUCT} Anda diubah`,
    title: 'Alamat email Anda diubah',
    changed: (when) =>
      `Alamat email akun ${PRODUCT} Anda diubah pada ${when}. Alamat ini tidak lagi terhubung dengan akun Anda.`,
    wasMe: 'Jika ini Anda, tidak ada yang perlu dilakukan.',
    notMe: 'Jika bukan, buka tautan ini untuk membatalkan perubahan, lalu atur ulang kata sandi:',
    button: 'Batalkan perubahan',
    limits: (until) =>
      `Tautan berlaku sampai ${until}. Tautan ini mengakhiri semua sesi, mencabut kunci API, dan memutuskan sambungan Telegram. Sampai saat itu, tidak ada orang lain yang dapat memakai alamat ini.`,
  },

  recovery: {
    subject: `Pemulihan akun ${PRODUCT} Anda`,
    title: 'Pemulihan akun Anda',
    started: (when) =>
      `Administrator memulai pemulihan akun Anda. Pada ${when}, aplikasi autentikator, kunci sandi, dan kode pemulihan Anda akan dihapus. Kata sandi Anda tidak berubah.`,
    cancel: 'Jika Anda tidak memintanya, segera batalkan:',
    cancelled: 'Pemulihan akun Anda dibatalkan. Faktor kedua Anda tidak berubah.',
    done: 'Aplikasi autentikator, kunci sandi, dan kode pemulihan Anda dihapus, dan semua sesi diakhiri. Sekarang Anda masuk dengan kata sandi saja.',
    reset: 'Jika Anda lupa kata sandi, atau jika ini bukan Anda, atur ulang kata sandi:',
  },

  newNetwork: {
    subject: `Login baru ke akun ${PRODUCT} Anda`,
    title: 'Login baru ke akun Anda',
    lead: 'Ada login ke akun Anda dari jaringan baru:',
    what: (device, address, when) => `${device}, dari ${address}, pada ${when}`,
    unknownDevice: 'Perangkat tidak dikenal',
    device: (browser, system) => `${browser} di ${system}`,
    wasMe: 'Jika ini Anda, tidak ada yang perlu dilakukan.',
    notMe: (link) => `Jika bukan, segera atur ulang kata sandi. Semua sesi akan diakhiri: ${link}`,
  },

  addressInUse: {
    subject: `Seseorang mencoba memakai email Anda untuk akun ${PRODUCT} lain`,
    title: 'Seseorang mencoba memakai alamat email Anda',
    verified: {
      facts: [
        `Akun ${PRODUCT} lain meminta untuk memakai alamat email Anda.`,
        'Tidak ada yang berubah. Alamat ini tetap milik akun Anda, dan akun lain itu tidak menerima kode untuk alamat ini.',
      ],
      wasMe: 'Jika itu Anda',
      notMe: 'Jika itu bukan Anda, tidak ada yang perlu dilakukan.',
    },
    unverified: (username) => ({
      facts: [
        `Dua akun ingin memakai alamat ini: sebuah akun ${PRODUCT} baru dan ${username}. Keduanya belum memverifikasinya, jadi tidak ada yang berubah.`,
        'Akun yang lebih dulu memverifikasi alamat ini akan memilikinya; akun lainnya harus menambahkan alamat lain. Verifikasi memerlukan kode yang kami kirim ke kotak masuk ini.',
      ],
      wasMe: `Jika ${username} adalah akun Anda`,
      notMe: `Jika Anda tidak mengenal ${username}, abaikan akun itu dan verifikasi akun Anda sendiri. Jika Anda tidak punya akun, tidak ada yang perlu dilakukan.`,
    }),
    signIn: (wasMe, username, link) =>
      `${wasMe}, Anda tidak memerlukan akun lain. Masuk sebagai ${username}: ${link}`,
    reset: (link) => `Atau atur ulang kata sandi: ${link}`,
  },

  newTerms: {
    subject: `Ketentuan baru untuk API key ${PRODUCT} Anda`,
    title: 'Ketentuan baru untuk API key Anda',
    reason: (username) =>
      `Anda menerima email ini karena isinya menyangkut ketentuan akun ${PRODUCT} ${username}. Email seperti ini tidak dapat dinonaktifkan.`,
    published: (published, from) =>
      `Kami menerbitkan ketentuan layanan baru pada ${published}. Ketentuan ini berlaku untuk panggilan dengan API key Anda mulai ${from}.`,
    accept:
      'Di situs web, kami akan meminta persetujuan Anda sebelum instalasi atau isi ulang berikutnya.',
    disagree: 'Jika Anda tidak setuju, cabut API key Anda sebelum tanggal tersebut.',
    button: 'Baca ketentuan',
  },

  administrator: {
    subject: `${PRODUCT}: perubahan oleh administrator`,
    title: 'Perubahan oleh administrator',
    command: 'Perintah di server',
    made: (who, by) => `${by} menjadikan ${who} administrator`,
    lostTwoFactor: (who, by) => `${by} menonaktifkan 2FA administrator ${who}`,
    ruleOff: (rule, by) => `${by} menonaktifkan aturan keamanan “${rule}”`,
    firstPrice: (product, price, by) =>
      `${by} menambahkan produk “${product}” dengan harga ${price}`,
    price: (product, before, after, by) =>
      `${by} mengubah harga “${product}” dari ${before} menjadi ${after}`,
    on: (what, when) => `${what} pada ${when}`,
    advice:
      'Jika tidak ada di antara Anda yang melakukannya, seseorang punya akses ke akun administrator. Masuk, batalkan perubahan ini, lalu atur ulang kata sandi.',
  },

  test: {
    title: `Email uji dari ${PRODUCT}`,
    text: 'Administrator menguji server email. Jika Anda dapat membaca ini, pengiriman email berfungsi.',
  },
};
