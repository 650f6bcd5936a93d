import type { TopupReviewItem } from '@casement/proto/http/billing/admin-topups.js';
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { TableTime } from '@/components/ui/table/table-time.js';
import { formatDateTime, formatFigure, formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useHistoryPage, useRowDialog } from '@/lib/navigation/history-state.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { adminReviewMessages } from '@/messages/admin/billing/admin-reviews.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { TopupStatusBadge } from '../payment/topup-status-badge.js';
import { reviewsQuery } from './api.js';
import { reviewReason } from './review-reason.js';

const TopupTaskDialog = lazyDialog(() => import('./topup-task-dialog.js'));

/** Payments that cannot be resolved automatically, longest waiting first. Hidden while the queue is empty. */
export function ReviewQueue({ onUser }: { onUser: (id: string) => void }) {
  const { loadFailed } = t(adminMessages);
  const m = t(adminReviewMessages);
  const [page, setPage] = useHistoryPage('reviews');
  const query = useQuery(reviewsQuery(page));
  const resolving = useRowDialog('review', query.data?.items);
  useFailureToast(query, loadFailed);

  // Links to the user's page, where the quota is corrected. A deleted user no longer has a name or a page.
  const customerOf = ({ user_id, username }: TopupReviewItem) =>
    username ? (
      <button
        type="button"
        className="link text-left truncate"
        style={{ maxWidth: 200 }}
        onClick={() => onUser(user_id)}
      >
        {username}
      </button>
    ) : (
      <span title={user_id}>{user_id}</span>
    );
  const columns: Column<TopupReviewItem>[] = [
    { head: m.reference, className: 'mono font-[500]', cell: nameOf, list: 'title' },
    { head: m.user, className: 'max-w-40 truncate', cell: customerOf, list: 1 },
    {
      head: m.quantity,
      right: true,
      cell: ({ quantity }) => formatFigure(quantity),
      list: 1,
      listCell: ({ quantity }) => m.ordered(formatFigure(quantity)),
    },
    {
      head: m.amount,
      right: true,
      cell: ({ final_amount }) => formatRupiah(final_amount),
      list: 3,
    },
    { head: m.status, cell: ({ status }) => <TopupStatusBadge status={status} />, list: 'aside' },
    {
      head: m.reason,
      className: 'min-w-48 whitespace-normal! py-1.5!',
      cell: reviewReason,
      list: 2,
    },
    {
      head: m.since,
      className: 'text-muted-foreground',
      cell: ({ flagged_at }) => <TableTime at={flagged_at} narrow />,
      list: 3,
      listCell: ({ flagged_at }) => formatDateTime(flagged_at),
    },
  ];
  if (query.data ? query.data.meta.total === 0 : !query.isError) return null;
  return (
    <div className="mb-6">
      <h2 className="text-lg mb-3">{m.title}</h2>
      <DataTable
        label={m.title}
        source={query}
        onPage={setPage}
        columns={columns}
        rowKey={({ id }) => id}
        actions={(review) => (
          <Button
            size="sm"
            aria-label={m.resolveOf(nameOf(review))}
            onClick={() => resolving.open(review)}
          >
            {m.resolve}
          </Button>
        )}
        empty={{ icon: ListChecks, title: m.empty, help: m.emptyHelp }}
        failed={loadFailed}
      />
      {resolving.row && <TopupTaskDialog id={resolving.row.id} onClose={resolving.close} />}
    </div>
  );
}

const nameOf = ({ reference, merchant_ref }: TopupReviewItem) => reference ?? merchant_ref;
