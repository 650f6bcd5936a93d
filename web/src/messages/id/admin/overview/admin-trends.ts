import type { Translation } from '@/messages/i18n.js';
import type { adminTrendMessages } from '@/messages/admin/overview/admin-trends.js';

export const adminTrend: Translation<typeof adminTrendMessages> = {
  title: 'Pendapatan dan instalasi',
  by: 'Per',
  units: { day: 'Hari', week: 'Minggu', month: 'Bulan' },
  ranges: { day: '30 hari terakhir', week: '12 minggu terakhir', month: '12 bulan terakhir' },
  before: {
    day: '30 hari sebelumnya',
    week: '12 minggu sebelumnya',
    month: '12 bulan sebelumnya',
  },
  revenue: 'Pendapatan',
  revenueHelp: 'Isi ulang yang sudah dibayar, tanpa biaya dan pengembalian dana.',
  outcomes: 'Instalasi',
  outcomesHelp: 'Dihitung menurut waktu berakhirnya.',
  completed: 'Selesai',
  failed: 'Gagal',
  lineBefore: (what, before) => `${what}, ${before}`,
  loadFailed: 'Gagal memuat grafik',
  total: (total, label, before) => `${total} (${label}: ${before})`,
  empty: { revenue: 'Belum ada pembayaran', outcomes: 'Belum ada instalasi yang berakhir' },
  emptyHelp: (range, before) => `Tidak ada data dalam ${range} maupun ${before}.`,
  plot: (what, range, totals) =>
    `${what} ${range}: ${totals}. Pakai tombol panah untuk membaca nilainya satu per satu.`,
  showTable: 'Tampilkan sebagai tabel',
  showPlot: 'Tampilkan sebagai grafik',
  tableOf: (what) => `${what} sebagai tabel`,
  start: { day: 'Hari', week: 'Minggu mulai', month: 'Bulan' },
  weekFrom: (day) => `Minggu mulai ${day}`,
  soFar: 'sampai sekarang',
  instead: (day) => `sebelumnya: ${day}`,
  highest: (value) => `Tertinggi: ${value}`,
  read: 'Arahkan ke grafik atau pakai tombol panah untuk membaca nilai.',
};
