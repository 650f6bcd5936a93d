import type { PaymentMethod } from '@casement/proto/http/billing.js';
import { formatRupiah } from '../../lib/format.js';

/** The method's fee for an amount, in whole Rp. It is charged by the payment page, on top of the amount. */
export const feeOf = ({ fee_flat, fee_percent }: PaymentMethod, amount: number): number =>
  Math.ceil(fee_flat + (amount * fee_percent) / 100);

/** `Rp 750 + 0.70 %` */
export function describeFee({ fee_flat, fee_percent }: PaymentMethod): string | null {
  const parts = [
    fee_flat > 0 && formatRupiah(fee_flat),
    fee_percent > 0 && `${fee_percent.toFixed(2)} %`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' + ') : null;
}

export const fitsLimits = (
  { minimum_amount, maximum_amount }: PaymentMethod,
  amount: number,
): boolean =>
  (minimum_amount === null || amount >= minimum_amount) &&
  (maximum_amount === null || amount <= maximum_amount);

/** Crypto transfers have a flow of their own; its method is not offered here. */
export const isBinancePay = ({ code }: Pick<PaymentMethod, 'code'>): boolean =>
  code.toUpperCase() === 'BPAY';

/** SPEC §2: /uploads/ stands at the origin, other absolute paths under the API, full addresses as given. */
export function iconUrl(path: string): string {
  if (!path.startsWith('/') || path.startsWith('/uploads/')) return path;
  return `/api${path}`;
}
