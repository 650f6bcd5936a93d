import type { Translation } from '@/messages/i18n.js';
import type { userActionMessages } from '@/messages/admin/users/user-actions.js';

const users = (n: number) => `${n} pengguna`;

export const userActions: Translation<typeof userActionMessages> = {
  suspended: 'Ditangguhkan',
  select: (username: string) => `Pilih ${username}`,
  selectAll: 'Pilih semua pengguna di halaman ini',
  selected: (n: number) => `${users(n)} dipilih`,
  actions: {
    suspend: 'Tangguhkan',
    unsuspend: 'Cabut penangguhan',
    sign_out: 'Keluarkan dari semua sesi',
    resend_verification: 'Kirim ulang verifikasi',
  },
  titles: {
    suspend: 'Tangguhkan pengguna',
    unsuspend: 'Cabut penangguhan',
    sign_out: 'Keluarkan dari semua sesi',
    resend_verification: 'Kirim ulang verifikasi',
  },
  help: {
    suspend:
      'Sesi dan kunci API langsung ditolak. Instalasi yang berjalan tetap diselesaikan, batch yang berjalan dijeda, dan pembayaran tetap masuk.',
    unsuspend: 'Mereka dapat masuk lagi, dan kunci API mereka berfungsi lagi.',
    sign_out: 'Mengakhiri semua sesi. Kunci API tetap berfungsi.',
    resend_verification: 'Mengirim kode baru yang menggantikan kode sebelumnya.',
  },
  submit: {
    suspend: (n: number) => `Tangguhkan ${users(n)}`,
    unsuspend: (n: number) => `Cabut penangguhan ${users(n)}`,
    sign_out: (n: number) => `Akhiri sesi ${users(n)}`,
    resend_verification: (n: number) => `Kirim ke ${users(n)}`,
  },
  done: {
    suspend: (n: number) => `${users(n)} ditangguhkan`,
    unsuspend: (n: number) => `Penangguhan ${users(n)} dicabut`,
    sign_out: (n: number) => `Sesi ${users(n)} diakhiri`,
    resend_verification: (n: number) => `Kode dikirim ke ${users(n)}`,
  },
  outcomes: {
    changes: (n: number) => `Akan berubah: ${users(n)}`,
    unchanged: (n: number) => `Tidak perlu diubah: ${users(n)}`,
    own_account: () => 'Akun Anda sendiri tidak berubah',
    last_administrator: () => 'Administrator terakhir tidak berubah',
    no_email: (n: number) => `Tanpa alamat email: ${users(n)}`,
    not_found: (n: number) => `Sudah dihapus: ${users(n)}`,
  },
  reason: 'Alasan',
  reasonHelp: 'Hanya terlihat oleh administrator, di sini dan di log audit.',
  reasonRequired: 'Isi alasannya',
  previewFailed: 'Gagal memuat pratinjau',
  failed: 'Tidak ada yang diubah',
  note: {
    label: 'Catatan internal',
    help: 'Hanya terlihat oleh administrator.',
    save: 'Simpan catatan',
    saved: 'Catatan disimpan',
    failed: 'Catatan tidak tersimpan',
  },
};
