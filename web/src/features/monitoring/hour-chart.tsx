import type { InstallHour } from '@casement/proto/http/install/monitoring.js';
import { useQuery } from '@tanstack/react-query';
import { cn } from '@/components/ui/class-names.js';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { formatFigure, formatHour } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { installHoursQuery } from './api.js';
import { HourTable } from './hour-table.js';
import { failurePointsOf, sumOf } from './hours.js';

/** Interval of hour labels in bars; twice as large on a phone. */
const LABELLED = 3;
/** Minimum distance between two peak labels in bars, to keep them from overlapping. On a phone it is larger. */
const MIN_LABEL_GAP = 3;
const MIN_LABEL_GAP_ON_PHONE = 9;

/** Installs that ended in each of the last 24 hours: completed and, stacked on top in the failure color, failed. */
export function HourChart() {
  const { hours: m, chartFailed } = t(adminInstallMessages).monitoring;
  const query = useQuery(installHoursQuery);
  return (
    <section className="frame" aria-labelledby="hours-title">
      <div className="frame-head flex-wrap">
        <h2 id="hours-title">{m.title}</h2>
        <span className="text-sm text-muted-foreground">{m.span}</span>
      </div>
      {query.data ? (
        <div className="p-4 grid gap-3">
          <Bars hours={query.data} />
          <HourTable hours={query.data} />
        </div>
      ) : (
        <QueryFallback query={query} title={chartFailed} rows={4} />
      )}
    </section>
  );
}

function Bars({ hours }: { hours: InstallHour[] }) {
  const { hours: m } = t(adminInstallMessages).monitoring;
  const top = topOf(Math.max(1, ...hours.map(finishedIn)));
  const labels = labelsOf(hours);
  const height = (n: number) => `${(n / top) * 100}%`;
  return (
    <div
      role="img"
      aria-label={m.summary(
        formatFigure(sumOf(hours, 'completed')),
        formatFigure(sumOf(hours, 'failed')),
      )}
      className="grid gap-x-2 text-xs text-muted-foreground num"
      style={{ gridTemplateColumns: 'auto 1fr' }}
    >
      <div className="relative mt-5" style={{ height: 144 }}>
        {/* Reserves the width of the widest figure. */}
        <span className="invisible">{formatFigure(top)}</span>
        {[top, top / 2, 0].map((figure) => (
          <span
            key={figure}
            className="absolute"
            style={{
              right: 0,
              top: `${100 - (figure / top) * 100}%`,
              transform: 'translateY(-50%)',
            }}
          >
            {formatFigure(figure)}
          </span>
        ))}
      </div>
      <div className="relative mt-5" style={{ height: 144 }}>
        {[0, 50, 100].map((from) => (
          <span key={from} className="absolute inset-x-0 border-t" style={{ top: `${from}%` }} />
        ))}
        <div className="absolute inset-0 flex gap-0.5">
          {hours.map((hour, i) => (
            <div
              key={hour.at}
              data-hour={hour.at}
              title={titleOf(hour)}
              className="flex-1 min-w-0 flex flex-col justify-end"
            >
              {labels.get(i) && <PeakLabel {...labels.get(i)!} i={i} of={hours.length} />}
              {hour.failed > 0 && (
                <span
                  data-part="failed"
                  className="block shrink-0 rounded-[2px]"
                  style={{
                    height: height(hour.failed),
                    marginBottom: 2,
                    background: 'var(--chart-3)',
                  }}
                />
              )}
              <span
                data-part="completed"
                className="block shrink-0"
                style={{
                  height: height(hour.completed),
                  background: 'var(--chart-1)',
                  borderRadius: '2px 2px 0 0',
                  opacity: i === hours.length - 1 ? 0.5 : undefined,
                }}
              />
            </div>
          ))}
        </div>
      </div>
      <span />
      <div className="flex gap-0.5 mt-1.5">
        {hours.map(({ at }, i) => (
          <span key={at} className="flex-1 relative" style={{ height: 16 }}>
            {hourLabel(i, hours.length) && (
              <span
                className={cn(
                  'absolute whitespace-nowrap',
                  i % (2 * LABELLED) !== 0 && i < hours.length - 1 && 'max-sm:hidden',
                )}
                // The last label grows inwards: "sekarang" is wider than two bars.
                style={
                  i === hours.length - 1
                    ? { right: 0 }
                    : { left: '50%', transform: 'translateX(-50%)' }
                }
              >
                {i === hours.length - 1 ? m.now : formatHour(at)}
              </span>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

const finishedIn = ({ completed, failed }: InstallHour): number => completed + failed;

/** Rounds up to 2, 4, 6, 8, 10, 20, 40, 60, 80, 100, …, so that half of it is an integer. */
function topOf(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 4, 6, 8, 10].map((n) => n * power).find((n) => n >= Math.max(2, highest))!;
}

/** The last label is `now`; the previous label would touch it. */
const hourLabel = (i: number, of: number): boolean =>
  i === of - 1 || (i % LABELLED === 0 && i < of - 2);

/** Returns a text such as `20:00: 12 completed, 2 failed (stopped at 43 %, Checking)`. */
function titleOf(hour: InstallHour): string {
  const { hours: m, stoppedAt } = t(adminInstallMessages).monitoring;
  const counts = [
    m.completed(formatFigure(hour.completed)),
    hour.failed > 0 && m.failed(formatFigure(hour.failed)),
  ];
  const failurePoints = failurePointsOf(hour);
  const text = counts.filter(Boolean).join(', ');
  return `${formatHour(hour.at)}: ${text}${failurePoints ? ` (${stoppedAt(failurePoints)})` : ''}`;
}

interface Label {
  text: string;
  failed: boolean;
  /** Hidden on a phone. */
  wide?: boolean;
}

/** Returns labels for the bars with the most failed and the most completed installs. */
function labelsOf(hours: InstallHour[]): Map<number, Label> {
  const { hours: m } = t(adminInstallMessages).monitoring;
  const peak = (key: 'completed' | 'failed') =>
    hours.reduce((best, hour, i) => (hour[key] > hours[best]![key] ? i : best), 0);
  const labels = new Map<number, Label>();
  if (hours.length === 0) return labels;
  const [failed, completed] = [peak('failed'), peak('completed')];
  const most = hours[failed]!.failed;
  if (most > 0) labels.set(failed, { text: m.failed(formatFigure(most)), failed: true });
  const done = hours[completed]!.completed;
  const gap = most > 0 ? Math.abs(completed - failed) : hours.length;
  if (done > 0 && gap >= MIN_LABEL_GAP) {
    const text = m.completed(formatFigure(done));
    labels.set(completed, { text, failed: false, wide: gap < MIN_LABEL_GAP_ON_PHONE });
  }
  return labels;
}

/** Labels at the edges grow inwards. */
function PeakLabel({ text, failed, wide, i, of }: Label & { i: number; of: number }) {
  const side = i < 4 ? 'start' : i > of - 5 ? 'end' : 'center';
  return (
    <span
      className={cn(
        'shrink-0 whitespace-nowrap mb-1 font-[600]',
        wide && 'max-sm:hidden',
        failed ? 'text-danger' : 'text-foreground',
      )}
      style={{ alignSelf: side, width: 'max-content' }}
    >
      {text}
    </span>
  );
}
