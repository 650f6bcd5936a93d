import { addressOf } from '@/lib/installs/place.js';
import type { InstallFilter, InstallRecord } from '@casement/proto/http/install/install.js';
import { useQuery } from '@tanstack/react-query';
import { HardDrive } from 'lucide-react';
import type { ReactNode } from 'react';
import { InstallStatusBadge } from '@/components/installs/install-status-badge.js';
import { PercentCell } from '@/components/installs/percent-cell.js';
import { LIST_PERCENT } from '@/components/installs/percent.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { ExportButton } from '@/components/ui/table/export-button.js';
import { RowActions } from '@/components/ui/table/row-actions.js';
import { emptyTable, TableFilters } from '@/components/ui/table/table-filters.js';
import { csvTime, type CsvColumn } from '@/lib/csv/csv.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog, useRowDialog } from '@/lib/navigation/history-state.js';
import { UNSORTED, useFilters } from '@/lib/navigation/use-filters.js';
import { withToast, useFailureToast } from '@/lib/toast/toast-failure.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { installMessages } from '@/messages/install/install.js';
import {
  useDeleteInstall,
  adminInstallsQuery,
  exportInstalls,
  type InstallSorting,
} from './api.js';
import { FailureChart } from './failure-chart.js';

const InstallDrawer = lazyDialog(() => import('./install-drawer.js'));
const InstallStatusDialog = lazyDialog(() => import('./install-status-dialog.js'));

export default function InstallsSection({ onUser }: { onUser?: (id: string) => void }) {
  const { installs } = t(adminMessages).sections;
  return (
    <>
      <SectionHead title={installs} />
      <Installs label={installs} {...(onUser && { onUser })}>
        <FailureChart />
      </Installs>
    </>
  );
}

/** Installs of all users, or of the user `userId`. Search, filter and paging happen on the server (SPEC §2). */
export function Installs({
  label,
  userId,
  onUser,
  children,
}: {
  label: string;
  userId?: string;
  onUser?: (id: string) => void;
  /** Shown below the list once it has loaded, because its rows would push it down. */
  children?: ReactNode;
}) {
  const { loadFailed } = t(adminMessages);
  const m = t(adminInstallMessages);
  const { statuses } = t(installMessages);
  const table = useFilters<{ status: InstallFilter | 'all' } & InstallSorting>('installs', {
    status: 'all',
    ...UNSORTED,
  });
  const userFilter = userId === undefined ? {} : { user: userId };
  const query = useQuery(adminInstallsQuery({ ...table.filter, ...userFilter }));
  const editing = useRowDialog('status', query.data?.items);
  const details = useHistoryDialog<string>('install');
  useFailureToast(query, loadFailed);
  const remove = useDeleteInstall();

  const confirmDelete = (install: InstallRecord) => {
    if (!window.confirm(m.confirmDelete(addressOf(install)))) return;
    const done = () => ({ title: m.deleted });
    void withToast(remove.mutateAsync(install.id), { done, failed: m.deleteFailed });
  };

  const ipOf = (install: InstallRecord) => (
    <button type="button" className="link" onClick={() => details.open(install.id)}>
      {addressOf(install)}
    </button>
  );
  const columns: Column<InstallRecord>[] = [
    { head: m.ip, className: 'mono font-[500]', cell: ipOf, list: 'title' },
    ...(userId === undefined ? [{ head: m.user, cell: userOf }] : []),
    {
      head: m.version,
      cell: versionOf,
      list: 1,
      listCell: (install) => `${userOf(install)} · ${versionOf(install)}`,
    },
    {
      head: m.status,
      sort: 'status',
      cell: (install) => <InstallStatusBadge status={install.status} />,
      list: 'aside',
    },
    {
      head: m.progress,
      className: 'w-full max-w-0',
      cell: (install) => <PercentCell install={install} percent={LIST_PERCENT[install.status]} />,
      list: 'below',
    },
    {
      head: m.started,
      sort: 'created_at',
      className: 'text-muted-foreground',
      cell: ({ created_at }) => formatDateTime(created_at),
      list: 2,
    },
  ];
  return (
    <>
      <DataTable
        label={label}
        source={query}
        onPage={table.onPage}
        sorting={{
          ...table.filter,
          onSort: (sorting) => table.onFilter(sorting as InstallSorting),
        }}
        toolbar={
          <>
            <TableFilters
              table={table}
              search={m.search}
              status={{
                label: m.filter,
                all: m.allStatuses,
                options: [['active', m.activeOnly], ...Object.entries(statuses)],
              }}
            />
            <ExportButton
              file="installs"
              load={exportInstalls(table.filter)}
              columns={installColumns()}
            />
          </>
        }
        columns={columns}
        rowKey={({ id }) => id}
        actions={(install) => (
          <RowActions
            editOf={m.editOf(addressOf(install))}
            deleteOf={m.deleteOf(addressOf(install))}
            deleting={remove.isPending && remove.variables === install.id}
            onEdit={() => editing.open(install)}
            onDelete={() => confirmDelete(install)}
          />
        )}
        empty={emptyTable(HardDrive, table.narrowed, m)}
        failed={loadFailed}
      />
      {!query.isPending && children}
      {details.of && (
        <InstallDrawer id={details.of} onClose={details.close} {...(onUser && { onUser })} />
      )}
      {editing.row && <InstallStatusDialog install={editing.row} onClose={editing.close} />}
    </>
  );
}

const versionOf = (install: InstallRecord) => install.win_name ?? install.win_ver;
const userOf = ({ username }: InstallRecord) => username ?? t(adminInstallMessages).unknownUser;

/** CSV columns of installs. The list contains no passwords. */
function installColumns(): CsvColumn<InstallRecord>[] {
  const m = t(adminInstallMessages);
  const { statuses } = t(installMessages);
  return [
    [m.installId, ({ id }) => id],
    [m.ip, ({ ip }) => ip],
    [m.user, ({ username }) => username],
    [m.userId, ({ user_id }) => user_id],
    [m.version, ({ win_name, win_ver }) => win_name ?? win_ver],
    [m.status, ({ status }) => statuses[status]],
    [m.failure, ({ failure }) => failure && failure.code],
    [m.started, ({ created_at }) => csvTime(created_at)],
    [m.changed, ({ updated_at }) => csvTime(updated_at)],
  ];
}
