import type { Translation } from '@/messages/i18n.js';
import type { helpMessages } from '@/messages/help.js';

const UNTOUCHED =
  'Isi disk Anda tidak dihapus. Jika instalasi gagal, kuotanya dikembalikan. Pemeriksaan tidak memakai kuota.';

export const help: Translation<typeof helpMessages> = {
  title: 'Bantuan',
  lead: 'Jawaban, catatan penyedia Anda, dan yang perlu dilakukan jika ada yang gagal.',
  search: 'Cari bantuan',
  found: (n: number) => `${n} hasil`,
  nothingFound: 'Tidak ada yang cocok',
  nothingFoundHelp: 'Coba kata lain, atau hubungi dukungan.',
  apiReference: 'Referensi API',
  chat: 'Chat dukungan',
  email: 'Email dukungan',
  supportSubject: 'Bantuan Casement',
  supportMessage: 'Halo, saya perlu bantuan tentang Casement.',
  failureMessage: (code: string) => `Halo, saya perlu bantuan tentang kegagalan ${code}.`,
  questions: 'Tanya jawab',
  providers: 'Catatan per penyedia',
  faq: [
    [
      'VPS apa yang bisa dipakai?',
      'VPS KVM apa pun dengan kata sandi root atau kunci SSH. Disarankan Ubuntu 22.04. “Periksa VPS saya” di halaman Instal Windows memberi tahu secara gratis apakah VPS Anda cocok.',
    ],
    [
      'Apa yang terjadi selama instalasi?',
      'Kami masuk ke VPS Anda lewat SSH dan memeriksanya, menjalankan penginstal kecil di memorinya, menulis Windows ke disk, lalu memulai ulang. Instalasi selesai setelah kami berhasil masuk ke Windows dengan kata sandi RDP Anda.',
    ],
    [
      'Berapa lama prosesnya?',
      'Tergantung kecepatan unduh VPS Anda. Pemeriksaan memperkirakan waktunya, dan instalasi yang berjalan menampilkan sisa waktu. Halaman boleh ditutup; kami akan memberi tahu Anda.',
    ],
    [
      'Apa yang terjadi pada data di VPS saya?',
      'Windows menggantikan seluruh isi disk, dan isinya tidak dapat dikembalikan. Cadangkan data yang Anda perlukan sebelum mulai.',
    ],
    [
      'Bisakah instalasi dibatalkan?',
      'Bisa, selama penulisan (langkah 5) belum dimulai. VPS Anda kembali ke Linux dan kuota dikembalikan.',
    ],
    [
      'Kapan kuota saya terpakai?',
      'Satu instalasi memakai 1 kuota. Kuota dicadangkan saat instalasi dimulai, terpakai saat selesai, dan dikembalikan jika gagal. Setiap perubahan terlihat di riwayat kuota.',
    ],
    [
      'Apa arti status “Ditinjau”?',
      'Windows sudah mulai ditulis, tetapi kami belum dapat memastikan hasilnya. Kuota Anda ditahan sampai tim kami selesai memeriksa.',
    ],
    [
      'Saya sudah membayar, tetapi kuota belum bertambah',
      'Kuota ditambahkan begitu penyedia pembayaran mengonfirmasi, biasanya dalam beberapa menit. Pembayaran yang terlambat juga ditambahkan atau ditinjau. Jika setelah satu jam belum masuk, kirim ke dukungan nomor referensi yang ada di Riwayat Isi Ulang.',
    ],
    [
      'Bagaimana cara terhubung ke Windows?',
      'Pilih Hubungkan di samping instalasi pada Riwayat Instalasi atau Mesin saya. Anda mendapat file koneksi dan langkah untuk perangkat Anda. Penggunanya Administrator, kata sandinya kata sandi RDP Anda.',
    ],
    [
      'Mengapa remote desktop memakai port 22?',
      'Remote desktop menjawab di port SSH: 22, atau port SSH yang Anda masukkan. Firewall dan paket NAT sudah meneruskan port itu. Kami tidak menyarankan 3389 karena pemindai mencoba port itu lebih dulu.',
    ],
    [
      'Saya lupa kata sandi Windows',
      'Pilih Hubungkan di samping instalasi: kata sandi ditampilkan selama masih kami simpan. Setelah itu, buat kata sandi baru di konsol panel penyedia Anda, atau instal ulang.',
    ],
    [
      'Bisakah Windows diinstal lagi tanpa Linux?',
      'Bisa, lewat sistem pemulihan di VPS Anda. Sistem ini berjalan sendiri jika Windows empat kali gagal dimulai. Buka konsol di panel penyedia Anda, pilih Instal lagi di Riwayat Instalasi, lalu masukkan kode yang tampil di konsol. Untuk memakainya pada Windows yang berfungsi, aktifkan “Simpan sistem pemulihan” di “Lanjutan: pengaturan Windows” saat menginstal.',
    ],
    [
      'Bagaimana cara memulai atau menghapus sistem pemulihan yang saya simpan?',
      'Buka “Casement Recovery” di menu Start Windows. Pilih Hubungkan di samping instalasi untuk memulai Windows lagi atau menghapus sistem pemulihan. Windows menghapusnya saat dimulai lagi atau dalam satu hari.',
    ],
    [
      'Bisakah VPS saya kembali ke Linux?',
      'Bisa, selama sistem pemulihannya berjalan. Pilih Rincian di samping instalasi pada Riwayat Instalasi, lalu Kembali ke Linux. Anda memerlukan kode di konsol, serta kata sandi root atau kunci SSH publik. Seluruh isi disk dihapus. Harganya tampil sebelum Anda mengonfirmasi.',
    ],
    [
      'Apa yang dilakukan dengan kata sandi root saya?',
      'Kami menyimpannya terenkripsi selama instalasi berjalan dan menghapusnya saat instalasi berakhir. Begitu juga dengan kunci SSH.',
    ],
    [
      'Apakah saya perlu lisensi Windows?',
      'Casement menginstal Windows. Lisensinya adalah urusan antara Anda dan Microsoft.',
    ],
  ],
  notLost: 'Yang aman',
  todo: 'Solusi',
  code: 'Kode',
  unknown: 'Tidak ada bantuan untuk kegagalan ini. Hubungi dukungan dan sebutkan kodenya.',
  groups: {
    connecting: 'Kegagalan saat menghubungi VPS Anda',
    checking: 'Kegagalan saat memeriksa VPS Anda',
    preparing: 'Kegagalan saat menyiapkan dan memulai ulang VPS Anda',
    writing: 'Kegagalan saat menulis Windows',
    windows: 'Kegagalan setelah Windows ditulis',
    resetting: 'Kegagalan saat mengatur ulang kata sandi Windows',
    anytime: 'Kegagalan di pihak kami',
  },
  kept: {
    connecting: UNTOUCHED,
    checking: UNTOUCHED,
    preparing:
      'Isi disk Anda tidak dihapus: Linux dan file Anda masih ada. Kuota Anda dikembalikan.',
    writing:
      'Kuota Anda ditahan sampai tim kami selesai memeriksa. File Linux Anda tidak dapat dikembalikan.',
    windows:
      'Windows tetap ada di disk. Jika instalasi belum selesai, kuota Anda ditahan sampai tim kami selesai memeriksa.',
    resetting: 'Windows, pengaturannya, dan file Anda tetap seperti semula.',
    anytime:
      'Sebelum langkah 5, Linux masih ada di VPS dan kuota dikembalikan. Setelahnya, kuota Anda ditahan sampai tim kami selesai memeriksa.',
  },
};
