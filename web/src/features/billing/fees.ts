import type { PaymentMethod, TopupHistoryItem } from '@casement/proto/http/billing/billing.js';
import { ENGLISH, formatNumber, formatRupiah, formatUsdt } from '@/lib/format/format.js';

/** Decimals of a percentage: as many as the provider may set. */
const MAX_DECIMALS = 4;

/** `Rp 750 + 0.70 %` */
export function describeFee({ fee_flat, fee_percent }: PaymentMethod): string | null {
  const parts = [
    fee_flat > 0 && formatRupiah(fee_flat),
    fee_percent > 0 && `${formatNumber(fee_percent, ENGLISH, 2, MAX_DECIMALS)} %`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' + ') : null;
}

/** A sum as it is read, and as it is pasted into a banking app. */
export interface Sum {
  text: string;
  plain: string;
}

/** What is paid in all: the provider's own figure, or the exact USDT; null while neither is known. */
export function totalOf({
  payable_amount,
  encoded_amount,
}: Pick<TopupHistoryItem, 'payable_amount'> & Partial<TopupHistoryItem>): Sum | null {
  if (typeof encoded_amount === 'number') {
    const plain = formatUsdt(encoded_amount);
    return { text: `${plain} USDT`, plain };
  }
  // Absent in the answers of version 0.1.0, which may run beside this page for a while.
  if (typeof payable_amount !== 'number') return null;
  return { text: formatRupiah(payable_amount), plain: String(payable_amount) };
}

export const fitsLimits = (
  { minimum_amount, maximum_amount }: PaymentMethod,
  amount: number,
): boolean =>
  (minimum_amount === null || amount >= minimum_amount) &&
  (maximum_amount === null || amount <= maximum_amount);

/** Crypto transfers have a flow of their own; the code is matched case-insensitively (SPEC §4). */
export const isBinancePay = ({ code }: Pick<PaymentMethod, 'code'>): boolean =>
  code.toUpperCase() === 'BPAY';

/** SPEC §2: /uploads/ is served from the origin, other absolute paths under the API; full addresses are unchanged. */
export function iconUrl(path: string): string {
  if (!path.startsWith('/') || path.startsWith('/uploads/')) return path;
  return `/api${path}`;
}
