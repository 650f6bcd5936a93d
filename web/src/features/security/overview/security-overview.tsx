import { useQuery } from '@tanstack/react-query';
import { Ban, LifeBuoy, ShieldAlert, ShieldCheck, TriangleAlert } from 'lucide-react';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { StatPanes } from '@/components/ui/stat-panes.js';
import { formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { AlertsChart } from './alerts-chart.js';
import { securityDashboardQuery } from './api.js';
import { QuickActions, type QuickActionsProps } from './quick-actions.js';
import { RecentEvents } from './recent-events.js';

export function SecurityOverview(ways: QuickActionsProps) {
  const { dashboard: m } = t(securityMessages);
  const query = useQuery(securityDashboardQuery);
  useFailureToast(query, m.loadFailed);
  const { data } = query;

  if (!data && query.isError) {
    return <QueryError query={query} title={m.loadFailed} />;
  }
  const figure = (value: number | undefined) => (value === undefined ? '–' : formatFigure(value));
  const alerts = data?.security.totalAlerts;
  return (
    <>
      <StatPanes
        panes={[
          { icon: ShieldAlert, term: m.activeAlerts, value: figure(alerts) },
          { icon: Ban, term: m.blockedIps, value: figure(data?.security.blockedIPs) },
          {
            icon: LifeBuoy,
            term: m.recoveryActions,
            value: figure(data?.recovery.totalRecoveries),
          },
          {
            icon: alerts ? TriangleAlert : ShieldCheck,
            term: m.systemStatus,
            value: alerts === undefined ? '–' : <SystemStatus healthy={alerts === 0} />,
          },
        ]}
      />
      <div className="grid grid-cols-1 lg:grid-cols-[1fr_320px] gap-4 mt-4 items-start">
        <RecentEvents events={data?.recentEvents} />
        <QuickActions {...ways} />
      </div>
      <AlertsChart timeline={data?.timeline} />
    </>
  );
}

function SystemStatus({ healthy }: { healthy: boolean }) {
  const { dashboard: m } = t(securityMessages);
  return (
    <span className={healthy ? 'text-success' : 'text-danger'}>
      {healthy ? m.healthy : m.alert}
    </span>
  );
}
