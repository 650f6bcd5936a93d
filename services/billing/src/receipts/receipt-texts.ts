import type { Language } from '@casement/proto/language.js';
import type { ReceiptKind } from '@casement/proto/http/billing/receipts.js';

const en = {
  titles: { receipt: 'Receipt', credit_note: 'Credit note' } satisfies Record<ReceiptKind, string>,
  issued: (time: string) => `Issued ${time}`,
  corrects: (number: string) => `Corrects receipt ${number}`,
  seller: 'Seller',
  buyer: 'Buyer',
  taxId: (id: string) => `Tax number: ${id}`,
  reference: 'Reference',
  paidWith: 'Paid with',
  paidAt: 'Paid on',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  amount: 'Amount',
  price: 'Price',
  discount: (percent: string | false) => (percent ? `Discount ${percent} %` : 'Discount'),
  fee: 'Payment fee',
  totals: { receipt: 'Total paid', credit_note: 'Total refunded' } satisfies Record<
    ReceiptKind,
    string
  >,
  transferred: 'Transferred',
  includedTax: 'Tax included in the price',
  net: 'Price before tax',
  taxBase: (factor: string) => `Tax base (${factor})`,
  notFaktur: 'This document is not a Faktur Pajak (Indonesian tax invoice).',
  decimal: '.',
};

export type ReceiptTexts = typeof en;

const id: ReceiptTexts = {
  titles: { receipt: 'Kuitansi', credit_note: 'Nota kredit' },
  issued: (time) => `Diterbitkan ${time}`,
  corrects: (number) => `Mengoreksi kuitansi ${number}`,
  seller: 'Penjual',
  buyer: 'Pembeli',
  taxId: (taxId) => `Nomor pajak: ${taxId}`,
  reference: 'Referensi',
  paidWith: 'Dibayar dengan',
  paidAt: 'Dibayar pada',
  description: 'Keterangan',
  quantity: 'Jumlah',
  unitPrice: 'Harga satuan',
  amount: 'Total',
  price: 'Harga',
  discount: (percent) => (percent ? `Diskon ${percent} %` : 'Diskon'),
  fee: 'Biaya pembayaran',
  totals: { receipt: 'Total dibayar', credit_note: 'Total dikembalikan' },
  transferred: 'Ditransfer',
  includedTax: 'Pajak yang termasuk dalam harga',
  net: 'Harga sebelum pajak',
  taxBase: (factor) => `Dasar pengenaan pajak (${factor})`,
  notFaktur: 'Dokumen ini bukan Faktur Pajak.',
  decimal: ',',
};

export const receiptTexts: Record<Language, ReceiptTexts> = { en, id };
