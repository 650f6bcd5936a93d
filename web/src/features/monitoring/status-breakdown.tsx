import type { InstallStatus } from '@casement/proto/http/install/install.js';
import type { InstallMonitoring } from '@casement/proto/http/install/monitoring.js';
import { Panel } from '@/components/ui/panel.js';
import { INSTALL_STATUS_STYLES } from '@/components/installs/install-status-badge.js';
import { formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { installMessages } from '@/messages/install/install.js';

/** Uses a single hue for counts, except for failures. */
const COLOUR: Partial<Record<InstallStatus, string>> = {
  failed: 'var(--chart-3)',
  manual_review: 'var(--chart-4)',
};

export function StatusBreakdown({
  counts,
}: {
  counts: InstallMonitoring['statistics']['statusBreakdown'];
}) {
  const { monitoring: m } = t(adminInstallMessages);
  const names = t(installMessages).statuses;
  const statuses = Object.keys(names) as InstallStatus[];
  const all = Math.max(
    1,
    statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0),
  );
  return (
    <Panel title={m.breakdown}>
      <ul className="px-4 py-3 grid gap-2.5">
        {statuses.map((status) => {
          const { icon: Icon } = INSTALL_STATUS_STYLES[status];
          return (
            <li key={status} data-status={status}>
              <span className="flex items-center gap-2 text-sm mb-1">
                <Icon className="ic ic-sm text-muted-foreground" />
                <span className="flex-1">{names[status]}</span>
                <span className="num font-[560]">{formatFigure(counts[status] ?? 0)}</span>
              </span>
              <span className="block h-1 rounded-[2px] bg-secondary overflow-hidden">
                <span
                  className="block h-full"
                  style={{
                    width: `${((counts[status] ?? 0) / all) * 100}%`,
                    background: COLOUR[status] ?? 'var(--chart-1)',
                  }}
                />
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
