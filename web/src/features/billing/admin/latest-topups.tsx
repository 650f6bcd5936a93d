import type { AdminTopup, TopupFilter, TopupStatus } from '@casement/proto/http/billing/billing.js';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { ExportButton } from '@/components/ui/table/export-button.js';
import { TableFilters } from '@/components/ui/table/table-filters.js';
import { formatDateTime, formatFigure, formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useFilters } from '@/lib/navigation/use-filters.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { adminTopupMessages } from '@/messages/admin/admin-topups.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { billingMessages } from '@/messages/billing.js';
import { TopupStatusBadge } from '../components/topup-status-badge.js';
import { adminTopupsQuery, exportTopups } from './api.js';
import { topupColumns } from './topup-columns.js';

const STATUSES: TopupStatus[] = ['PAID', 'UNPAID', 'PENDING', 'EXPIRED', 'FAILED'];

/**
 * Top-ups of all users, or of the user `userId`. Search, filter and paging happen on the server; the status shown is
 * the server's.
 */
export function LatestTopups({
  userId,
  onUser,
}: {
  userId?: string;
  onUser?: (id: string) => void;
}) {
  const m = t(adminTopupMessages);
  const { statuses } = t(billingMessages);
  const { loadFailed } = t(adminMessages);
  const table = useFilters<{ status: TopupFilter | 'all' }>('topups', { status: 'all' });
  const userFilter = userId === undefined ? {} : { user: userId };
  const query = useQuery(adminTopupsQuery({ ...table.filter, ...userFilter }));
  useFailureToast(query, loadFailed);

  // A deleted user no longer has a name or a page.
  const userOf = ({ user_id, username }: AdminTopup) =>
    username && onUser ? (
      <button type="button" className="link text-left truncate" onClick={() => onUser(user_id)}>
        {username}
      </button>
    ) : (
      (username ?? m.unknownUser)
    );
  const columns: Column<AdminTopup>[] = [
    { head: m.reference, className: 'mono font-[500]', cell: nameOf, list: 2 },
    ...(userId === undefined ? [{ head: m.user, cell: userOf }] : []),
    {
      head: m.quantity,
      right: true,
      cell: ({ quantity }) => formatFigure(quantity),
      list: 1,
      listCell: (topup) => (
        <>
          {userOf(topup)} · {formatFigure(topup.quantity)} × {topup.payment_name}
        </>
      ),
    },
    {
      head: m.amount,
      right: true,
      cell: ({ final_amount }) => formatRupiah(final_amount),
      list: 'title',
      listCell: ({ final_amount }) => <span className="num">{formatRupiah(final_amount)}</span>,
    },
    { head: m.payment, cell: ({ payment_name }) => payment_name },
    { head: m.status, cell: (topup) => <TopupStatusBadge status={topup.status} />, list: 'aside' },
    {
      head: m.created,
      className: 'text-muted-foreground',
      cell: ({ created_at }) => formatDateTime(created_at),
      list: 2,
    },
  ];
  return (
    <div className={userId === undefined ? 'mt-5' : undefined}>
      <DataTable
        label={m.title}
        source={query}
        onPage={table.onPage}
        toolbar={
          <>
            <h2 className="text-[0.9375rem] flex-1 pl-1 max-sm:basis-full">{m.title}</h2>
            <TableFilters
              table={table}
              search={m.search}
              status={{
                label: m.filter,
                all: m.allStatuses,
                options: STATUSES.map((option) => [option, statuses[option]]),
              }}
            />
            <ExportButton
              file="top-ups"
              load={exportTopups(table.filter)}
              columns={topupColumns()}
            />
          </>
        }
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          icon: ReceiptText,
          title: table.narrowed ? m.nothingFound : m.empty,
          help: table.narrowed ? m.nothingFoundHelp : m.emptyHelp,
        }}
        failed={loadFailed}
      />
    </div>
  );
}

const nameOf = ({ reference, merchant_ref }: AdminTopup) => reference ?? merchant_ref;
