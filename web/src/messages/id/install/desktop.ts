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
    storedFailed: 'Gagal memuat kata sandi',
    clipboard: 'Bagikan clipboard',
    clipboardHelp:
      'Hanya teks, dua arah: teks yang Anda tempel masuk ke Windows, dan teks yang Anda salin di Windows masuk ke clipboard Anda.',
    privacy:
      'Layar dan ketikan Anda melewati memori relay kami tanpa enkripsi dan tidak pernah disimpan. Kata sandi Anda dienkripsi untuk Windows sebelum keluar dari halaman ini.',
    submit: 'Hubungkan',
  },
  wayOut: 'Ctrl+Alt+Shift',
  wayOutHelp: 'Ctrl+Alt+Shift melepas keyboard',
  screen: 'Desktop Windows',
  screenHelp:
    'Selama desktop ini terpilih, semua tombol dikirim ke Windows. Tekan Control, Alt, dan Shift bersamaan untuk kembali ke bilah alat.',
  released: 'Anda berada di bilah alat. Tombol tidak lagi dikirim ke Windows.',
  bar: {
    name: 'Bilah alat',
    hide: 'Sembunyikan bilah alat',
    show: 'Tampilkan bilah alat',
    toDesktop: 'Kembali ke desktop',
    controlAltDelete: 'Ctrl+Alt+Del',
    windowsKey: 'Tombol Windows',
    clipboard: 'Bagikan clipboard (menghubungkan ulang)',
    sendClipboard: 'Tempel ke Windows',
    takeClipboard: 'Salin dari Windows',
    characters: 'Gunakan tata letak keyboard saya',
    keyboard: 'Keyboard di layar',
    keyboardField: 'Teks untuk Windows',
    actualSize: 'Ukuran asli',
    fullScreen: 'Layar penuh',
    disconnect: 'Putuskan',
  },
  response: (ms: number) => `Respons ${ms} ms`,
  responseHelp:
    'Waktu dari ketikan atau klik sampai layar diperbarui, termasuk waktu yang diperlukan Windows.',
  kib: (n: string) => `${n} KiB`,
  mib: (n: string) => `${n} MiB`,
  traffic: (down: string, up: string) => `${down} diterima, ${up} dikirim`,
  clipboardRefused: 'Browser Anda memblokir akses clipboard',
  clipboardRefusedHelp:
    'Izinkan akses clipboard untuk halaman ini di browser Anda, lalu coba lagi.',
  clipboardTooLong: 'Teks terlalu panjang untuk clipboard (maksimal 1.000.000 karakter).',
  connecting: 'Menghubungkan…',
  connected: 'Terhubung',
  reconnecting: (attempt: number, of: number) =>
    `Menghubungkan ulang, percobaan ${attempt} dari ${of}…`,
  reconnectNow: 'Hubungkan sekarang',
  cancel: 'Batal',
  connectAgain: 'Hubungkan lagi',
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
    help: 'Browser ini tidak mendukung WebAssembly atau WebSocket. Perbarui, pakai browser lain, atau hubungkan dengan aplikasi remote desktop di perangkat Anda.',
  },
  missing: 'Desktop ini tidak bisa dibuka',
  unavailable:
    'Tampilan di browser tidak tersedia untuk instalasi ini. Hubungkan dengan aplikasi remote desktop di perangkat Anda.',
  ends: {
    closed: { title: 'Koneksi diputus', help: `${KEPT} Anda bisa menghubungkan lagi kapan saja.` },
    windows_closed: {
      title: 'Windows mengakhiri sesi',
      help: 'Windows mengakhiri sesi Anda, dimulai ulang, atau akun ini dipakai dari tempat lain. Setelah dimulai ulang, tunggu satu menit lalu hubungkan lagi.',
    },
    unreachable: {
      title: 'Windows tidak merespons',
      help: 'Tidak ada yang berubah di Windows. Pastikan VPS menyala dan firewall-nya mengizinkan port RDP, lalu hubungkan lagi.',
    },
    certificate_changed: {
      title: 'Sertifikat Windows berubah',
      help: 'Tidak ada yang dikirim karena mesin ini mungkin bukan milik Anda. Jika Anda mengganti sertifikat atau menginstal ulang Windows, konfirmasikan dengan “Periksa lagi” di Hubungkan.',
    },
    no_nla: {
      title: 'Windows tidak memakai Network Level Authentication',
      help: 'Kata sandi Anda tidak dikirim. Aktifkan NLA di pengaturan remote Windows, atau hubungkan dengan aplikasi lain.',
    },
    protocol: {
      title: 'Kesalahan koneksi',
      help: `${KEPT} Hubungkan lagi; jika terulang, hubungkan dengan aplikasi remote desktop di perangkat Anda.`,
    },
    too_slow: {
      title: 'Koneksi Anda terlalu lambat',
      help: `${KEPT} Jendela yang lebih kecil butuh lebih sedikit data. Hubungkan lagi.`,
    },
    byte_limit: {
      title: 'Sesi ini mencapai batas datanya',
      help: `${KEPT} Hubungkan lagi untuk sesi baru.`,
    },
    ended_by_administrator: {
      title: 'Administrator mengakhiri sesi ini',
      help: `${KEPT} Hubungi dukungan jika Anda tidak tahu sebabnya.`,
    },
    ended_by_owner: {
      title: 'Sesi ini diakhiri dari akun Anda',
      help: 'Anda keluar dari semua perangkat, atau instalasi ini bukan lagi milik Anda. Windows sendiri tidak berubah.',
    },
    relay_stopped: {
      title: 'Casement sedang diperbarui',
      help: `${KEPT} Hubungkan lagi.`,
    },
    lost: { title: 'Koneksi terputus', help: `${KEPT} Hubungkan lagi.` },
    idle: {
      title: 'Terputus setelah 30 menit tanpa aktivitas',
      help: `${KEPT} Hubungkan lagi.`,
    },
    switched_off: {
      title: 'Tampilan di browser dimatikan',
      help: `${KEPT} Hubungkan dengan aplikasi remote desktop di perangkat Anda.`,
    },
    network: {
      title: 'Koneksi terputus',
      help: `${KEPT} Periksa koneksi internet Anda, lalu hubungkan lagi.`,
    },
    busy: {
      title: 'Terlalu banyak desktop sedang terbuka',
      help: 'Tidak ada yang berubah di Windows. Coba lagi dalam satu menit, atau hubungkan dengan aplikasi remote desktop di perangkat Anda.',
    },
    refused: {
      title: 'Koneksi tidak diterima',
      help: 'Koneksi dibuka terlambat atau lebih dari satu kali. Tidak ada yang berubah di Windows. Hubungkan lagi.',
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
      title: 'Akun ini tidak diizinkan login dari jarak jauh',
      help: 'Kata sandinya benar, tetapi Windows tidak mengizinkan akun ini: mungkin dinonaktifkan, terkunci, atau bukan anggota Remote Desktop Users.',
    },
    not_loaded: {
      title: 'Tampilan gagal dimuat',
      help: 'Periksa koneksi internet Anda, atau muat ulang halaman. Tidak ada yang dikirim ke Windows.',
    },
    client_failed: {
      title: 'Tampilan desktop berhenti karena kesalahan',
      help: `${KEPT} Muat ulang halaman lalu buka lagi; jika terulang, hubungkan dengan aplikasi remote desktop di perangkat Anda.`,
    },
  },
};
