import type { SeriesUnit } from '@casement/proto/http/series.js';
import { ChartLine } from 'lucide-react';
import { EmptyState } from '@/components/ui/feedback/states.js';
import { formatDay } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { adminTrendMessages } from '@/messages/admin/overview/admin-trends.js';
import type { PlotLine } from './plot-styles.js';
import { Plot } from './plot.js';

/** Returns a point's name: `21 Nov 2026`, `Week from 16 Nov 2026`, `Nov 2026`. */
function startName(unit: SeriesUnit, start: string): string {
  const day = formatDay(start);
  if (unit === 'month') return day.replace(/^\d+ /, '');
  return unit === 'week' ? t(adminTrendMessages).weekFrom(day) : day;
}

/** Short name for axis labels, without repeating the unit. */
const formatPeriodStart = (unit: SeriesUnit, start: string): string =>
  unit === 'month' ? startName(unit, start) : formatDay(start);

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

interface Series<P> {
  unit: SeriesUnit;
  current: readonly P[];
  previous: readonly P[];
}

interface PlotMetric<P> {
  name: string;
  variant: 'main' | 'failed';
  valueOf: (point: P) => number;
}

/** A series compared with the previous period, with a line per measure. */
export function SeriesPlot<P extends { start: string }>({
  title,
  empty,
  help,
  series: { unit, current, previous },
  metrics,
  format,
}: {
  title: string;
  /** Title of the empty state, when every value of both periods is zero. */
  empty: string;
  help: string;
  series: Series<P>;
  metrics: readonly PlotMetric<P>[];
  format: (value: number) => string;
}) {
  const m = t(adminTrendMessages);
  const before = m.before[unit];
  if ([...current, ...previous].every((point) => metrics.every(({ valueOf }) => !valueOf(point)))) {
    return (
      <div className="min-w-0 p-4">
        <h3 className="text-sm font-[560]">{title}</h3>
        <EmptyState icon={ChartLine} title={empty} help={m.emptyHelp(m.ranges[unit], before)} />
      </div>
    );
  }
  const totals = metrics.map(({ name, valueOf }) => {
    const total = m.total(
      format(sumOf(current.map(valueOf))),
      before,
      format(sumOf(previous.map(valueOf))),
    );
    return metrics.length > 1 ? `${name} ${total}` : total;
  });
  const lines = metrics.flatMap(({ name, variant, valueOf }): PlotLine[] => [
    { name, variant, values: current.map(valueOf) },
    {
      name: m.lineBefore(name, before),
      variant: `${variant}-before`,
      values: previous.map(valueOf),
    },
  ]);
  const describePoint = (i: number) => {
    const [now, then] = [current[i], previous[i]];
    if (!now || !then) return '';
    const describe = (point: P) =>
      metrics
        .map(({ name, valueOf }) =>
          metrics.length > 1 ? `${name} ${format(valueOf(point))}` : format(valueOf(point)),
        )
        .join(', ');
    const soFar = i === current.length - 1 ? ` (${m.soFar})` : '';
    return `${startName(unit, now.start)}${soFar}: ${describe(now)}; ${m.instead(formatPeriodStart(unit, then.start))}: ${describe(then)}`;
  };
  return (
    <Plot
      title={title}
      help={help}
      totals={totals.join(' · ')}
      label={m.plot(title, m.ranges[unit], totals.join(', '))}
      lines={lines}
      starts={current.map(({ start }) => formatPeriodStart(unit, start))}
      startHead={m.start[unit]}
      describePoint={describePoint}
      format={format}
    />
  );
}
