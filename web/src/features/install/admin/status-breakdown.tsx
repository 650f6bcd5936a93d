import type { InstallMonitoring, InstallStatus } from '@casement/proto/http/install.js';
import { formatFigure } from '@/lib/format.js';
import { t } from '@/lib/messages.js';
import { adminInstallMessages } from '@/messages/admin-installs.js';
import { installMessages } from '@/messages/install.js';
import { InstallStatusBadge } from '../components/install-status-badge.js';

/** Each status with its count and its share. */
export function StatusBreakdown({
  counts,
}: {
  counts: InstallMonitoring['statistics']['statusBreakdown'];
}) {
  const { monitoring: m } = t(adminInstallMessages);
  const statuses = Object.keys(t(installMessages).statuses) as InstallStatus[];
  const all = Math.max(
    1,
    statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0),
  );
  return (
    <section className="frame" aria-labelledby="breakdown-title">
      <div className="frame-head">
        <h2 id="breakdown-title">{m.breakdown}</h2>
      </div>
      <ul className="px-4 py-3 grid gap-2.5">
        {statuses.map((status) => (
          <li key={status} className="flex items-center gap-3">
            <span className="w-32">
              <InstallStatusBadge status={status} />
            </span>
            <span className="flex-1 h-1.5 rounded-[2px] bg-secondary overflow-hidden">
              <span
                className="block h-full bg-glass"
                style={{ width: `${((counts[status] ?? 0) / all) * 100}%` }}
              />
            </span>
            <span className="num font-[560] w-12 text-right">
              {formatFigure(counts[status] ?? 0)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
