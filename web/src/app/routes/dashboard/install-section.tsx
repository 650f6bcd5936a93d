import { useQuery } from '@tanstack/react-query';
import { quoteQuery } from '@/features/billing/api.js';
import { InstallExplain } from '@/features/install/components/install-explain.js';
import { InstallPanel } from '@/features/install/components/install-panel.js';
import type { InstallTarget } from '@/features/install/install-fields.js';
import { formatRupiah } from '@/lib/format.js';
import { t } from '@/lib/messages.js';
import { installMessages } from '@/messages/install.js';

/** Install Windows. Without quota the form is replaced (SPEC §5). */
export default function InstallSection({
  quota,
  ...panel
}: {
  quota: number;
  quotaKey: readonly unknown[];
  target: InstallTarget | null;
  onTargetTaken: () => void;
  onTopup: () => void;
  onStarted: () => void;
}) {
  const { form: m } = t(installMessages);
  const { data: quote } = useQuery({ ...quoteQuery(1), enabled: quota <= 0 });
  // Where more than one must be bought, the price of one says nothing.
  const price = quote && quote.min_quantity <= 1 ? formatRupiah(quote.final_amount) : null;
  return (
    <>
      <h1 className="text-2xl">{m.title}</h1>
      <p className="text-muted-foreground mt-1 mb-5 num">{m.lead(quota)}</p>
      <div className="grid lg:grid-cols-[380px_1fr] gap-5 items-start">
        <InstallPanel quota={quota} price={price} {...panel} />
        <InstallExplain quota={quota} />
      </div>
    </>
  );
}
