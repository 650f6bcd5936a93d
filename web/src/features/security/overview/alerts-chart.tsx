import type { AlertType } from '@casement/proto/http/security/alerts.js';
import type { SecurityStats } from '@casement/proto/http/security/stats.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { Panel } from '@/components/ui/panel.js';
import { formatDateTime, formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { securityToolsMessages } from '@/messages/admin/security/security-tools.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { commonMessages } from '@/messages/common.js';
import { ALERT_TYPES, AlertTypeName } from '../alert-type.js';

const DAYS = 30;
const DAY_MS = 86_400_000;
const HEIGHT = 32;
const BAR = 10;
const GAP = 3;

type Timeline = SecurityStats['timeline'];

/** Alerts per type and day. All three charts share a scale. */
export function AlertsChart({ timeline }: { timeline: Timeline | undefined }) {
  const { chart: m } = t(securityToolsMessages);
  return (
    <Panel className="mt-4" title={m.title}>
      {!timeline ? (
        <RowsSkeleton label={t(commonMessages).loading} rows={3} />
      ) : timeline.length === 0 ? (
        <p className="p-4 text-sm text-muted-foreground">{m.none}</p>
      ) : (
        <Rows days={fillMissingDays(timeline)} />
      )}
    </Panel>
  );
}

function Rows({ days }: { days: Timeline }) {
  const highest = Math.max(1, ...days.flatMap((day) => ALERT_TYPES.map((type) => day[type])));
  return (
    <div className="p-4 grid gap-3">
      {ALERT_TYPES.map((type) => (
        <Row key={type} type={type} days={days} highest={highest} />
      ))}
      <p className="flex justify-between text-xs text-muted-foreground num sm:pl-44">
        {[days.at(0), days.at(-1)].map((day, n) => (
          <span key={n}>{day && dayOf(day.at)}</span>
        ))}
      </p>
    </div>
  );
}

function Row({ type, days, highest }: { type: AlertType; days: Timeline; highest: number }) {
  const { chart: m } = t(securityToolsMessages);
  const counts = days.map((day) => day[type]);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const name = t(securityMessages).types[type];
  return (
    <div className="grid sm:grid-cols-[10rem_1fr] gap-x-4 gap-y-1 items-end text-sm">
      <p>
        <AlertTypeName type={type} />
        <span className="block text-xs text-muted-foreground num">
          {m.total(formatFigure(all))}
        </span>
      </p>
      <svg
        viewBox={`0 0 ${days.length * (BAR + GAP) - GAP} ${HEIGHT}`}
        className="w-full h-8 border-b"
        preserveAspectRatio="none"
        role="img"
        aria-label={m.rowOf(name, formatFigure(all), formatFigure(Math.max(...counts)))}
      >
        {days.map((day, i) => (
          <g key={day.at}>
            <title>{m.day(dayOf(day.at), formatFigure(day[type]))}</title>
            {/* Lets the tooltip appear on empty days too. */}
            <rect x={i * (BAR + GAP)} width={BAR} height={HEIGHT} fill="transparent" />
            <rect
              x={i * (BAR + GAP)}
              width={BAR}
              y={HEIGHT - (day[type] / highest) * HEIGHT}
              height={(day[type] / highest) * HEIGHT}
              fill="var(--glass)"
              // The current day is incomplete.
              opacity={i === days.length - 1 ? 0.5 : 1}
            />
          </g>
        ))}
      </svg>
    </div>
  );
}

/** Returns a date such as `21 Nov 2026`. */
const dayOf = (at: string): string => formatDateTime(at).split(',')[0] ?? '';

/** Fills in days without alerts, which the server omits. The days of the server begin at midnight UTC. */
function fillMissingDays(timeline: Timeline): Timeline {
  const byDay = new Map(timeline.map((day) => [Date.parse(day.at), day]));
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return Array.from({ length: DAYS + 1 }, (_, i) => {
    const at = today - (DAYS - i) * DAY_MS;
    const none = { brute_force: 0, rate_limit: 0, suspicious: 0 };
    return byDay.get(at) ?? { at: new Date(at).toISOString(), ...none };
  });
}
