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
      <table className="table num" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{startHead}</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col" className="text-right! whitespace-normal!">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {starts
            .map((start, i) => (
              <tr key={start}>
                <th scope="row" className="text-left font-normal">
                  {start}
                </th>
                {lines.map(({ name, values }) => (
                  <td key={name} className="text-right">
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
