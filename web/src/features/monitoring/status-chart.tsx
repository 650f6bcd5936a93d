import type { StatusHistoryDay } from '@casement/proto/http/install/monitoring.js';
import { useQuery } from '@tanstack/react-query';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { formatDay, formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { statusHistoryQuery } from './api.js';

/** Stacking order from bottom to top. */
const LAYERS = ['completed', 'failed', 'manual_review', 'active'] as const;
type Layer = (typeof LAYERS)[number];

const COLOUR: Record<Layer, string> = {
  completed: 'var(--success)',
  failed: 'var(--danger)',
  manual_review: 'var(--review)',
  active: 'var(--glass)',
};

const HEIGHT = 96;
const BAR = 10;
const GAP = 3;

const sizeOf = ({ counts }: StatusHistoryDay, layer: Layer): number =>
  layer === 'active' ? counts.pending + counts.preparing + counts.running : counts[layer];
const totalOf = (day: StatusHistoryDay): number =>
  LAYERS.reduce((sum, layer) => sum + sizeOf(day, layer), 0);

export function StatusChart() {
  const { monitoring: m } = t(adminInstallMessages);
  const query = useQuery(statusHistoryQuery);
  return (
    <section className="frame my-4" aria-labelledby="chart-title">
      <div className="frame-head flex-wrap">
        <h2 id="chart-title">{m.chart}</h2>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground ml-auto">
          {LAYERS.map((layer) => (
            <li key={layer} className="flex items-center gap-1.5">
              <span className="size-2 rounded-[2px]" style={{ background: COLOUR[layer] }} />
              {m.layers[layer]}
            </li>
          ))}
        </ul>
      </div>
      {query.data ? (
        <Bars days={query.data} />
      ) : (
        <QueryFallback query={query} title={m.chartFailed} rows={2} />
      )}
    </section>
  );
}

function Bars({ days }: { days: StatusHistoryDay[] }) {
  const { monitoring: m } = t(adminInstallMessages);
  const highest = Math.max(0, ...days.map(totalOf));
  const width = Math.max(BAR, days.length * (BAR + GAP) - GAP);
  const all = days.reduce((sum, day) => sum + totalOf(day), 0);
  const last = days.at(-1);
  return (
    <div className="p-4">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        className="w-full h-32"
        preserveAspectRatio="none"
        role="img"
        aria-label={m.chartOf(formatFigure(all), days.length)}
      >
        {days.map((day, i) => (
          <Bar key={day.date} day={day} x={i * (BAR + GAP)} unit={HEIGHT / (highest || 1)} />
        ))}
      </svg>
      <p className="flex justify-between text-xs text-muted-foreground num mt-1">
        <span>{days[0] && formatDay(days[0].date)}</span>
        <span>{highest > 0 ? m.highest(formatFigure(highest)) : m.noneThen}</span>
        <span>{last && formatDay(last.date)}</span>
      </p>
    </div>
  );
}

function Bar({ day, x, unit }: { day: StatusHistoryDay; x: number; unit: number }) {
  const { monitoring: m } = t(adminInstallMessages);
  const parts = LAYERS.filter((layer) => sizeOf(day, layer) > 0);
  const counts = parts.map((layer) => `${m.layers[layer]} ${sizeOf(day, layer)}`).join(', ');
  const below = (layer: Layer) =>
    LAYERS.slice(0, LAYERS.indexOf(layer)).reduce((sum, lower) => sum + sizeOf(day, lower), 0);
  return (
    <g data-date={day.date}>
      <title>{`${formatDay(day.date)}: ${counts || m.noneThatDay}`}</title>
      {/* Lets the tooltip appear on empty days too. */}
      <rect x={x} y={0} width={BAR} height={HEIGHT} fill="transparent" />
      {parts.map((layer) => (
        <rect
          key={layer}
          data-layer={layer}
          x={x}
          width={BAR}
          y={HEIGHT - (below(layer) + sizeOf(day, layer)) * unit}
          height={sizeOf(day, layer) * unit}
          fill={COLOUR[layer]}
        />
      ))}
    </g>
  );
}
