import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { Receipt, ReceiptParty } from '@casement/proto/http/billing/receipts.js';
import type { Language } from '@casement/proto/language.js';
import { mailTime } from '@casement/common/platform/mail/mail-time.js';
import { rupiah, rupiahOfSen } from '../money.js';
import { receiptTexts, type ReceiptTexts } from './receipt-texts.js';

const require = createRequire(import.meta.url);
const REGULAR = readFileSync(
  require.resolve('@expo-google-fonts/hanken-grotesk/400Regular/HankenGrotesk_400Regular.ttf'),
);
const BOLD = readFileSync(
  require.resolve('@expo-google-fonts/hanken-grotesk/600SemiBold/HankenGrotesk_600SemiBold.ttf'),
);

/** A4 in points. */
const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const GAP = 16;
const LOGO_WIDTH = 160;
const LOGO_HEIGHT = 32;
const GREY = '#5b6472';
const BLACK = '#14181f';
const LINE = '#d7dbe1';

interface Cell {
  text: string;
  x: number;
  width: number;
  bold?: boolean;
  grey?: boolean;
  right?: boolean;
  size?: number;
}

/**
 * Renders a receipt as PDF with embedded fonts. The same receipt and language give the same bytes, because the file
 * states the time of issue instead of the current time.
 *
 * @param logo PNG file above the title; `null` without a logo
 */
export async function receiptPdf(
  receipt: Receipt,
  language: Language,
  logo: Buffer | null,
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    // Disables the default Helvetica, which would not be embedded.
    font: '',
    info: {
      Title: `${receiptTexts[language].titles[receipt.kind]} ${receipt.number}`,
      Author: receipt.seller.name,
      CreationDate: new Date(receipt.issued_at),
    },
  });
  // Registered by name because pdfkit parses a font passed as bytes for each text.
  document.registerFont('regular', REGULAR).registerFont('bold', BOLD);
  new ReceiptPage(document, receipt, receiptTexts[language], language).draw(logo);
  document.end();
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

class ReceiptPage {
  private y = MARGIN;

  constructor(
    private readonly document: PDFKit.PDFDocument,
    private readonly receipt: Receipt,
    private readonly texts: ReceiptTexts,
    private readonly language: Language,
  ) {}

  draw(logo: Buffer | null): void {
    if (logo) this.logo(logo);
    this.head();
    this.parties();
    this.payment();
    this.lines();
    this.totals();
    this.tax();
  }

  private logo(png: Buffer): void {
    this.document.image(png, MARGIN, this.y, { fit: [LOGO_WIDTH, LOGO_HEIGHT] });
    this.y += LOGO_HEIGHT + 20;
  }

  private head(): void {
    const { number, kind, corrects, issued_at } = this.receipt;
    const half = (WIDTH - GAP) / 2;
    const right = { x: MARGIN + half + GAP, width: half, right: true };
    const y = this.y;
    this.row([{ text: this.texts.titles[kind], x: MARGIN, width: half, bold: true, size: 24 }]);
    const below = this.y;
    this.y = y;
    this.row([{ ...right, text: number, bold: true, size: 12 }]);
    this.row([{ ...right, text: this.texts.issued(this.time(issued_at)), grey: true, size: 9 }]);
    if (corrects)
      this.row([{ ...right, text: this.texts.corrects(corrects), grey: true, size: 9 }]);
    this.y = Math.max(this.y, below) + 20;
    this.rule();
  }

  private parties(): void {
    const { seller, buyer } = this.receipt;
    const width = (WIDTH - GAP) / 2;
    const y = this.y;
    this.party(this.texts.seller, seller, MARGIN, width);
    const below = this.y;
    this.y = y;
    if (buyer && Object.values(buyer).some(Boolean))
      this.party(this.texts.buyer, buyer, MARGIN + width + GAP, width);
    this.y = Math.max(this.y, below) + 18;
  }

  private party(label: string, { name, address, tax_id }: ReceiptParty, x: number, width: number) {
    this.row([{ text: label, x, width, grey: true, size: 9 }]);
    if (name) this.row([{ text: name, x, width, bold: true }]);
    if (address) this.row([{ text: address, x, width }]);
    if (tax_id) this.row([{ text: this.texts.taxId(tax_id), x, width }]);
  }

  private payment(): void {
    const { reference, payment_name, paid_at } = this.receipt;
    const facts = [
      [this.texts.reference, reference],
      [this.texts.paidWith, payment_name],
      [this.texts.paidAt, this.time(paid_at)],
    ] as const;
    const width = (WIDTH - 2 * GAP) / 3;
    const at = (index: number) => ({ x: MARGIN + index * (width + GAP), width });
    this.row(facts.map(([text], index) => ({ ...at(index), text, grey: true, size: 9 })));
    this.row(facts.map(([, text], index) => ({ ...at(index), text })));
    this.y += 18;
  }

  private lines(): void {
    const { product_name, quantity, unit_price, total_amount } = this.receipt;
    const columns = [
      { x: MARGIN, width: WIDTH - 290 },
      { x: MARGIN + WIDTH - 274, width: 60, right: true },
      { x: MARGIN + WIDTH - 204, width: 96, right: true },
      { x: MARGIN + WIDTH - 98, width: 98, right: true },
    ];
    const cells = (texts: string[], style: Partial<Cell> = {}): Cell[] =>
      columns.map((column, index) => ({ ...column, ...style, text: texts[index] ?? '' }));
    const { description, quantity: count, unitPrice, amount } = this.texts;
    this.row(cells([description, count, unitPrice, amount], { grey: true, size: 9 }));
    this.y += 4;
    this.rule();
    const price = rupiahOfSen(Math.round(unit_price * 100));
    this.row(cells([product_name, String(quantity), price, rupiah(total_amount)]));
    this.y += 8;
    this.rule();
  }

  private totals(): void {
    const { total_amount, discount_amount, discount_percentage, fee_amount } = this.receipt;
    const percent = String(discount_percentage).replace('.', this.texts.decimal);
    if (discount_amount > 0) {
      this.sum(this.texts.price, rupiah(total_amount));
      this.sum(
        this.texts.discount(discount_percentage > 0 && percent),
        `−${rupiah(discount_amount)}`,
      );
    }
    if (fee_amount > 0) this.sum(this.texts.fee, rupiah(fee_amount));
    const { kind, paid_amount, paid_usdt } = this.receipt;
    this.y += 4;
    this.sum(this.texts.totals[kind], rupiah(paid_amount), { bold: true, size: 13 });
    if (paid_usdt) {
      const usdt = `${paid_usdt.replace('.', this.texts.decimal)} USDT`;
      this.sum(this.texts.transferred, usdt, { grey: true });
    }
  }

  private tax(): void {
    const { tax, final_amount } = this.receipt;
    if (!tax) return;
    const rate = String(tax.rate).replace('.', this.texts.decimal);
    this.y += 14;
    this.rule();
    this.row([{ text: this.texts.includedTax, x: MARGIN, width: WIDTH, bold: true }]);
    this.sum(this.texts.net, rupiah(final_amount - tax.amount));
    if (tax.base_amount !== final_amount - tax.amount)
      this.sum(this.texts.taxBase(tax.base_factor), rupiah(tax.base_amount));
    this.sum(`${tax.label} ${rate} %`, rupiah(tax.amount));
    this.y += 14;
    this.row([{ text: this.texts.notFaktur, x: MARGIN, width: WIDTH, grey: true, size: 9 }]);
  }

  private sum(label: string, amount: string, style: Partial<Cell> = {}): void {
    const right = MARGIN + WIDTH;
    this.row([
      { ...style, text: label, x: right - 320, width: 180, right: true },
      { ...style, text: amount, x: right - 128, width: 128, right: true },
    ]);
  }

  /** Draws cells side by side and moves below the tallest. */
  private row(cells: Cell[]): void {
    let height = 0;
    for (const { text, x, width, bold, grey, right, size = 10.5 } of cells) {
      this.document
        .font(bold ? 'bold' : 'regular')
        .fontSize(size)
        .fillColor(grey ? GREY : BLACK)
        .text(text, x, this.y, { width, align: right ? 'right' : 'left', lineGap: 2 });
      height = Math.max(height, this.document.y - this.y);
    }
    this.y += height + 2;
  }

  private rule(): void {
    this.document
      .moveTo(MARGIN, this.y)
      .lineTo(MARGIN + WIDTH, this.y)
      .strokeColor(LINE)
      .stroke();
    this.y += 10;
  }

  private time(instant: string): string {
    return mailTime(new Date(instant), { language: this.language });
  }
}
