import type { AdminTopup } from '@casement/proto/http/billing/admin-topups.js';
import { csvTime, type CsvColumn } from '@/lib/csv/csv.js';
import { t } from '@/messages/i18n.js';
import { adminTopupMessages } from '@/messages/admin/billing/admin-topups.js';

/** CSV columns of top-ups. Amounts are numbers in rupiah. */
export function topupColumns(): CsvColumn<AdminTopup>[] {
  const m = t(adminTopupMessages);
  return [
    [m.reference, ({ reference }) => reference],
    [m.merchantReference, ({ merchant_ref }) => merchant_ref],
    [m.user, ({ username }) => username],
    [m.userId, ({ user_id }) => user_id],
    [m.quantity, ({ quantity }) => quantity],
    [m.beforeDiscount, ({ total_amount }) => total_amount],
    [m.discount, ({ discount_amount }) => discount_amount],
    [m.amount, ({ final_amount }) => final_amount],
    [m.fee, ({ fee_amount }) => fee_amount],
    [m.total, ({ payable_amount }) => payable_amount],
    [m.payment, ({ payment_name }) => payment_name],
    [m.status, ({ status }) => status],
    [m.created, ({ created_at }) => csvTime(created_at)],
    [m.paid, ({ paid_at }) => paid_at && csvTime(paid_at)],
  ];
}
