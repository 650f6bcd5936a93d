import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type { InstallMonitoring } from '@casement/proto/http/install/monitoring.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, HardDrive, LoaderCircle } from 'lucide-react';
import { useEffect } from 'react';
import { InstallStatusBadge } from '@/components/installs/install-status-badge.js';
import { cn } from '@/components/ui/class-names.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { Panel } from '@/components/ui/panel.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { StatPanes } from '@/components/ui/stat-panes.js';
import { formatFigure, formatShare, formatAgo } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { useNow } from '@/lib/use-now.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { commonMessages } from '@/messages/common.js';
import { installMessages } from '@/messages/install/install.js';
import { installHoursQuery, monitoringQuery } from './api.js';
import { HourChart } from './hour-chart.js';
import { sumOf } from './hours.js';
import { MonitoringTable } from './monitoring-table.js';
import { StatusBreakdown } from './status-breakdown.js';
import { StatusChart } from './status-chart.js';

const IN_PROGRESS = ['running', 'preparing', 'pending'] as const;

/** Running installs and totals, polled every 5 s with live updates in between. */
export default function Monitoring() {
  const { monitoring: m } = t(adminInstallMessages);
  const { statuses } = t(installMessages);
  const { loading } = t(commonMessages);
  const query = useQuery(monitoringQuery);
  const { data: hours } = useQuery(installHoursQuery);
  useLiveMonitoring();
  useFailureToast(query, m.loadFailed);

  if (!query.data) {
    return (
      <>
        <SectionHead title={m.title} />
        {query.isError ? (
          <QueryError query={query} title={m.loadFailed} />
        ) : (
          <section className="frame overflow-hidden">
            <RowsSkeleton label={loading} />
          </section>
        )}
      </>
    );
  }
  const { statistics, installations, recentActivity } = query.data;
  const { total, active, completed, failed } = statistics;
  return (
    <>
      <SectionHead title={m.title}>
        <LiveUpdatedAt at={query.dataUpdatedAt} />
      </SectionHead>
      <StatPanes
        panes={[
          {
            icon: HardDrive,
            term: m.total,
            value: formatFigure(total),
            help: hours ? m.inLastDay(formatFigure(sumOf(hours, 'started'))) : '',
          },
          {
            icon: LoaderCircle,
            term: m.active,
            value: formatFigure(active),
            help: IN_PROGRESS.map(
              (status) =>
                `${formatFigure(statistics.statusBreakdown[status])} ${statuses[status].toLowerCase()}`,
            ).join(', '),
          },
          {
            icon: CircleCheck,
            term: m.completed,
            value: formatFigure(completed),
            help: m.ofFinished(formatShare(completed, completed + failed)),
          },
          {
            icon: CircleX,
            term: m.failed,
            value: formatFigure(failed),
            help: hours ? m.inLastDay(formatFigure(sumOf(hours, 'failed'))) : '',
          },
        ]}
      />
      <div className="grid grid-cols-1 lg:grid-cols-[3fr_1fr] gap-4 my-4 *:min-w-0">
        <HourChart />
        <StatusBreakdown counts={statistics.statusBreakdown} />
      </div>
      <MonitoringTable installs={installations} />
      <div className="mt-4">
        <RecentChanges installs={recentActivity} />
      </div>
      <StatusChart />
    </>
  );
}

const SILENCE_S = 15;

/** Age of the figures, in the warning color after 15 s without an update. */
function LiveUpdatedAt({ at }: { at: number }) {
  const { monitoring: m } = t(adminInstallMessages);
  const seconds = Math.max(0, Math.floor((useNow(1_000) - at) / 1_000));
  const silent = seconds > SILENCE_S;
  return (
    <span
      className={cn(
        'text-sm inline-flex items-center gap-1.5 num',
        silent ? 'text-warning' : 'text-muted-foreground',
      )}
    >
      <span className={cn('size-1.5 rounded-full', silent ? 'bg-warning' : 'bg-success')} />
      {m.live(seconds)}
    </span>
  );
}

/** Updates the last response with stream events. Polling continues in parallel. */
function useLiveMonitoring(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let cancelled = false;
    let stop: () => void = () => undefined;
    void import('@/lib/live/follow.js').then(
      ({ follow }) => {
        if (cancelled) return;
        stop = follow('/admin/install-monitoring/events', ({ event, data }) => {
          if (event !== 'monitoring') return;
          queries.setQueryData(monitoringQuery.queryKey, JSON.parse(data) as InstallMonitoring);
        });
      },
      () => undefined,
    );
    return () => {
      cancelled = true;
      stop();
    };
  }, [queries]);
}

const SHOWN = 5;

/** Installs whose status changed most recently. */
function RecentChanges({ installs }: { installs: InstallRecord[] }) {
  const { monitoring: m, unknownUser } = t(adminInstallMessages);
  return (
    <Panel title={m.recent}>
      {installs.length === 0 ? (
        <p className="p-4 text-sm text-muted-foreground">{m.noRecent}</p>
      ) : (
        <ul>
          {installs.slice(0, SHOWN).map(({ id, ip, username, status, updated_at }) => (
            <li key={id} className="flex items-center gap-3 px-4 py-1.5 border-b last:border-0">
              <span className="flex-1 min-w-0 truncate">
                <span className="mono font-[500]">{ip}</span>
                <span className="text-muted-foreground text-sm"> {username ?? unknownUser}</span>
              </span>
              <span className="text-xs text-muted-foreground whitespace-nowrap">
                {formatAgo(updated_at)}
              </span>
              <InstallStatusBadge status={status} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
