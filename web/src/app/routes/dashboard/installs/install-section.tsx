import { useQuery } from '@tanstack/react-query';
import { MonitorPlay, Server } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '@/components/ui/button.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { quoteQuery } from '@/features/billing/api.js';
import { windowsVersionsQuery } from '@/features/vps-check/api.js';
import { WindowsOptions } from '@/features/vps-check/components/windows-options.js';
import { windowsOptionsOf } from '@/features/vps-check/windows-options.js';
import type { InstallTarget } from '@/features/vps-check/install-fields.js';
import { formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { useHistoryState } from '@/lib/navigation/history-state.js';
import { commonMessages } from '@/messages/common.js';
import { installMessages } from '@/messages/install/install.js';
import { InstallPanel } from './install-panel.js';

const Batches = lazyComponent(() => import('@/features/batches/batches.js'));

const BATCH_OPTIONS = { Fields: WindowsOptions, valuesOf: windowsOptionsOf };

/** Install Windows on one or many machines. Without quota the form is replaced (SPEC §5). */
export default function InstallSection({
  quota,
  onQuotaChange,
  ...panel
}: {
  quota: number;
  quotaKey: readonly unknown[];
  /** Called when a machine of a batch may have taken or returned quota. */
  onQuotaChange: () => void;
  target: InstallTarget | null;
  onTargetTaken: () => void;
  onTopup: () => void;
  onStarted: () => void;
}) {
  const { form: m } = t(installMessages);
  const [many, setMany] = useHistoryState('many', false);
  const versions = useQuery({ ...windowsVersionsQuery, enabled: many });
  const Icon = many ? MonitorPlay : Server;
  const { data: quote } = useQuery({ ...quoteQuery(1), enabled: quota <= 0 });
  // The price of one quota is meaningless if the minimum purchase is larger.
  const price = quote && quote.min_quantity <= 1 ? formatRupiah(quote.final_amount) : null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-2xl flex-1">{m.title}</h1>
        <Button size="sm" onClick={() => setMany(!many, { push: true })}>
          <Icon className="ic ic-sm" />
          {many ? m.one : m.many}
        </Button>
      </div>
      <p className="text-muted-foreground mt-1 mb-5 num">{m.lead(quota)}</p>
      {many ? (
        <Suspense fallback={<RowsSkeleton label={t(commonMessages).loading} />}>
          <Batches
            versions={versions.data ?? []}
            quota={quota}
            options={BATCH_OPTIONS}
            onQuotaChange={onQuotaChange}
          />
        </Suspense>
      ) : (
        <InstallPanel quota={quota} price={price} {...panel} />
      )}
    </>
  );
}
