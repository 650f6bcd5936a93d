import type { TopupRefund } from '@casement/proto/http/billing/refunds.js';
import { formatRupiah } from '@/lib/format/format.js';

/** Amount to return in the currency that the customer paid. */
export const refundSum = ({
  amount,
  amount_usdt,
}: Pick<TopupRefund, 'amount' | 'amount_usdt'>): string =>
  amount_usdt ? `${amount_usdt} USDT` : formatRupiah(amount);
