import type { SecurityAlert } from '@casement/proto/http/security/alerts.js';
import { RECENT_EVENTS } from '@casement/proto/http/security/security-limits.js';
import { ShieldCheck } from 'lucide-react';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { Panel } from '@/components/ui/panel.js';
import { IDLE_POLL_MS } from '@/config/limits.js';
import { formatAgo } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useNow } from '@/lib/use-now.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { commonMessages } from '@/messages/common.js';
import { ALERT_ICONS } from '../alert-type.js';
import { alertMessage } from '../reasons.js';
import { SeverityBadge } from '../severity-badge.js';

/** The newest three alerts (SPEC §2, §9); undefined while loading. */
export function RecentEvents({ events }: { events: SecurityAlert[] | undefined }) {
  const { dashboard: m } = t(securityMessages);
  // Rerenders so that displayed ages stay current.
  useNow(IDLE_POLL_MS);
  return (
    <Panel title={m.recent}>
      {!events ? (
        <RowsSkeleton label={t(commonMessages).loading} rows={RECENT_EVENTS} />
      ) : events.length === 0 ? (
        <p className="flex items-center gap-2 p-4 text-sm text-muted-foreground">
          <ShieldCheck className="ic" />
          {m.noRecent}
        </p>
      ) : (
        <ul>
          {events.slice(0, RECENT_EVENTS).map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Event({ event }: { event: SecurityAlert }) {
  const { alerts } = t(securityMessages);
  const Icon = ALERT_ICONS[event.type];
  return (
    <li className="flex items-start gap-3 px-4 py-3 border-b last:border-0">
      <Icon className="ic mt-[3px] text-muted-foreground" />
      <div className="flex-1 min-w-0">
        <p className="wrap-anywhere">{alertMessage(event)}</p>
        <p className="text-xs text-muted-foreground">
          <span className="mono wrap-anywhere">{event.ip || alerts.manyAddresses}</span> ·{' '}
          {formatAgo(event.timestamp)}
        </p>
      </div>
      <SeverityBadge severity={event.severity} />
    </li>
  );
}
