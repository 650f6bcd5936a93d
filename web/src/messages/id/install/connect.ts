import type { Translation } from '@/messages/i18n.js';
import type { connectMessages } from '@/messages/install/connect.js';

export const connect: Translation<typeof connectMessages> = {
  completed: (version: string, at: string) => `${version}, selesai ${at}`,
  secondsAgo: (n: number) => `${n} detik lalu`,
  accepted: (ago: string) => `Kata sandi diterima ${ago}`,
  acceptedHelp: (account: string) =>
    `Windows menerima kata sandi Anda untuk ${account}. Tidak ada sesi yang dibuka.`,
  answered: (ago: string) => `Remote desktop menjawab ${ago}`,
  answeredHelp: 'Kata sandi Anda belum dicoba: image Windows ini tidak memungkinkannya.',
  unproven: 'Login belum dicoba',
  unprovenHelp: 'Instalasi ini selesai tanpa mencoba kata sandi Anda.',
  check: {
    open: 'Periksa lagi',
    help: 'Ketik kata sandi RDP. Kata sandi dicoba sekali dan tidak disimpan.',
    password: 'Kata sandi RDP',
    required: 'Kata sandi RDP wajib diisi',
    submit: 'Periksa kata sandi',
    failed: 'Pemeriksaan gagal',
  },
  certificate: 'Sertifikat',
  certificateHelp:
    'Sidik jari SHA-256. Jika aplikasi Anda menampilkannya, bandingkan sebelum memercayai sertifikat.',
  how: 'Cara menyambung',
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
      first: (file: string) =>
        `Buka ${file} yang diunduh, atau tekan tombol Windows dan R lalu jalankan ini:`,
      second: 'Pada peringatan, pilih Connect.',
    },
    macos: {
      first: 'Instal Windows App dari Mac App Store.',
      second: (file: string) => `Buka ${file} yang diunduh dengannya.`,
    },
    ios: {
      first: 'Instal Windows App dari App Store.',
    },
    android: {
      first: 'Instal Windows App dari Google Play.',
    },
    linux: {
      first: 'Instal FreeRDP; di sebagian sistem programnya bernama xfreerdp3.',
      second: 'Jalankan ini di terminal:',
    },
    phone: {
      scan: (address: string) => `Pindai kode ini, atau tambahkan PC sendiri dengan ${address}.`,
      tap: (address: string) =>
        `Ketuk tombol di bawah, atau tambahkan PC sendiri dengan ${address}.`,
    },
    signIn: (account: string) => `Masuk sebagai ${account} dengan kata sandi RDP Anda.`,
  },
  open: 'Buka di Windows App',
  qr: (address: string) => `Kode QR yang membuka ${address} di Windows App`,
  qrHelp: 'Untuk kamera ponsel yang sudah memiliki Windows App.',
  firewall: {
    title: 'Tidak tersambung?',
    test: (port: number) => `Periksa dari komputer Anda apakah port ${port} menjawab:`,
    windows: 'Perintah untuk Windows',
    unix: 'Perintah untuk macOS dan Linux',
    open: (port: number) =>
      `Jika tidak, izinkan TCP masuk ${port} di firewall penyedia Anda: Security Group di AWS, VPC firewall rule di Google Cloud, Network Security Group di Azure, Cloud Firewall di DigitalOcean, Firewall di kebanyakan penyedia lain.`,
    network:
      'Sebagian kantor dan hotel juga memblokirnya: coba jaringan lain, misalnya dari ponsel Anda.',
  },
};
