import type { SeriesUnit } from '@casement/proto/http/series.js';
import { formatDay } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { adminTrendMessages } from '@/messages/admin/admin-trends.js';
import type { PlotLine } from './plot-looks.js';
import { Plot } from './plot.js';

/** Returns a point's name: `21 Nov 2026`, `Week from 16 Nov 2026`, `Nov 2026`. */
function startName(unit: SeriesUnit, start: string): string {
  const day = formatDay(start);
  if (unit === 'month') return day.replace(/^\d+ /, '');
  return unit === 'week' ? t(adminTrendMessages).weekFrom(day) : day;
}

/** Short name for axis labels, without repeating the unit. */
const shortStart = (unit: SeriesUnit, start: string): string =>
  unit === 'month' ? startName(unit, start) : formatDay(start);

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

interface Series<P> {
  unit: SeriesUnit;
  current: readonly P[];
  previous: readonly P[];
}

interface Counted<P> {
  name: string;
  look: 'main' | 'failed';
  of: (point: P) => number;
}

/** A series compared with the previous period, with a line per measure. */
export function SeriesPlot<P extends { start: string }>({
  title,
  help,
  series: { unit, current, previous },
  counted,
  format,
}: {
  title: string;
  help: string;
  series: Series<P>;
  counted: readonly Counted<P>[];
  format: (value: number) => string;
}) {
  const m = t(adminTrendMessages);
  const totals = counted.map(({ name, of }) => {
    const total = m.total(format(sumOf(current.map(of))), format(sumOf(previous.map(of))));
    return counted.length > 1 ? `${name} ${total}` : total;
  });
  const lines = counted.flatMap(({ name, look, of }): PlotLine[] => [
    { name, look, values: current.map(of) },
    { name: m.before(name), look: `${look}-before`, values: previous.map(of) },
  ]);
  const readingOf = (i: number) => {
    const [now, before] = [current[i], previous[i]];
    if (!now || !before) return '';
    const say = (point: P) =>
      counted
        .map(({ name, of }) =>
          counted.length > 1 ? `${name} ${format(of(point))}` : format(of(point)),
        )
        .join(', ');
    const soFar = i === current.length - 1 ? ` (${m.soFar})` : '';
    return `${startName(unit, now.start)}${soFar}: ${say(now)}; ${m.instead(shortStart(unit, before.start))}: ${say(before)}`;
  };
  return (
    <Plot
      title={title}
      help={help}
      totals={totals.join(' · ')}
      label={m.plot(title, m.ranges[unit], totals.join(', '))}
      lines={lines}
      starts={current.map(({ start }) => shortStart(unit, start))}
      startHead={m.start[unit]}
      readingOf={readingOf}
      format={format}
    />
  );
}
