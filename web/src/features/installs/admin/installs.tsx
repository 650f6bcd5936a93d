import type { InstallFilter, InstallRecord } from '@casement/proto/http/install.js';
import { useQuery } from '@tanstack/react-query';
import { HardDrive } from 'lucide-react';
import { InstallStatusBadge } from '@/components/installs/install-status-badge.js';
import { PercentCell } from '@/components/installs/percent-cell.js';
import { LIST_PERCENT } from '@/components/installs/percent.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { ExportButton } from '@/components/ui/table/export-button.js';
import { RowActions } from '@/components/ui/table/row-actions.js';
import { TableFilters } from '@/components/ui/table/table-filters.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/lib/i18n/messages.js';
import { useRowDialog } from '@/lib/navigation/history-state.js';
import { UNSORTED, useFilters } from '@/lib/navigation/use-filters.js';
import { useFailureToast } from '@/lib/toast/use-failure-toast.js';
import { withToast } from '@/lib/toast/with-toast.js';
import { adminInstallMessages } from '@/messages/admin/admin-installs.js';
import { commonMessages } from '@/messages/common.js';
import { installMessages } from '@/messages/install/install.js';
import {
  useDeleteInstall,
  adminInstallsQuery,
  exportInstalls,
  type InstallSorting,
} from './api.js';
import { installColumns } from './install-columns.js';

const InstallStatusDialog = lazyDialog(() => import('./install-status-dialog.js'));

/** The installs of all users, or of the one `of`; searched, filtered and paged by the server (SPEC §2). */
export function Installs({ label, failed, of }: { label: string; failed: string; of?: string }) {
  const m = t(adminInstallMessages);
  const { statuses } = t(installMessages);
  const { pleaseTryAgain } = t(commonMessages);
  const table = useFilters<{ status: InstallFilter | 'all' } & InstallSorting>('installs', {
    status: 'all',
    ...UNSORTED,
  });
  const whose = of === undefined ? {} : { user: of };
  const query = useQuery(adminInstallsQuery({ ...table.filter, ...whose }));
  const editing = useRowDialog('status', query.data?.items);
  useFailureToast(query, failed, pleaseTryAgain);
  const remove = useDeleteInstall();

  const confirmDelete = ({ id, ip }: InstallRecord) => {
    if (!window.confirm(m.confirmDelete(ip))) return;
    const done = () => ({ title: m.deleted });
    void withToast(remove.mutateAsync(id), { done, failed: m.deleteFailed });
  };

  const columns: Column<InstallRecord>[] = [
    { head: m.ip, className: 'mono font-[500]', cell: ({ ip }) => ip },
    ...(of === undefined ? [{ head: m.user, cell: userOf }] : []),
    { head: m.version, cell: versionOf },
    {
      head: m.status,
      sort: 'status',
      cell: (install) => <InstallStatusBadge status={install.status} />,
    },
    {
      head: m.progress,
      className: 'w-full max-w-0',
      cell: (install) => <PercentCell install={install} percent={LIST_PERCENT[install.status]} />,
    },
    {
      head: m.started,
      sort: 'created_at',
      className: 'text-muted-foreground',
      cell: ({ created_at }) => formatDateTime(created_at),
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
        item={(install) => ({
          title: <span className="mono">{install.ip}</span>,
          aside: <InstallStatusBadge status={install.status} />,
          text: (
            <>
              {userOf(install)} · {versionOf(install)}
              <br />
              <span className="num">{formatDateTime(install.created_at)}</span>
            </>
          ),
          below: <PercentCell install={install} percent={LIST_PERCENT[install.status]} />,
        })}
        actions={(install) => (
          <RowActions
            editOf={m.editOf(install.ip)}
            deleteOf={m.deleteOf(install.ip)}
            deleting={remove.isPending && remove.variables === install.id}
            onEdit={() => editing.open(install)}
            onDelete={() => confirmDelete(install)}
          />
        )}
        empty={{
          icon: HardDrive,
          title: table.narrowed ? m.nothingFound : m.empty,
          help: table.narrowed ? m.nothingFoundHelp : m.emptyHelp,
        }}
        failed={{ title: failed, help: pleaseTryAgain }}
      />
      {editing.row && <InstallStatusDialog install={editing.row} onClose={editing.close} />}
    </>
  );
}

const versionOf = (install: InstallRecord) => install.win_name ?? install.win_ver;
const userOf = ({ username }: InstallRecord) => username ?? t(adminInstallMessages).unknownUser;
