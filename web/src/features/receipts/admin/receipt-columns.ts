import type { Receipt } from '@casement/proto/http/billing/receipts.js';
import { csvTime, type CsvColumn } from '@/lib/csv/csv.js';
import { t } from '@/messages/i18n.js';
import { receiptMessages } from '@/messages/receipts.js';

/** CSV columns of receipts and credit notes. Amounts are numbers in rupiah. */
export function receiptColumns(): CsvColumn<Receipt>[] {
  const all = t(receiptMessages);
  const m = all.admin;
  return [
    [m.number, ({ number }) => number],
    [m.kind, ({ kind }) => all.titles[kind]],
    [all.corrects, ({ corrects }) => corrects],
    [m.issued, ({ issued_at }) => csvTime(issued_at)],
    [m.paid, ({ paid_at }) => csvTime(paid_at)],
    [all.buyer, ({ buyer }) => buyer && buyer.name],
    [all.buyerForm.address, ({ buyer }) => buyer && buyer.address],
    [all.taxId, ({ buyer }) => buyer && buyer.tax_id],
    [m.product, ({ product_name }) => product_name],
    [m.quantity, ({ quantity }) => quantity],
    [m.price, ({ total_amount }) => total_amount],
    [m.discount, ({ discount_amount }) => discount_amount],
    [m.net, ({ final_amount }) => final_amount],
    [m.taxLabel, ({ tax }) => tax && tax.label],
    [m.taxRate, ({ tax }) => tax && tax.rate],
    [m.taxAmount, ({ tax }) => tax && tax.amount],
    [all.fee, ({ fee_amount }) => fee_amount],
    [all.totals.receipt, ({ paid_amount }) => paid_amount],
    [m.currency, ({ currency }) => currency],
    ['USDT', ({ paid_usdt }) => paid_usdt],
    [all.paidWith, ({ payment_name }) => payment_name],
    [all.reference, ({ reference }) => reference],
  ];
}
