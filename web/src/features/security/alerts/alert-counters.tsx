import type { AlertType } from '@casement/proto/http/security/alerts.js';
import type { TimeRange } from '@casement/proto/http/security/time-ranges.js';
import { useQuery } from '@tanstack/react-query';
import { cn } from '@/components/ui/class-names.js';
import { formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { ALERT_ICONS, ALERT_TYPES } from '../alert-type.js';
import { alertStatsQuery } from './api.js';

/** Counters double as filters: each is a toggle that filters by its type. */
export function AlertCounters({
  timeRange,
  type,
  onType,
}: {
  timeRange: TimeRange;
  type: AlertType | 'all';
  onType: (type: AlertType | 'all') => void;
}) {
  const { types, alerts: m } = t(securityMessages);
  // A figure that failed to load is a dash; the table below shows the reason.
  const { data } = useQuery(alertStatsQuery(timeRange));
  return (
    <div className="panes grid-cols-3 mb-4" role="group" aria-label={m.counters}>
      {ALERT_TYPES.map((alertType) => {
        const Icon = ALERT_ICONS[alertType];
        const chosen = alertType === type;
        return (
          <button
            key={alertType}
            type="button"
            className={cn(
              'flex items-center gap-2.5 text-left focus-visible:outline-offset-[-2px]! hover:bg-accent',
              'max-sm:flex-col max-sm:items-start max-sm:gap-0 max-sm:px-3!',
              chosen && 'is-chosen',
            )}
            aria-pressed={chosen}
            onClick={() => onType(chosen ? 'all' : alertType)}
          >
            <Icon className="ic text-muted-foreground max-sm:hidden" />
            <span className="text-sm text-muted-foreground sm:flex-1">{types[alertType]}</span>
            <span className="num text-xl font-[620] tracking-tight">
              {data ? formatFigure(data.alerts.byType[alertType]) : '–'}
            </span>
          </button>
        );
      })}
    </div>
  );
}
