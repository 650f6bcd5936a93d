import type { PlotProps } from './plot.js';

/** The figures of a plot, the newest first. */
export function PlotTable({
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
              <th key={name} scope="col" className="font-[560] text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {starts
            .map((start, i) => (
              <tr key={start} className="border-t">
                <th scope="row" className="text-left font-normal py-0.5">
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
