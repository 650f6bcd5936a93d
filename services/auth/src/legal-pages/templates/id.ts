import { PRODUCT } from '@casement/proto/texts/product-name.js';
import type { LegalPageName } from '@casement/proto/http/auth/legal.js';
import { storedDataTable } from './stored-data.js';

/** Templates in Indonesian. Square brackets mark what an administrator has to fill in. */
export const id: Record<LegalPageName, string> = {
  terms: `Ketentuan ini berlaku antara Anda dan [NAMA PERUSAHAAN] (“kami”) saat Anda memakai ${PRODUCT}.

## Layanan

${PRODUCT} mengganti sistem Linux di VPS dengan Windows. Anda menyediakan VPS dan akses root; kami menjalankan instalasinya.

## VPS Anda

- Pakai layanan ini hanya untuk VPS yang Anda sewa atau miliki dan boleh diinstal ulang menurut penyedianya.
- Instalasi menghapus seluruh isi disk. Cadangkan yang Anda perlukan sebelum memulai.
- Biaya dan aturan penyedia VPS menjadi tanggung jawab Anda.

## Lisensi Windows

${PRODUCT} menginstal Windows. Lisensinya adalah urusan antara Anda dan Microsoft.

## Akun dan API key

Anda bertanggung jawab atas semua yang dilakukan lewat akun dan API key Anda. Rahasiakan kata sandi dan API key, dan beri tahu kami jika orang lain mungkin memilikinya.

## Kuota dan pembayaran

Kuota dibeli di muka. Satu instalasi memakai 1 kuota. Jika instalasi gagal sebelum disk ditulis, kuota dikembalikan. Pengembalian dana dijelaskan dalam [kebijakan pengembalian dana](/legal/refunds).

## Pemakaian wajar

Tanpa serangan, tanpa spam, tanpa konten yang melanggar hukum, dan tanpa VPS milik orang lain. Akun yang melanggar dapat kami tutup.

## Tanggung jawab

[TANGGUNG JAWAB MENURUT HUKUM ANDA]

## Perubahan

Ketentuan ini dapat berubah. Jika kami meminta persetujuan atas versi baru, Anda perlu menyetujuinya sebelum instalasi atau isi ulang berikutnya di situs web. Untuk API key, versi baru berlaku 30 hari setelah terbit; sebelum itu API key dapat Anda cabut.

## Hukum dan kontak

Yang berlaku adalah hukum [NEGARA]. Hubungi kami di [ALAMAT EMAIL].
`,
  privacy: `[NAMA PERUSAHAAN], [ALAMAT], bertanggung jawab atas data pribadi Anda. Hubungi kami di [ALAMAT EMAIL].

## Data yang kami simpan dan lamanya

${storedDataTable.id}

Penghitung teknis dan pesan antarserver kami dapat memuat ID akun atau alamat IP Anda hingga 30 hari. Cadangan ditimpa setelah [JUMLAH] hari.

## Alasan penyimpanan

- Untuk menyediakan layanan dan menagihnya (kontrak).
- Untuk pembukuan (kewajiban hukum).
- Untuk melindungi akun dan layanan dari penyalahgunaan (kepentingan yang sah).

## Penerima data

- Penyedia pembayaran: [PENYEDIA PEMBAYARAN]
- Server email: [PENYEDIA EMAIL]
- Telegram, jika Anda menghubungkannya
- Penyedia VPS Anda dapat melihat koneksi ke VPS Anda.

## Cookie

Kami memakai satu cookie supaya Anda tetap login. Tidak ada pelacakan dan tidak ada iklan.

## Hak Anda

Anda dapat memperbaiki profil, mengunduh data, dan menghapus akun di pengaturan. Saat akun dihapus, kami menghapus data yang mengidentifikasi Anda; jumlah dan tanggal yang termasuk pembukuan tetap disimpan. Untuk hal lain, tulis ke [ALAMAT EMAIL]. Keluhan dapat diajukan kepada [OTORITAS PENGAWAS].
`,
  refunds: `## Kuota yang kembali otomatis

Jika instalasi gagal sebelum disk ditulis, atau jika kami tidak dapat memastikan Windows berfungsi, kuota dikembalikan ke akun Anda.

## Pengembalian dana

Anda dapat meminta pengembalian dana untuk kuota yang belum dipakai dalam [JUMLAH] hari setelah pembayaran. Diskon isi ulang ikut diperhitungkan. Kuota gratis dari kami tidak diuangkan.

## Cara meminta

Tulis ke [ALAMAT EMAIL] dengan referensi isi ulang. Kami menjawab dalam [JUMLAH] hari kerja. Dana kembali lewat metode pembayaran yang Anda pakai jika metode itu mendukung; jika tidak, lewat transfer bank. Biaya penyedia pembayaran [DIKEMBALIKAN / TIDAK DIKEMBALIKAN].
`,
  imprint: `**[NAMA PERUSAHAAN]**

[JALAN DAN NOMOR]
[KODE POS DAN KOTA]
[NEGARA]

- Diwakili oleh: [NAMA]
- Email: [ALAMAT EMAIL]
- Telepon: [NOMOR TELEPON]
- Nomor Induk Berusaha: [NIB]
- NPWP: [NPWP]
`,
};
