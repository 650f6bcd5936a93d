import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { HardDrive } from 'lucide-react';
import { InstallStatusBadge } from '@/components/installs/install-status-badge.js';
import { PercentCell } from '@/components/installs/percent-cell.js';
import { MONITORING_PERCENT } from '@/components/installs/percent.js';
import { Button } from '@/components/ui/button.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { useLocalPage } from '@/components/ui/table/use-local-page.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { isActive } from '@/lib/installs/phases.js';
import { addressOf } from '@/lib/installs/place.js';
import { useHistoryState } from '@/lib/navigation/history-state.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';

type Filter = keyof ReturnType<typeof filterNames>;

const filterNames = () => t(adminInstallMessages).monitoring.filters;

/** `active` means pending, preparing or running (SPEC §4). */
const matches = (filter: Filter, install: InstallRecord): boolean =>
  filter === 'all' || (filter === 'active' ? isActive(install) : install.status === filter);

/** Installs of the latest response with the monitoring table's own percentages (SPEC §4). */
export function MonitoringTable({ installs }: { installs: InstallRecord[] }) {
  const m = t(adminInstallMessages);
  const [filter, setFilter] = useHistoryState<Filter>('monitoring', 'all');
  // Each filter keeps its own page.
  const { source, onPage } = useLocalPage(`monitoring-${filter}`, {
    data: installs.filter((install) => matches(filter, install)),
    isError: false,
    error: null,
    refetch: () => undefined,
  });
  const percentOf = (install: InstallRecord) => (
    <PercentCell install={install} percent={MONITORING_PERCENT[install.status]} />
  );
  const userOf = ({ username }: InstallRecord) => username ?? m.unknownUser;

  const columns: Column<InstallRecord>[] = [
    { head: m.ip, className: 'mono font-[500]', cell: addressOf, list: 'title' },
    { head: m.user, cell: userOf, list: 1 },
    { head: m.status, cell: ({ status }) => <InstallStatusBadge status={status} />, list: 'aside' },
    { head: m.progress, className: 'w-full max-w-0', cell: percentOf, list: 'below' },
    {
      head: m.started,
      className: 'text-muted-foreground',
      cell: ({ created_at }) => formatDateTime(created_at),
      list: 2,
    },
  ];
  return (
    <DataTable
      label={m.monitoring.installations}
      source={source}
      toolbar={
        <div
          className="flex flex-wrap gap-1.5"
          role="group"
          aria-label={`${m.monitoring.show}: ${m.monitoring.installations}`}
        >
          {Object.entries(filterNames()).map(([name, label]) => (
            <Button
              key={name}
              size="sm"
              variant={name === filter ? 'outline' : 'ghost'}
              className={name === filter ? 'is-chosen' : undefined}
              aria-pressed={name === filter}
              onClick={() => setFilter(name as Filter)}
            >
              {label}
            </Button>
          ))}
        </div>
      }
      onPage={onPage}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{
        icon: HardDrive,
        title: filter === 'all' ? m.monitoring.none : m.monitoring.noneMatch,
        help: filter === 'all' ? m.monitoring.noneHelp : m.monitoring.noneMatchHelp,
      }}
      failed={m.monitoring.loadFailed}
    />
  );
}
