import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, HardDrive, LoaderCircle } from 'lucide-react';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { StatPanes } from '@/components/ui/stat-panes.js';
import { formatFigure, formatShare } from '@/lib/format/format.js';
import { t } from '@/lib/i18n/messages.js';
import { useFailureToast } from '@/lib/toast/use-failure-toast.js';
import { adminInstallMessages } from '@/messages/admin/admin-installs.js';
import { commonMessages } from '@/messages/common.js';
import { installMessages } from '@/messages/install/install.js';
import { installHoursQuery, monitoringQuery } from './api.js';
import { HourChart } from './hour-chart.js';
import { sumOf } from './hours.js';
import { LiveSince } from './live-since.js';
import { MonitoringTable } from './monitoring-table.js';
import { RecentChanges } from './recent-changes.js';
import { StatusBreakdown } from './status-breakdown.js';
import { StatusChart } from './status-chart.js';
import { useLiveMonitoring } from './use-live-monitoring.js';

const UNDER_WAY = ['running', 'preparing', 'pending'] as const;

/** The running installs and the totals: polled every 5 s, with live updates in between. */
export function Monitoring() {
  const { monitoring: m } = t(adminInstallMessages);
  const { statuses } = t(installMessages);
  const { pleaseTryAgain, loading } = t(commonMessages);
  const query = useQuery(monitoringQuery);
  const { data: hours } = useQuery(installHoursQuery);
  useLiveMonitoring();
  useFailureToast(query, m.loadFailed, pleaseTryAgain);

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
        <LiveSince at={query.dataUpdatedAt} />
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
            help: UNDER_WAY.map(
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
