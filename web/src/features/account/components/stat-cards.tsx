import type { DashboardResponse } from '@casement/proto/http/auth/account.js';
import { CircleCheck, LoaderCircle, Server, type LucideIcon } from 'lucide-react';
import { formatFigure, formatPercent, NO_VALUE } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { dashboardMessages } from '@/messages/dashboard.js';

export function StatCards({ stats }: { stats: DashboardResponse['stats'] }) {
  const m = t(dashboardMessages);
  return (
    <dl className="panes grid-cols-3 max-sm:[&>*]:px-3!">
      <Stat
        icon={Server}
        term={m.totalVps}
        value={formatFigure(stats.totalVPS)}
        help={m.totalVpsHelp}
      />
      <Stat
        icon={LoaderCircle}
        term={m.activeInstall}
        value={formatFigure(stats.activeConnections)}
        help={m.activeInstallHelp(stats.activeConnections)}
      />
      <Stat
        icon={CircleCheck}
        term={m.successRate}
        value={stats.successRate === null ? NO_VALUE : formatPercent(stats.successRate)}
        help={m.successRateHelp}
      />
    </dl>
  );
}

function Stat(props: { icon: LucideIcon; term: string; value: string; help: string }) {
  const Icon = props.icon;
  return (
    <div>
      <dt className="flex items-center gap-2 text-sm text-muted-foreground">
        <Icon className="ic ic-sm max-sm:hidden" />
        {props.term}
      </dt>
      <dd className="num text-3xl font-[620] tracking-[-0.03em] mt-1">{props.value}</dd>
      <dd className="text-xs text-muted-foreground mt-0.5 max-sm:hidden">{props.help}</dd>
    </div>
  );
}
