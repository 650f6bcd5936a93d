import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { MonitorPlay } from 'lucide-react';
import type { ReactNode } from 'react';
import { InstallAddress, InstallAddressCell } from '@/components/installs/install-address.js';
import { InstallStatusBadge } from '@/components/installs/install-status-badge.js';
import { Button } from '@/components/ui/button.js';
import { DataTable, type Column, type TableSource } from '@/components/ui/table/data-table.js';
import { TableTime } from '@/components/ui/table/table-time.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { dashboardMessages } from '@/messages/dashboard.js';
import { historyMessages } from '@/messages/install/history.js';
import { installMessages } from '@/messages/install/install.js';
import { InstallActions, type InstallActionHandlers } from './install-actions.js';
import { InstallProgressCell } from './install-progress-cell.js';

interface InstallHistoryProps extends InstallActionHandlers {
  source: TableSource<InstallRecord>;
  onPage: (page: number) => void;
  toolbar?: ReactNode;
  /** Filters exclude some installs. */
  narrowed: boolean;
  onInstall: () => void;
}

const versionOf = (install: InstallRecord) => install.win_name ?? install.win_ver;

/** The user's installs, newest first. */
export function InstallHistory({
  source,
  onPage,
  toolbar,
  narrowed,
  onInstall,
  ...handlers
}: InstallHistoryProps) {
  const { history: m, form } = t(installMessages);
  const { nothingFound, nothingFoundHelp } = t(historyMessages);
  const { loadFailedHelp, loading } = t(dashboardMessages);
  const columns: Column<InstallRecord>[] = [
    {
      head: m.ip,
      className: 'font-[500]',
      cell: (install) => <InstallAddressCell {...install} />,
      list: 'title',
      listCell: (install) => <InstallAddress {...install} />,
    },
    { head: m.version, cell: versionOf, list: 1 },
    { head: m.status, cell: ({ status }) => <InstallStatusBadge status={status} />, list: 'aside' },
    {
      head: m.progress,
      className: 'w-full max-w-0',
      cell: (install) => <InstallProgressCell install={install} />,
      list: 'below',
      listCell: (install) =>
        install.status !== 'completed' && <InstallProgressCell install={install} />,
    },
    {
      head: m.started,
      className: 'text-muted-foreground',
      cell: ({ created_at }) => <TableTime at={created_at} />,
      list: 2,
      listCell: ({ created_at }) => <span className="text-xs">{formatDateTime(created_at)}</span>,
    },
  ];
  return (
    <DataTable
      label={m.title}
      source={source}
      onPage={onPage}
      toolbar={toolbar}
      columns={columns}
      rowKey={({ id }) => id}
      actions={(install) => <InstallActions install={install} {...handlers} />}
      empty={
        narrowed
          ? { icon: MonitorPlay, title: nothingFound, help: nothingFoundHelp }
          : {
              icon: MonitorPlay,
              title: m.empty,
              help: m.emptyHelp,
              action: (
                <Button variant="primary" size="sm" onClick={onInstall}>
                  {form.title}
                </Button>
              ),
            }
      }
      failed={m.loadFailed}
      failedHelp={loadFailedHelp}
      loading={loading}
    />
  );
}
