import type { AdminVoucher } from '@casement/proto/http/billing/vouchers.js';
import { csvTime, type CsvColumn } from '@/lib/csv/csv.js';
import { t } from '@/messages/i18n.js';
import { adminVoucherMessages } from '@/messages/admin/billing/vouchers.js';

export function voucherColumns(): CsvColumn<AdminVoucher>[] {
  const m = t(adminVoucherMessages);
  return [
    [m.code, ({ code }) => code],
    [m.label, ({ label }) => label],
    [m.form.percentage, ({ percentage }) => percentage],
    [m.form.quota, ({ quota }) => quota],
    [m.uses, ({ uses }) => uses],
    [m.form.maxUses, ({ max_uses }) => max_uses],
    [m.perUser, ({ max_uses_per_user }) => max_uses_per_user],
    [m.minQuantity, ({ min_quantity }) => min_quantity],
    [m.validFrom, ({ valid_from }) => valid_from],
    [m.validUntil, ({ valid_until }) => valid_until],
    [m.status, ({ enabled }) => (enabled ? m.enabled : m.disabled)],
    [m.created, ({ created_at }) => csvTime(created_at)],
  ];
}
