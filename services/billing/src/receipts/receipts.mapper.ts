import type { Receipt } from '@casement/proto/http/billing/receipts.js';
import { formatMicro } from '../usdt.js';
import { taxBase } from './receipt-tax.js';
import type { ReceiptEntity } from './receipt.entity.js';

export const toReceipt = (receipt: ReceiptEntity): Receipt => ({
  number: receipt.number,
  kind: receipt.kind,
  corrects: receipt.corrects,
  issued_at: receipt.issuedAt.toISOString(),
  seller: {
    name: receipt.sellerName,
    address: receipt.sellerAddress,
    tax_id: receipt.sellerTaxId,
  },
  buyer:
    receipt.buyerName === null
      ? null
      : {
          name: receipt.buyerName,
          address: receipt.buyerAddress ?? '',
          tax_id: receipt.buyerTaxId ?? '',
        },
  product_name: receipt.productName,
  quantity: receipt.quantity,
  unit_price: receipt.unitPriceSen / 100,
  total_amount: receipt.totalAmount,
  discount_percentage: receipt.discountBasisPoints / 100,
  discount_amount: receipt.discountAmount,
  final_amount: receipt.finalAmount,
  fee_amount: receipt.feeAmount,
  paid_amount: receipt.finalAmount + receipt.feeAmount,
  currency: 'IDR',
  paid_usdt: receipt.paidUsdtMicro === null ? null : formatMicro(receipt.paidUsdtMicro),
  payment_name: receipt.paymentName,
  reference: receipt.reference,
  paid_at: receipt.paidAt.toISOString(),
  tax: taxOf(receipt),
});

function taxOf({
  taxLabel,
  taxRateBasisPoints,
  taxBaseFactor,
  taxAmount,
  finalAmount,
}: ReceiptEntity): Receipt['tax'] {
  if (taxLabel === null || taxRateBasisPoints === null) return null;
  if (taxBaseFactor === null || taxAmount === null) return null;
  return {
    label: taxLabel,
    rate: taxRateBasisPoints / 100,
    base_factor: taxBaseFactor,
    base_amount: taxBase(finalAmount - taxAmount, taxBaseFactor),
    amount: taxAmount,
  };
}
