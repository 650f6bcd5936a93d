import type { Translation } from '@/messages/i18n.js';
import type { windowsOptionsMessages } from '@/messages/install/windows-options.js';

export const windowsOptions: Translation<typeof windowsOptionsMessages> = {
  title: 'Lanjutan: pengaturan Windows',
  lead: 'Isian yang kosong mengikuti pengaturan Linux Anda. Log instalasi menunjukkan apa saja yang diterapkan.',
  fromBefore:
    'Pengaturan Windows dari instalasi sebelumnya, misalnya siapa yang boleh terhubung, tidak ikut terbawa. Pilih lagi bila diperlukan.',
  offerFailed: 'Gagal memuat bahasa tampilan, sistem pemulihan, dan alamat Anda',
  scriptsFailed: 'Gagal memuat skrip Anda',
  asInLinux: 'Sama seperti di Linux',
  asInLinuxNow: (value: string) => `Sama seperti di Linux (${value})`,
  timeZone: 'Zona waktu',
  keyboard: 'Tata letak keyboard',
  keyboardHelp:
    'Tata letak yang dipilih di sini juga menggantikan tata letak komputer yang Anda pakai untuk terhubung.',
  region: 'Format wilayah',
  displayLanguage: 'Bahasa tampilan',
  ownLanguage: (name?: string) =>
    name ? `Bahasa bawaan Windows (${name})` : 'Bahasa bawaan Windows',
  computerName: 'Nama komputer',
  account: 'Akun kedua',
  accountName: 'Nama',
  accountPassword: 'Kata sandi',
  accountPasswordHelp:
    'Minimal 8 karakter dari tiga jenis. Dihapus dari sini setelah instalasi berakhir.',
  accountGroup: 'Hak akses',
  users: 'Pengguna biasa',
  administrators: 'Administrator Windows',
  network: 'Jaringan',
  networkHelp:
    'Hanya jika pengaturan Windows harus berbeda dari Linux Anda. Periksa VPS untuk melihat hasilnya.',
  dns: 'Server DNS',
  address: 'Alamat dan prefiks',
  gateway: 'Gateway',
  ipv6: 'IPv6',
  ipv6AsInImage: 'Jangan ubah',
  on: 'Aktif',
  off: 'Nonaktif',
  productKey: 'Kunci lisensi',
  productKeyHelp:
    'Dipasang setelah kata sandi Anda diverifikasi. Jika Windows menolaknya, instalasi tetap selesai dan log menunjukkan alasannya. Dihapus dari sini setelah instalasi berakhir.',
  script: 'Skrip awal',
  scriptTyped: 'Tulis di bawah, atau tanpa skrip',
  scriptOffered: (name: string) => `${name} (dari layanan)`,
  scriptText: 'Skrip awal (PowerShell)',
  scriptHelp:
    'Dijalankan sekali sebagai SYSTEM setelah kata sandi Anda diverifikasi, paling lama 30 menit, ukuran maksimal 64 KiB. Instalasi tidak menunggunya, dan log menampilkan bagian akhir keluarannya. Dihapus dari sini setelah instalasi berakhir. Skrip bisa disimpan di Pengaturan → Skrip.',
  scriptFile: 'Pilih file skrip',
  keepRecovery: 'Simpan sistem pemulihan',
  keepRecoveryHelp:
    'Memakai hingga 320 MiB di disk. Dengan ini Anda dapat menginstal Windows lagi nanti, tanpa Linux. Anda dapat menghapusnya kapan saja.',
  networks: 'Siapa yang boleh terhubung',
  networksHelp:
    'Alamat atau jaringan IPv4, misalnya 203.0.113.0/24, dipisahkan koma. Kosongkan untuk mengizinkan siapa pun yang punya kata sandi.',
  onlyMe: (address: string) => `Hanya alamat saya (${address})`,
  networksNotOffered: 'Layanan ini tidak dapat membatasi siapa yang boleh terhubung.',
  lockOutTitle: 'Jika alamat Anda berubah, Anda tidak bisa masuk.',
  lockOut:
    'Alamat internet rumah dan seluler biasanya berubah. Setelah itu Anda hanya bisa masuk lewat konsol penyedia VPS.',
  ownNetworks:
    'Alamat kami tetap diizinkan. Jika nanti Anda menghapusnya dari aturan “Casement RDP” di Windows Firewall, pemeriksaan kata sandi dan “Buka di browser” tidak berfungsi lagi.',
};
