import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { MonitorPlay } from 'lucide-react';
import { Panel } from '@/components/ui/panel.js';
import { InstallAddress } from '@/components/installs/install-address.js';
import { InstallStatusBadge } from '@/components/installs/install-status-badge.js';
import { Button } from '@/components/ui/button.js';
import { EmptyState } from '@/components/ui/feedback/states.js';
import { RECENT_INSTALLS } from '@/config/limits.js';
import { formatAgo } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { dashboardMessages } from '@/messages/dashboard.js';
import { InstallActions, type InstallActionHandlers } from './install-actions.js';

export function RecentActivity({
  installs,
  onViewAll,
  onInstall,
  ...handlers
}: InstallActionHandlers & {
  installs: InstallRecord[];
  onViewAll: () => void;
  onInstall: () => void;
}) {
  const m = t(dashboardMessages);
  return (
    <Panel
      className="mt-5"
      title={m.recentActivity}
      aside={
        <button type="button" className="link ml-auto text-sm" onClick={onViewAll}>
          {m.viewAll}
        </button>
      }
    >
      {installs.length === 0 ? (
        <EmptyState
          icon={MonitorPlay}
          title={m.noActivity}
          help={m.noActivityHelp}
          action={
            <Button size="sm" onClick={onInstall}>
              {m.installWindows}
            </Button>
          }
        />
      ) : (
        <ul>
          {installs.slice(0, RECENT_INSTALLS).map((install) => (
            <li
              key={install.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 border-b last:border-0"
            >
              <div className="flex-1 min-w-0">
                <p className="font-[500]">
                  <InstallAddress {...install} />
                </p>
                <p className="text-sm text-muted-foreground truncate">
                  {install.win_name ?? install.win_ver}
                  <span className="max-sm:hidden"> · {formatAgo(install.created_at)}</span>
                </p>
              </div>
              <InstallStatusBadge status={install.status} />
              <span className="inline-flex items-center justify-end gap-1 max-sm:w-full">
                <InstallActions install={install} {...handlers} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
