import type { Receipt } from '@casement/proto/http/billing/receipts.js';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { receiptPdf } from './receipt-pdf.js';

const issued: Receipt = {
  number: 'RCP-2026-000042',
  kind: 'receipt',
  corrects: null,
  issued_at: '2026-11-29T11:41:00.000Z',
  seller: {
    name: 'PT Jendela Awan Nusantara',
    address: 'Jl. Jenderal Sudirman Kav. 52-53, Lantai 12\nJakarta Selatan 12190',
    tax_id: '01.234.567.8-091.000',
  },
  buyer: {
    name: 'Perseroan Terbatas Pengembangan Perangkat Lunak dan Infrastruktur Digital Nusantara Sejahtera Abadi Tbk. (Persero)',
    address:
      'Kompleks Perkantoran Taman Perkantoran Kuningan, Gedung Menara Sejahtera Utama Lantai 27 Unit 2701-2705\nJl. H. R. Rasuna Said Blok X-5 Kav. 13\nKuningan Timur, Setiabudi\nJakarta Selatan 12950\nIndonesia',
    tax_id: '09.876.543.2-021.000',
  },
  product_name: 'Windows Install Quota',
  quantity: 25,
  unit_price: 50_000,
  total_amount: 1_250_000,
  discount_percentage: 7.5,
  discount_amount: 93_750,
  final_amount: 1_156_250,
  fee_amount: 4_250,
  paid_amount: 1_160_500,
  currency: 'IDR',
  paid_usdt: null,
  payment_name: 'BCA Virtual Account',
  reference: 'DEV-T0001123456789ABCDE',
  paid_at: '2026-11-29T11:40:12.000Z',
  tax: null,
};
const tax = {
  label: 'PPN',
  rate: 12,
  base_factor: '11/12',
  base_amount: 954_861,
  amount: 114_583,
};

const hashOf = async (receipt: Receipt, language: 'en' | 'id' = 'en') =>
  sha256Hex(await receiptPdf(receipt, language, null));

describe(receiptPdf.name, () => {
  it('returns the same bytes for the same receipt and language at another time', async () => {
    const first = await hashOf(issued);
    jest.useFakeTimers({ now: new Date('2031-01-01'), doNotFake: ['nextTick', 'setImmediate'] });
    const again = await hashOf(issued);
    jest.useRealTimers();
    expect(again).toBe(first);
    expect(await hashOf(issued, 'id')).not.toBe(first);
    expect(await hashOf({ ...issued, tax })).not.toBe(first);
  });

  it('embeds its fonts with the mapping that makes text selectable', async () => {
    const file = (await receiptPdf(issued, 'en', null)).toString('latin1');
    const fonts = [...file.matchAll(/\/BaseFont \/(?:[A-Z]{6}\+)?([\w-]+)/g)].map(
      ([, name]) => name,
    );
    expect(new Set(fonts)).toEqual(new Set(['HankenGrotesk-Regular', 'HankenGrotesk-SemiBold']));
    expect(file.match(/\/FontFile2 /g)).toHaveLength(2);
    expect(file.match(/\/ToUnicode /g)).toHaveLength(2);
  });

  it('shows a logo, with the same bytes each time', async () => {
    const logo = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    );
    const file = await receiptPdf(issued, 'en', logo);
    expect(file.toString('latin1')).toContain('/Subtype /Image');
    expect((await receiptPdf(issued, 'en', logo)).equals(file)).toBe(true);
    expect((await receiptPdf(issued, 'en', null)).toString('latin1')).not.toContain(
      '/Subtype /Image',
    );
  });

  it.each([
    ['long names', issued],
    ['tax, a USDT transfer and no buyer', { ...issued, buyer: null, tax, paid_usdt: '72.531042' }],
    ['a credit note', { ...issued, kind: 'credit_note' as const, corrects: 'RCP-2026-000042' }],
  ])('fits on one page with %s', async (_, receipt) => {
    for (const language of ['en', 'id'] as const) {
      const file = (await receiptPdf(receipt, language, null)).toString('latin1');
      expect(file.match(/\/Type \/Page\b/g)).toHaveLength(1);
      expect(file.length).toBeLessThan(40_000);
    }
  });
});
