import type { LedgerCause } from '@casement/proto/http/billing/ledger.js';

export const ledger: Record<LedgerCause, string> = {
  topup_paid: 'Isi ulang dibayar',
  payment_refunded: 'Ditarik kembali: pembayaran dikembalikan',
  install_requested: 'Ditahan untuk instalasi',
  install_resumed: 'Ditahan lagi: instalasi dilanjutkan',
  install_completed: 'Terpakai: instalasi selesai',
  install_failed: 'Dikembalikan: instalasi gagal',
  install_never_started: 'Dikembalikan: instalasi tidak pernah dimulai',
  install_not_done: 'Dikembalikan: instalasi tidak dilaksanakan',
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
    'Penyedia melaporkan pesanan ini dengan referensi lain, jadi laporan itu tidak dihitung. Periksa keduanya pada penyedia sebelum mengkreditkan atau mengembalikan dana.',
  paid_twice:
    'Pesanan dibayar dua kali dan dikreditkan sekali. Kembalikan dana pembayaran kedua lewat penyedia, atau tambahkan kuota secara manual.',
  refund_short:
    'Dana dikembalikan setelah kuotanya terpakai. Sisanya sudah ditarik kembali; selebihnya masih terutang.',
  account_deleted:
    'Pembayaran masuk setelah akun dihapus, jadi tidak ada yang dikreditkan. Kembalikan dananya lewat penyedia.',
  paid_after_refund:
    'Dana pesanan dikembalikan lalu dibayar oleh transaksi lain, jadi tidak ada yang dikreditkan. Kembalikan dana pembayaran itu lewat penyedia, atau tambahkan kuota secara manual.',
  paid_late:
    'Transfer masuk di luar waktu pesanan, jadi tidak ada yang dikreditkan. Kembalikan dananya, atau tambahkan kuota secara manual.',
  receiver_unknown:
    'Penyedia tidak menyebutkan ke akun mana transfer itu dikirim, jadi tidak ada yang dikreditkan. Periksa pada penyedia: jika sudah masuk, kembalikan dananya atau tambahkan kuota secara manual.',
};
