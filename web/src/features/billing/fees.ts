import type { PaymentMethod } from '@casement/proto/http/billing.js';
import { formatRupiah } from '@/lib/format.js';

const percent = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  // As many as the provider may set.
  maximumFractionDigits: 4,
});

/** `Rp 750 + 0.70 %` */
export function describeFee({ fee_flat, fee_percent }: PaymentMethod): string | null {
  const parts = [
    fee_flat > 0 && formatRupiah(fee_flat),
    fee_percent > 0 && `${percent.format(fee_percent)} %`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' + ') : null;
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
