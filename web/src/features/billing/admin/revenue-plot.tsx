import type { RevenueSeries } from '@casement/proto/http/series.js';
import { SeriesPlot } from '@/components/ui/plot/series-plot.js';
import { formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { adminTrendMessages } from '@/messages/admin/overview/admin-trends.js';

export function RevenuePlot({ series }: { series: RevenueSeries }) {
  const m = t(adminTrendMessages);
  return (
    <SeriesPlot
      title={m.revenue}
      empty={m.empty.revenue}
      help={m.revenueHelp}
      series={series}
      metrics={[{ name: m.revenue, variant: 'main', valueOf: ({ revenue }) => revenue }]}
      format={formatRupiah}
    />
  );
}
