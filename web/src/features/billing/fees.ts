import type { PaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import type { TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import { ENGLISH_SEPARATORS, formatNumber, formatRupiah, formatUsdt } from '@/lib/format/format.js';

/** Maximum decimals of a percentage that the provider may set. */
const MAX_DECIMALS = 4;

/** Formats a fee such as `Rp 750 + 0.70 %`; null if there is no fee. */
export function describeFee({ fee_flat, fee_percent }: PaymentMethod): string | null {
  const parts = [
    fee_flat > 0 && formatRupiah(fee_flat),
    fee_percent > 0 && `${formatNumber(fee_percent, ENGLISH_SEPARATORS, 2, MAX_DECIMALS)} %`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' + ') : null;
}

/** An amount as displayed, and as pasted into a banking app. */
export interface Sum {
  text: string;
  plain: string;
}

/** Returns the total: the provider's figure, or the exact USDT amount; null while neither is known. */
export function totalOf({
  payable_amount,
  encoded_amount,
}: Pick<TopupHistoryItem, 'payable_amount'> & Partial<TopupHistoryItem>): Sum | null {
  if (typeof encoded_amount === 'number') {
    const plain = formatUsdt(encoded_amount);
    return { text: `${plain} USDT`, plain };
  }
  // Missing in responses of version 0.1.0, which may run next to this page during a rollout.
  if (typeof payable_amount !== 'number') return null;
  return { text: formatRupiah(payable_amount), plain: String(payable_amount) };
}

export const fitsLimits = (
  { minimum_amount, maximum_amount }: PaymentMethod,
  amount: number,
): boolean =>
  (minimum_amount === null || amount >= minimum_amount) &&
  (maximum_amount === null || amount <= maximum_amount);

/** Crypto transfers have a separate flow. The code is matched case-insensitively (SPEC §4). */
export const isBinancePay = ({ code }: Pick<PaymentMethod, 'code'>): boolean =>
  code.toUpperCase() === 'BPAY';

/** SPEC §2: /uploads/ is served from the origin, other absolute paths under the API. Full URLs are unchanged. */
export function iconUrl(path: string): string {
  if (!path.startsWith('/') || path.startsWith('/uploads/')) return path;
  return `/api${path}`;
}
