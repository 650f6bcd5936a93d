import type { Translation } from '@/messages/i18n.js';
import type { connectMessages } from '@/messages/install/connect.js';

export const connect: Translation<typeof connectMessages> = {
  completed: (version: string, at: string) => `${version}, selesai ${at}`,
  secondsAgo: (n: number) => `${n} detik lalu`,
  accepted: 'Kata sandi RDP Anda berfungsi',
  acceptedHelp: (ago: string) => `Diperiksa ${ago}, tanpa membuka sesi.`,
  answered: (ago: string) => `Remote desktop merespons ${ago}`,
  answeredHelp: 'Kata sandi Anda tidak diperiksa karena image Windows ini tidak mendukungnya.',
  unproven: 'Kata sandi RDP Anda belum diperiksa',
  unprovenHelp: 'Instalasi ini selesai tanpa memeriksa kata sandi Anda.',
  check: {
    open: 'Periksa lagi',
    help: 'Masukkan kata sandi RDP. Kata sandi dicoba sekali dan tidak disimpan.',
    password: 'Kata sandi RDP',
    required: 'Kata sandi RDP wajib diisi',
    submit: 'Periksa kata sandi',
    failed: 'Pemeriksaan gagal',
  },
  security: 'Keamanan',
  certificate: 'Sertifikat',
  certificateHelp:
    'Sidik jari SHA-256. Jika aplikasi Anda menampilkannya, bandingkan sebelum memercayai sertifikat.',
  how: 'Cara menghubungkan',
  platforms: {
    windows: 'Windows',
    macos: 'macOS',
    ios: 'iPhone, iPad',
    android: 'Android',
    linux: 'Linux',
  },
  command: 'Perintah',
  steps: {
    windows: {
      first: (file: string) => `Buka ${file} yang diunduh, atau tekan Windows+R lalu jalankan ini:`,
      second: 'Jika muncul peringatan, pilih Connect.',
    },
    macos: {
      first: 'Instal Windows App dari Mac App Store.',
      second: (file: string) => `Buka ${file} dengan aplikasi itu.`,
    },
    ios: {
      first: 'Instal Windows App dari App Store.',
    },
    android: {
      first: 'Instal Windows App dari Google Play.',
    },
    linux: {
      first: 'Instal FreeRDP; di beberapa sistem perintahnya xfreerdp3.',
      second: 'Jalankan ini di terminal:',
    },
    phone: {
      scan: (address: string) =>
        `Pindai kode ini, atau tambahkan PC secara manual dengan alamat ${address}.`,
      tap: (address: string) =>
        `Ketuk “Buka di Windows App” di atas, atau tambahkan PC secara manual dengan alamat ${address}.`,
    },
    signIn: (account: string) => `Masuk sebagai ${account} dengan kata sandi RDP Anda.`,
  },
  open: 'Buka di Windows App',
  qr: (address: string) => `Kode QR yang membuka ${address} di Windows App`,
  qrHelp: 'Pindai dengan kamera ponsel. Windows App harus sudah terinstal.',
  firewall: {
    title: 'Tidak bisa terhubung?',
    test: (port: number) => `Periksa dari komputer Anda apakah port ${port} dapat dijangkau:`,
    windows: 'Perintah untuk Windows',
    unix: 'Perintah untuk macOS dan Linux',
    open: (port: number) =>
      `Jika tidak, izinkan TCP ${port} masuk di firewall penyedia Anda: Security Group di AWS, VPC firewall rule di Google Cloud, Network Security Group di Azure, Cloud Firewall di DigitalOcean, Firewall di kebanyakan penyedia lain.`,
    network:
      'Sebagian kantor dan hotel juga memblokirnya. Coba jaringan lain, misalnya hotspot ponsel Anda.',
  },
};
