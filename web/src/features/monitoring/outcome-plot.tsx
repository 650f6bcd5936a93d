import type { OutcomeSeries } from '@casement/proto/http/series.js';
import { SeriesPlot } from '@/components/ui/plot/series-plot.js';
import { formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { adminTrendMessages } from '@/messages/admin/overview/admin-trends.js';

export function OutcomePlot({ series }: { series: OutcomeSeries }) {
  const m = t(adminTrendMessages);
  return (
    <SeriesPlot
      title={m.outcomes}
      empty={m.empty.outcomes}
      help={m.outcomesHelp}
      series={series}
      metrics={[
        { name: m.completed, variant: 'main', valueOf: ({ completed }) => completed },
        { name: m.failed, variant: 'failed', valueOf: ({ failed }) => failed },
      ]}
      format={formatFigure}
    />
  );
}
