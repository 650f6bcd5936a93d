import { useId, useState, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { ErrorBoundary } from '@/components/ui/feedback/error-boundary.js';
import { t } from '@/messages/i18n.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { adminTrendMessages } from '@/messages/admin/overview/admin-trends.js';
import { HEIGHT, LineSample, type PlotProps } from './plot-styles.js';

const LinePlot = lazyComponent(() => import('./line-plot.js'));

/** A plot with its legend and a table of the same data, which also replaces the plot if its code fails to load. */
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
    <PlotTable
      label={m.tableOf(title)}
      startHead={startHead}
      lines={lines}
      starts={starts}
      format={format}
    />
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
            {lines.map(({ name, variant }) => (
              <li key={name} className="flex items-center gap-1.5">
                <LineSample variant={variant} />
                {name}
              </li>
            ))}
          </ul>
          <ErrorBoundary fallback={table}>
            <RenderWhenVisible height={`calc(${HEIGHT}px + 3em)`}>
              <LinePlot {...plot} hint={m.read} />
            </RenderWhenVisible>
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

/** Reserves the height of a part whose code is fetched only when it scrolls into view. */
function RenderWhenVisible({ height, children }: { height: string; children: ReactNode }) {
  const [visible, setVisible] = useState(() => !('IntersectionObserver' in window));
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current || visible) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setVisible(true);
    });
    observer.observe(container.current);
    return () => observer.disconnect();
  }, [visible]);
  const empty = <div ref={container} style={{ height }} />;
  return visible ? <Suspense fallback={empty}>{children}</Suspense> : empty;
}

/** Values of a plot as a table, newest first. */
function PlotTable({
  label,
  startHead,
  lines,
  starts,
  format,
}: Pick<PlotProps, 'lines' | 'starts' | 'format'> & { label: string; startHead: string }) {
  return (
    <div
      className="scroll-area overflow-auto mt-2"
      style={{ maxHeight: 300 }}
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <table className="w-full num" aria-label={label}>
        <thead>
          <tr className="text-muted-foreground">
            <th scope="col" className="font-[560] text-left">
              {startHead}
            </th>
            {lines.map(({ name }) => (
              <th key={name} scope="col" className="font-[560] text-right pl-4">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {starts
            .map((start, i) => (
              <tr key={start} className="border-t">
                <th scope="row" className="text-left font-normal py-0.5 whitespace-nowrap">
                  {start}
                </th>
                {lines.map(({ name, values }) => (
                  <td key={name} className="text-right pl-4">
                    {format(values[i] ?? 0)}
                  </td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </div>
  );
}
