import type { Receipt, ReceiptSettings } from '@casement/proto/http/billing/receipts.js';

export const makeReceipt = (overrides: Partial<Receipt> = {}): Receipt => ({
  number: 'RCP-2026-000042',
  kind: 'receipt',
  corrects: null,
  issued_at: '2026-11-21T07:02:00.000Z',
  seller: {
    name: 'PT Jendela Awan Nusantara',
    address: 'Jl. Jenderal Sudirman Kav. 52\nJakarta 12190',
    tax_id: '01.234.567.8-091.000',
  },
  buyer: { name: 'Sri Ananda Wibowo', address: 'Jl. Merdeka 5\nBandung', tax_id: '' },
  product_name: 'Windows Install Quota',
  quantity: 10,
  unit_price: 25_000,
  total_amount: 250_000,
  discount_percentage: 10,
  discount_amount: 25_000,
  final_amount: 225_000,
  fee_amount: 2_325,
  paid_amount: 227_325,
  currency: 'IDR',
  paid_usdt: null,
  payment_name: 'QRIS',
  reference: 'T2611210001',
  paid_at: '2026-11-21T07:01:00.000Z',
  tax: null,
  ...overrides,
});

export const makeReceiptSettings = (overrides: Partial<ReceiptSettings> = {}): ReceiptSettings => ({
  receipt_prefix: 'RCP',
  credit_note_prefix: 'CN',
  seller_name: 'PT Jendela Awan Nusantara',
  seller_address: 'Jl. Jenderal Sudirman Kav. 52\nJakarta 12190',
  seller_tax_id: '01.234.567.8-091.000',
  tax_label: null,
  tax_rate: null,
  tax_base_factor: null,
  ...overrides,
});
