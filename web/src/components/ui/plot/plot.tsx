import { useId, useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { ErrorBoundary } from '@/components/ui/feedback/error-boundary.js';
import { t } from '@/lib/i18n/messages.js';
import { lazyPart } from '@/lib/lazy-part.js';
import { adminTrendMessages } from '@/messages/admin/admin-trends.js';
import { OnceSeen } from './once-seen.js';
import { HEIGHT, LineSample, type PlotLook } from './plot-looks.js';
import { PlotTable } from './plot-table.js';

const LinePlot = lazyPart(() => import('./line-plot.js'));

export interface PlotLine {
  name: string;
  look: PlotLook;
  /** As many as `starts`. */
  values: readonly number[];
}

export interface PlotProps {
  /** What is shown, in one sentence. */
  label: string;
  lines: readonly PlotLine[];
  /** The names of the points. */
  starts: readonly string[];
  /** All that a point says. */
  readingOf: (point: number) => string;
  format: (value: number) => string;
  hint: string;
}

/** A plot with its key, and the table behind it; the table also stands in where the plot's code does not come. */
export function Plot({
  title,
  help,
  totals,
  startHead,
  ...plot
}: Omit<PlotProps, 'hint'> & { title: string; help: string; totals: string; startHead: string }) {
  const m = t(adminTrendMessages);
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const { lines, starts, format } = plot;
  const table = (
    <PlotTable label={m.tableOf(title)} startHead={startHead} {...{ lines, starts, format }} />
  );
  return (
    <div role="group" aria-labelledby={id} className="p-4 min-w-0">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="flex-1" style={{ flexBasis: 200 }}>
          <h3 id={id} className="text-sm font-[560]">
            {title}
          </h3>
          <p className="num text-sm">{totals}</p>
        </div>
        <Button size="sm" variant="ghost" onClick={() => setAsTable(!asTable)}>
          {asTable ? m.showPlot : m.showTable}
        </Button>
      </div>
      <p className="text-xs text-muted-foreground">{help}</p>
      {asTable ? (
        table
      ) : (
        <>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground mt-2">
            {lines.map(({ name, look }) => (
              <li key={name} className="flex items-center gap-1.5">
                <LineSample look={look} />
                {name}
              </li>
            ))}
          </ul>
          <ErrorBoundary fallback={table}>
            <OnceSeen height={`calc(${HEIGHT}px + 3em)`}>
              <LinePlot {...plot} hint={m.read} />
            </OnceSeen>
          </ErrorBoundary>
          <p className="flex justify-between text-xs text-muted-foreground num">
            <span>{starts[0]}</span>
            <span>{starts.at(-1)}</span>
          </p>
        </>
      )}
    </div>
  );
}
