import type { Translation } from '@/messages/i18n.js';
import type { desktopMessages } from '@/messages/install/desktop.js';

const KEPT = 'Program Anda di Windows tetap berjalan.';

export const desktop: Translation<typeof desktopMessages> = {
  title: (ip: string) => `Desktop ${ip}`,
  form: {
    title: 'Buka desktop di browser',
    account: 'Akun',
    accountRequired: 'Akun wajib diisi',
    password: 'Kata sandi RDP',
    passwordRequired: 'Kata sandi RDP wajib diisi',
    stored: 'Pakai kata sandi tersimpan',
    storedFailed: 'Kata sandi gagal dimuat',
    clipboard: 'Bagikan clipboard',
    clipboardHelp:
      'Hanya teks, dua arah: yang Anda tempel masuk ke Windows, dan yang Anda salin di sana masuk ke clipboard Anda.',
    privacy:
      'Layar dan ketikan melewati memori relay Casement tanpa enkripsi; tidak ada yang disimpan. Kata sandi Anda tidak: kata sandi keluar dari halaman ini hanya dalam bentuk terenkripsi untuk Windows, dan dilupakan saat tampilan ini ditutup.',
    submit: 'Sambungkan',
  },
  wayOut: 'Ctrl+Alt+Shift',
  wayOutHelp: 'Ctrl+Alt+Shift melepas keyboard',
  screen: 'Desktop Windows',
  screenHelp:
    'Selama fokus ada di sini, semua tombol dikirim ke Windows. Tekan Control, Alt, dan Shift bersamaan untuk kembali ke bilah alat.',
  released: 'Anda berada di bilah alat. Tombol tidak lagi dikirim ke Windows.',
  bar: {
    name: 'Bilah alat',
    hide: 'Sembunyikan bilah alat',
    show: 'Tampilkan bilah alat',
    toDesktop: 'Ke desktop',
    controlAltDelete: 'Ctrl+Alt+Del',
    windowsKey: 'Tombol Windows',
    clipboard: 'Bagikan clipboard (menyambung ulang)',
    sendClipboard: 'Kirim clipboard saya ke Windows',
    takeClipboard: 'Ambil yang disalin di Windows',
    characters: 'Ketik karakter keyboard saya',
    keyboard: 'Keyboard layar',
    keyboardField: 'Teks untuk Windows',
    actualSize: 'Ukuran asli',
    fullScreen: 'Layar penuh',
    disconnect: 'Putuskan',
  },
  response: (ms: number) => `Respons ${ms} ms`,
  responseHelp:
    'Waktu dari tombol atau klik sampai gambar berikutnya, termasuk waktu yang dipakai Windows.',
  kib: (n: string) => `${n} KiB`,
  mib: (n: string) => `${n} MiB`,
  traffic: (down: string, up: string) => `${down} diterima, ${up} dikirim`,
  clipboardRefused: 'Browser Anda tidak mengizinkannya',
  clipboardRefusedHelp: 'Izinkan clipboard untuk halaman ini di browser Anda, lalu coba lagi.',
  clipboardTooLong: 'Teks terlalu panjang untuk clipboard (paling banyak 1.000.000 karakter).',
  connecting: 'Menyambungkan…',
  connected: 'Tersambung',
  reconnecting: (attempt: number, of: number) =>
    `Menyambung ulang, percobaan ${attempt} dari ${of}…`,
  reconnectNow: 'Sambungkan sekarang',
  cancel: 'Batal',
  connectAgain: 'Sambungkan lagi',
  reload: 'Muat ulang halaman',
  close: 'Tutup',
  leave: {
    title: 'Putuskan dari Windows?',
    help: `${KEPT} Anda bisa kembali kapan saja.`,
    stay: 'Tetap di sini',
    leave: 'Putuskan',
  },
  unsupported: {
    title: 'Browser ini tidak bisa menampilkan desktop',
    help: 'Browser ini tidak memiliki WebAssembly atau WebSocket. Perbarui atau pakai browser lain, atau sambungkan dengan aplikasi remote desktop di perangkat Anda.',
  },
  missing: 'Desktop ini tidak bisa dibuka',
  unavailable:
    'Tampilan di browser tidak tersedia untuk instalasi ini. Sambungkan dengan aplikasi remote desktop di perangkat Anda.',
  ends: {
    closed: { title: 'Sambungan diputus', help: `${KEPT} Sambungkan lagi kapan saja.` },
    windows_closed: {
      title: 'Windows mengakhiri sesi',
      help: 'Anda di-sign out, Windows dimulai ulang, atau akun dipakai dari tempat lain. Setelah dimulai ulang, tunggu satu menit lalu sambungkan lagi.',
    },
    unreachable: {
      title: 'Windows tidak menjawab',
      help: 'Tidak ada yang berubah di Windows. Pastikan VPS menyala dan firewall-nya mengizinkan port RDP, lalu sambungkan lagi.',
    },
    certificate_changed: {
      title: 'Sertifikat Windows berubah',
      help: 'Tidak ada yang dikirim: mesin itu mungkin bukan milik Anda. Jika Anda mengganti sertifikat atau menginstal ulang Windows, konfirmasikan dengan “Periksa lagi” di Sambungkan.',
    },
    no_nla: {
      title: 'Windows tidak meminta Network Level Authentication',
      help: 'Kata sandi Anda tidak dikirim. Aktifkan NLA di pengaturan remote Windows, atau sambungkan dengan aplikasi lain.',
    },
    protocol: {
      title: 'Data sambungan rusak',
      help: `${KEPT} Sambungkan lagi; jika terulang, sambungkan dengan aplikasi remote desktop di perangkat Anda.`,
    },
    too_slow: {
      title: 'Koneksi Anda terlalu lambat',
      help: `${KEPT} Jendela yang lebih kecil butuh lebih sedikit data. Sambungkan lagi.`,
    },
    byte_limit: {
      title: 'Sesi ini mencapai batas datanya',
      help: `${KEPT} Sambungkan lagi untuk sesi baru.`,
    },
    ended_by_administrator: {
      title: 'Administrator mengakhiri sesi ini',
      help: `${KEPT} Tanyakan ke dukungan jika Anda tidak tahu sebabnya.`,
    },
    ended_by_owner: {
      title: 'Sesi ini diakhiri dari akun Anda',
      help: 'Anda keluar dari semua perangkat, atau instalasi ini bukan lagi milik Anda. Windows sendiri tidak berubah.',
    },
    relay_stopped: {
      title: 'Casement sedang diperbarui',
      help: `${KEPT} Sambungkan lagi.`,
    },
    lost: { title: 'Sambungan terputus', help: `${KEPT} Sambungkan lagi.` },
    idle: {
      title: 'Tidak ada aktivitas selama 30 menit',
      help: `${KEPT} Sambungkan lagi.`,
    },
    switched_off: {
      title: 'Tampilan di browser dimatikan',
      help: `${KEPT} Sambungkan dengan aplikasi remote desktop di perangkat Anda.`,
    },
    network: {
      title: 'Sambungan terputus',
      help: `${KEPT} Periksa koneksi internet Anda, lalu sambungkan lagi.`,
    },
    busy: {
      title: 'Terlalu banyak desktop sedang terbuka',
      help: 'Tidak ada yang berubah di Windows. Coba lagi satu menit lagi, atau sambungkan dengan aplikasi remote desktop di perangkat Anda.',
    },
    refused: {
      title: 'Sambungan tidak diterima',
      help: 'Sambungan dibuka terlambat, atau dua kali. Tidak ada yang berubah di Windows. Sambungkan lagi.',
    },
    wrong_password: {
      title: 'Akun atau kata sandi salah',
      help: 'Windows tidak menerimanya. Beberapa kali salah berturut-turut mengunci akun untuk sementara.',
    },
    sign_in_closed: {
      title: 'Windows menolak login',
      help: 'Biasanya akun atau kata sandinya salah. Periksa keduanya dan coba lagi.',
    },
    access_denied: {
      title: 'Akun ini tidak boleh login dari jauh',
      help: 'Kata sandinya benar, tetapi Windows tidak mengizinkan akun ini: mungkin dinonaktifkan, terkunci, atau bukan anggota Remote Desktop Users.',
    },
    not_loaded: {
      title: 'Tampilan gagal dimuat',
      help: 'Periksa koneksi internet Anda, atau muat ulang halaman. Tidak ada yang dikirim ke Windows.',
    },
    client_failed: {
      title: 'Tampilan desktop berhenti karena kesalahan',
      help: `${KEPT} Muat ulang halaman lalu buka lagi; jika terulang, sambungkan dengan aplikasi remote desktop di perangkat Anda.`,
    },
  },
};
