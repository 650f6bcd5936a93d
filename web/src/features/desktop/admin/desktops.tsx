import type {
  DesktopFilter,
  DesktopSession,
} from '@casement/proto/http/install/desktops/desktops.js';
import { useQuery } from '@tanstack/react-query';
import { Clock, Monitor, MonitorOff } from 'lucide-react';
import { Badge } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { emptyTable, TableFilters } from '@/components/ui/table/table-filters.js';
import { formatSize } from '@/lib/format/format-size.js';
import { formatDateTime, formatDuration } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useRowDialog } from '@/lib/navigation/history-state.js';
import { useFilters } from '@/lib/navigation/use-filters.js';
import { withToast, useFailureToast } from '@/lib/toast/toast-failure.js';
import { adminDesktopMessages } from '@/messages/admin/installs/admin-desktops.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { desktopsQuery, useEndDesktop } from './api.js';

const ConfirmDialog = lazyDialog(() => import('@/components/ui/dialog/confirm-dialog.js'));

/** Current and past browser desktop sessions. An open session can be ended. */
export default function Desktops() {
  const { loadFailed } = t(adminMessages);
  const m = t(adminDesktopMessages);
  const table = useFilters<{ status: DesktopFilter }>('desktops', { status: 'all' });
  const query = useQuery(desktopsQuery(table.filter));
  const ending = useRowDialog('end', query.data?.items);
  useFailureToast(query, loadFailed);
  const end = useEndDesktop();

  const confirmEnd = async ({ id }: DesktopSession) => {
    const done = () => ({ title: m.done });
    await withToast(end.mutateAsync(id), { done, failed: m.endFailed });
    ending.close();
  };

  const columns: Column<DesktopSession>[] = [
    { head: m.windows, className: 'mono font-[500]', cell: ({ ip }) => ip, list: 'title' },
    { head: m.user, className: 'max-w-40 truncate', cell: userOf, list: 1 },
    {
      head: m.from,
      className: 'mono',
      cell: ({ client_address }) => client_address,
      list: 1,
      listCell: ({ client_address }) => m.fromAddress(client_address),
    },
    { head: m.state, cell: (desktop) => <StateBadge desktop={desktop} />, list: 'aside' },
    {
      head: m.opened,
      className: 'text-muted-foreground',
      cell: ({ opened_at }) => formatDateTime(opened_at),
      list: 2,
    },
    { head: m.lasted, cell: durationOf, list: 2 },
    { head: m.moved, className: 'w-full', cell: transferredOf, list: 2 },
  ];
  return (
    <>
      <SectionHead title={m.title} />
      <p className="text-muted-foreground mb-3">{m.lead}</p>
      <DataTable
        label={m.title}
        source={query}
        onPage={table.onPage}
        toolbar={
          <TableFilters
            table={table}
            search={m.search}
            status={{
              label: m.filter,
              all: m.all,
              options: [
                ['open', m.open],
                ['ended', m.ended],
              ],
            }}
          />
        }
        columns={columns}
        rowKey={({ id }) => id}
        actions={(desktop) =>
          isOpen(desktop) && (
            <Button size="sm" aria-label={m.endOf(desktop.ip)} onClick={() => ending.open(desktop)}>
              {m.end}
            </Button>
          )
        }
        empty={emptyTable(Monitor, table.narrowed, m)}
        failed={loadFailed}
      />
      {ending.row && (
        <ConfirmDialog
          title={m.endOf(ending.row.ip)}
          question={m.endQuestion(userOf(ending.row))}
          submit={m.end}
          pending={end.isPending}
          onConfirm={() => confirmEnd(ending.row!)}
          onClose={ending.close}
        />
      )}
    </>
  );
}

const isOpen = ({ ended_at, ending }: DesktopSession) => ended_at === null && ending === null;
const userOf = ({ username }: DesktopSession) => username ?? t(adminDesktopMessages).unknownUser;

/** The duration of an open session ends with the last report of its relay. */
const durationOf = ({ opened_at, ended_at, reported_at }: DesktopSession) =>
  formatDuration((Date.parse(ended_at ?? reported_at) - Date.parse(opened_at)) / 1000);

const transferredOf = ({ bytes_to_windows, bytes_to_browser }: DesktopSession) =>
  t(adminDesktopMessages).bytes(formatSize(bytes_to_windows), formatSize(bytes_to_browser));

function StateBadge({ desktop: { end, ending } }: { desktop: DesktopSession }) {
  const m = t(adminDesktopMessages);
  if (end !== null) {
    return (
      <Badge tone="neutral" icon={MonitorOff}>
        {m.ends[end]}
      </Badge>
    );
  }
  return (
    <Badge tone={ending ? 'info' : 'success'} icon={ending ? Clock : Monitor}>
      {ending ? m.closing : m.open}
    </Badge>
  );
}
