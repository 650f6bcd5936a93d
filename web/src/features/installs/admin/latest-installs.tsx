import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { HardDrive } from 'lucide-react';
import { Panel } from '@/components/ui/panel.js';
import { InstallStatusBadge } from '@/components/installs/install-status-badge.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { DelayedPlaceholder } from '@/components/ui/feedback/skeleton.js';
import { EmptyState } from '@/components/ui/feedback/states.js';
import type { TableSource } from '@/components/ui/table/data-table.js';
import { formatAgo } from '@/lib/format/format.js';
import { addressOf } from '@/lib/installs/place.js';
import { t } from '@/messages/i18n.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { commonMessages } from '@/messages/common.js';

const SHOWN = 5;

export function LatestInstalls({
  query,
  title,
  failed,
  viewAll,
  onViewAll,
}: {
  query: TableSource<InstallRecord>;
  title: string;
  failed: string;
  viewAll: string;
  onViewAll: () => void;
}) {
  const m = t(adminInstallMessages);
  const { loading } = t(commonMessages);
  const installs = query.data?.items;
  return (
    <Panel
      className="mt-5 overflow-hidden"
      title={title}
      aside={
        <button type="button" className="link ml-auto text-sm" onClick={onViewAll}>
          {viewAll}
        </button>
      }
    >
      {installs?.length === 0 ? (
        <EmptyState icon={HardDrive} title={m.empty} help={m.emptyHelp} />
      ) : installs ? (
        <ul>
          {installs.slice(0, SHOWN).map((install) => (
            <li
              key={install.id}
              className="flex items-center gap-3 px-4 py-2.5 border-b last:border-0"
            >
              <div className="flex-1 min-w-0">
                <p className="mono font-[500]">{addressOf(install)}</p>
                <p className="text-sm text-muted-foreground truncate">
                  {install.username ?? m.unknownUser} · {install.win_name ?? install.win_ver}
                  <span className="max-sm:hidden"> · {formatAgo(install.created_at)}</span>
                </p>
              </div>
              <InstallStatusBadge status={install.status} />
            </li>
          ))}
        </ul>
      ) : query.isError ? (
        <QueryError query={query} bare title={failed} />
      ) : (
        <DelayedPlaceholder label={loading}>
          {Array.from({ length: SHOWN }, (_, i) => (
            <div key={i} className="px-4 py-2.5 border-b last:border-0">
              <p className="mono font-[500]">
                <span className="skel">{'\u00a0'.repeat(14)}</span>
              </p>
              <p className="text-sm">
                <span className="skel">{'\u00a0'.repeat(40)}</span>
              </p>
            </div>
          ))}
        </DelayedPlaceholder>
      )}
    </Panel>
  );
}
