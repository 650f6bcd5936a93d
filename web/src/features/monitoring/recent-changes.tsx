import type { InstallRecord } from '@casement/proto/http/install.js';
import { InstallStatusBadge } from '@/components/installs/install-status-badge.js';
import { formatAgo } from '@/lib/format/format.js';
import { t } from '@/lib/i18n/messages.js';
import { adminInstallMessages } from '@/messages/admin/admin-installs.js';

const SHOWN = 5;

/** The installs whose status changed last. */
export function RecentChanges({ installs }: { installs: InstallRecord[] }) {
  const { monitoring: m, unknownUser } = t(adminInstallMessages);
  return (
    <section className="frame" aria-labelledby="changes-title">
      <div className="frame-head">
        <h2 id="changes-title">{m.recent}</h2>
      </div>
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
    </section>
  );
}
