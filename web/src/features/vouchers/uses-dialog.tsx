import type { AdminVoucher, VoucherUse } from '@casement/proto/http/billing/vouchers.js';
import { useQuery } from '@tanstack/react-query';
import { TicketPercent } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { formatDateTime, formatRupiah } from '@/lib/format/format.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { adminVoucherMessages } from '@/messages/admin/billing/vouchers.js';
import { billingMessages } from '@/messages/billing.js';
import { commonMessages } from '@/messages/common.js';
import { usesQuery } from './api.js';

/** Top-ups and redemptions with a code, newest first. */
export default function UsesDialog({
  voucher: { id, code },
  onClose,
}: {
  voucher: Pick<AdminVoucher, 'id' | 'code'>;
  onClose: () => void;
}) {
  const { use: m, showUses } = t(adminVoucherMessages);
  const { statuses } = t(billingMessages);
  const { loadFailed } = t(adminMessages);
  const [page, setPage] = useState(1);
  const query = useQuery(usesQuery(id, page));
  useFailureToast(query, loadFailed);
  const columns: Column<VoucherUse>[] = [
    {
      head: m.user,
      className: 'max-w-40 truncate',
      cell: ({ username }) => <span title={username ?? ''}>{username ?? m.unknownUser}</span>,
      list: 'title',
    },
    {
      head: m.topup,
      className: 'mono',
      cell: ({ topup }) => (topup ? `${topup.reference} · ${statuses[topup.status]}` : m.redeemed),
      list: 1,
    },
    {
      head: m.discount,
      right: true,
      cell: ({ topup }) => (topup ? formatRupiah(topup.discount_amount) : '–'),
      list: 'aside',
    },
    {
      head: m.at,
      className: 'num text-muted-foreground',
      cell: ({ created_at }) => formatDateTime(created_at),
      list: 2,
    },
  ];
  return (
    <Dialog
      title={showUses(code)}
      width={760}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t(commonMessages).close}</Button>}
    >
      <DataTable
        label={showUses(code)}
        source={query}
        onPage={setPage}
        columns={columns}
        rowKey={(use) => use.id}
        empty={{ icon: TicketPercent, title: m.empty, help: m.emptyHelp }}
        failed={loadFailed}
      />
    </Dialog>
  );
}
