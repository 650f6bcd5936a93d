import type { SeriesUnit } from '@casement/proto/http/series.js';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { revenueQuery } from '@/features/billing/admin/api.js';
import { RevenuePlot } from '@/features/billing/admin/revenue-plot.js';
import { outcomesQuery } from '@/features/monitoring/api.js';
import { OutcomePlot } from '@/features/monitoring/outcome-plot.js';
import { t } from '@/messages/i18n.js';
import { useHistoryState } from '@/lib/navigation/history-state.js';
import { adminTrendMessages } from '@/messages/admin/overview/admin-trends.js';

const UNITS = ['day', 'week', 'month'] as const satisfies SeriesUnit[];

const INITIAL_UNIT = 'day';

/** Fetches the trends concurrently with the content above them. */
export function useTrends() {
  const [unit, setUnit] = useHistoryState<SeriesUnit>('trends', INITIAL_UNIT);
  const revenue = useQuery(revenueQuery(unit));
  const outcomes = useQuery(outcomesQuery(unit));
  return { unit, setUnit, revenue, outcomes };
}

/** Revenue and installs by day, week or month. Each chart is shown even if the other failed to load. */
export function Trends({ unit, setUnit, revenue, outcomes }: ReturnType<typeof useTrends>) {
  const m = t(adminTrendMessages);
  return (
    <section className="frame mt-5 overflow-hidden" aria-labelledby="trends-title">
      <div className="frame-head flex-wrap">
        <h2 id="trends-title" className="flex-1 max-sm:basis-full">
          {m.title}
        </h2>
        <div className="flex flex-wrap gap-1.5" role="group" aria-label={m.by}>
          {UNITS.map((option) => (
            <Button
              key={option}
              size="sm"
              variant={option === unit ? 'outline' : 'ghost'}
              className={option === unit ? 'is-chosen' : undefined}
              aria-pressed={option === unit}
              onClick={() => setUnit(option)}
            >
              {m.units[option]}
            </Button>
          ))}
        </div>
      </div>
      <div
        className="grid"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 400px), 1fr))' }}
      >
        <Loaded query={revenue} label={m.revenue}>
          {(series) => <RevenuePlot series={series} />}
        </Loaded>
        <Loaded query={outcomes} label={m.outcomes}>
          {(series) => <OutcomePlot series={series} />}
        </Loaded>
      </div>
    </section>
  );
}

function Loaded<T>({
  query,
  label,
  children,
}: {
  query: UseQueryResult<T>;
  label: string;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  return (
    <div className="min-w-0" style={{ minHeight: 340 }}>
      {
        <QueryFallback
          query={query}
          bare
          title={`${label}: ${t(adminTrendMessages).loadFailed}`}
          rows={8}
        />
      }
    </div>
  );
}
