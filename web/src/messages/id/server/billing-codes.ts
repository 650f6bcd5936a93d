import type { LedgerCause } from '@casement/proto/http/billing/ledger.js';

export const ledger: Record<LedgerCause, string> = {
  topup_paid: 'Isi ulang dibayar',
  voucher_redeemed: 'Voucher ditukarkan',
  payment_refunded: 'Dana pembayaran dikembalikan',
  refund_not_made: 'Pengembalian dana tidak dilakukan',
  install_requested: 'Ditahan untuk instalasi',
  install_resumed: 'Ditahan lagi: instalasi dilanjutkan',
  install_completed: 'Instalasi selesai',
  install_failed: 'Instalasi gagal',
  install_never_started: 'Instalasi tidak pernah dimulai',
  install_not_done: 'Instalasi tidak dilaksanakan',
  added_by_administrator: 'Ditambahkan oleh administrator',
  set_by_administrator: 'Ditetapkan oleh administrator',
  changed_by_administrator: 'Diubah oleh administrator',
  returned: 'Dikembalikan',
};

/** Reasons for a payment review, what was already done, and the administrator's options. */
export const reviews: Record<string, string> = {
  amount_mismatch:
    'Penyedia melaporkan jumlah yang berbeda, jadi tidak ada yang dikreditkan. Bandingkan pembayaran dengan pesanannya, lalu kembalikan dananya lewat penyedia atau tambahkan kuota secara manual.',
  reference_mismatch:
    'Penyedia melaporkan pesanan ini dengan referensi yang berbeda, jadi laporan itu tidak dihitung. Periksa keduanya pada penyedia sebelum mengkreditkan atau mengembalikan dana.',
  paid_twice:
    'Pesanan dibayar dua kali dan dikreditkan sekali. Kembalikan dana pembayaran kedua lewat penyedia, atau tambahkan kuota secara manual.',
  refund_short:
    'Dana dikembalikan setelah kuotanya terpakai. Sisa kuota sudah ditarik kembali; kekurangannya masih terutang.',
  account_deleted:
    'Pembayaran masuk setelah akun dihapus, jadi tidak ada yang dikreditkan. Kembalikan dananya lewat penyedia.',
  paid_after_refund:
    'Dana pesanan dikembalikan lalu dibayar oleh transaksi lain, jadi tidak ada yang dikreditkan. Kembalikan dana pembayaran itu lewat penyedia, atau tambahkan kuota secara manual.',
  paid_late:
    'Transfer masuk di luar batas waktu pembayaran, jadi tidak ada yang dikreditkan. Kembalikan dananya atau tambahkan kuota secara manual.',
  refunded_in_part:
    'Penyedia mengembalikan sebagian dana. Kuota tidak ditarik kembali; kurangi bagian yang dikembalikan secara manual jika tidak boleh dipakai.',
  refund_failed:
    'Penyedia gagal mengirim dana kembali ke pelanggan, jadi dana itu ada lagi di saldo Anda pada penyedia. Kuota tetap ditarik. Transfer dananya sendiri, lalu konfirmasi di rincian isi ulang.',
  disputed:
    'Bank pelanggan menyengketakan pembayaran ini. Kuota tetap ada sampai sengketa diputus; tanggapi sengketanya di penyedia.',
  dispute_lost:
    'Bank pelanggan menarik kembali pembayaran padahal dana isi ulang ini sudah dikembalikan, jadi pelanggan mungkin menerima uangnya dua kali. Periksa sengketanya di penyedia dan minta pelanggan mengembalikan salah satunya.',
  dispute_reversed:
    'Sengketa sempat kalah lalu diputus untuk Anda, jadi dananya milik Anda lagi. Kuota tetap ditarik. Tambahkan kuota secara manual, atau kembalikan dananya lewat penyedia.',
  receiver_unknown:
    'Penyedia tidak menyebutkan akun mana yang menerima transfer, jadi tidak ada yang dikreditkan. Periksa pada penyedia. Jika sudah masuk, kembalikan dananya atau tambahkan kuota secara manual.',
};
