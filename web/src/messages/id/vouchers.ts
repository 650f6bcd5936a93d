import type { Translation } from '@/messages/i18n.js';
import type { voucherMessages } from '@/messages/vouchers.js';

export const voucher: Translation<typeof voucherMessages> = {
  open: 'Saya punya kode voucher',
  code: 'Kode voucher',
  apply: 'Pakai',
  applied: (percent: string) => `Diskon ${percent} % dengan voucher ini`,
  betterDiscount: (percent: string) =>
    `Diskon jumlah Anda sudah sama atau lebih besar dari voucher ${percent} %. Voucher tidak terpakai.`,
  free: (quota: number) => `Kode ini memberi ${quota} kuota gratis. Tidak perlu membayar.`,
  redeem: 'Tukarkan',
  redeemed: 'Voucher ditukarkan',
  redeemedHelp: (quota: number, balance: string) =>
    `${quota} kuota ditambahkan. Kuota Anda sekarang ${balance}.`,
  failed: 'Voucher tidak dapat ditukarkan',
  kind: 'Voucher',
};
