import type { RecoveryRecord } from '@casement/proto/http/security/recovery.js';
import { LifeBuoy } from 'lucide-react';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { Select } from '@/components/ui/form/select-field.js';
import { DataTable, type Column, type TableSource } from '@/components/ui/table/data-table.js';
import { emptyTable } from '@/components/ui/table/table-filters.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useRowDialog } from '@/lib/navigation/history-state.js';
import type { Filters } from '@/lib/navigation/use-filters.js';
import { useSession } from '@/lib/session/session.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import type { RecoveryFilter } from './api.js';
import { RecoveryActions } from './recovery-actions.js';
import { durationOf, triggeredByOf, typeOf } from './recovery-facts.js';
import { RecoveryStatusBadge } from './recovery-status-badge.js';

const DetailsDialog = lazyDialog(() => import('./recovery-details-dialog.js'));

/** Recoveries with administrator and result, newest first (SPEC §2). */
export function RecoveryHistory({
  source,
  filters: { filter, narrowed, onFilter, onPage },
}: {
  source: TableSource<RecoveryRecord>;
  filters: Filters<RecoveryFilter>;
}) {
  const { recovery: m, ip: ipHead } = t(securityMessages);
  const me = useSession().user?.id;
  const viewing = useRowDialog('recovery', source.data?.items);

  const columns: Column<RecoveryRecord>[] = [
    { head: ipHead, className: 'mono font-[500]', cell: ({ ip }) => ip, list: 'title' },
    {
      head: m.type,
      className: 'w-full',
      cell: typeOf,
      list: 1,
      listCell: (recovery) => <span className="text-foreground">{typeOf(recovery)}</span>,
    },
    { head: m.triggeredBy, cell: (recovery) => triggeredByOf(recovery, me), list: 1 },
    {
      head: m.startedAt,
      className: 'text-muted-foreground',
      cell: ({ startedAt }) => formatDateTime(startedAt),
      list: 2,
    },
    { head: m.duration, right: true, className: 'num', cell: durationOf, list: 2 },
    {
      head: m.status,
      cell: ({ status }) => <RecoveryStatusBadge status={status} />,
      list: 'aside',
    },
  ];
  return (
    <>
      <DataTable
        label={m.history}
        source={source}
        onPage={onPage}
        toolbar={
          <>
            <h2 className="text-[0.9375rem] flex-1 pl-1 max-sm:basis-full">{m.history}</h2>
            <Select
              small
              className="w-auto! max-sm:w-full!"
              aria-label={m.filter}
              options={[['all', m.allStatuses], ...Object.entries(m.statuses)]}
              value={filter.status}
              onChange={({ target }) =>
                onFilter({ status: target.value as RecoveryFilter['status'] })
              }
            />
          </>
        }
        columns={columns}
        rowKey={({ id }) => id}
        actions={(recovery) => (
          <RecoveryActions recovery={recovery} onView={() => viewing.open(recovery)} />
        )}
        empty={emptyTable(LifeBuoy, narrowed, m)}
        failed={m.loadFailed}
      />
      {viewing.row && <DetailsDialog recovery={viewing.row} onClose={viewing.close} />}
    </>
  );
}
