import type { Translation } from '@/messages/i18n.js';
import type { returnToLinuxMessages } from '@/messages/install/return-to-linux.js';

export const returnToLinux: Translation<typeof returnToLinuxMessages> = {
  action: 'Kembali ke Linux',
  title: (ip: string) => `Kembalikan ${ip} ke Linux?`,
  lead: 'Sistem pemulihan di VPS menulis image Linux dan menyiapkan akses root.',
  version: 'Versi Linux',
  chooseVersion: 'Pilih versi',
  noVersions: 'Belum ada versi Linux. Instal ulang Linux di panel penyedia Anda.',
  password: 'Kata sandi root',
  passwordHelp: 'Minimal 8 karakter. Kosongkan jika Anda hanya memakai kunci.',
  key: 'Kunci SSH publik',
  keyHelp: 'Satu baris dari file seperti id_ed25519.pub. Opsional jika Anda mengisi kata sandi.',
  free: 'Tanpa kuota',
  warning: 'Semua isi disk VPS ini akan dihapus dan tidak dapat dikembalikan.',
  submit: 'Hapus dan kembali ke Linux',
  started: 'Kembali ke Linux dimulai',
  failed: 'Kembali ke Linux tidak dapat dimulai',
  starting: 'Memulai Linux',
  verifying: 'Memeriksa SSH',
  reviewHelp:
    'Linux sudah ditulis, tetapi kami belum bisa memastikan aksesnya. Kami terus memeriksanya.',
  connect: 'Masuk lewat SSH',
  command: 'Perintah',
  hostKey: 'Kunci host (ed25519)',
  hostKeyHelp: 'Bandingkan dengan sidik jari yang ditampilkan SSH pada koneksi pertama.',
  proofs: {
    password_accepted: 'Root berhasil masuk dengan kata sandi.',
    key_accepted: 'SSH menerima kunci root.',
    host_key: 'Kunci host sudah dibandingkan. Akses dengan jenis kunci ini tidak dapat diuji.',
  },
};
