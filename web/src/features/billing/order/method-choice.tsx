import type { PaymentMethod } from '@casement/proto/http/billing/payment-methods.js';
import type { UseQueryResult } from '@tanstack/react-query';
import { WalletCards } from 'lucide-react';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { DelayedPlaceholder, Skeleton } from '@/components/ui/feedback/skeleton.js';
import { EmptyState } from '@/components/ui/feedback/states.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';
import { commonMessages } from '@/messages/common.js';
import { MethodList } from './method-list.js';

/** Payment methods: loading, failed, none enabled, or a choice. */
export function MethodChoice({
  methods,
  ...choice
}: {
  methods: UseQueryResult<PaymentMethod[]>;
  chosen: string | null;
  amount: number | null;
  onChoose: (code: string) => void;
}) {
  const m = t(billingMessages);
  if (!methods.data && methods.isError) {
    return (
      <div className="mt-5">
        <QueryError query={methods} title={m.methodsFailed} />
      </div>
    );
  }
  if (!methods.data) return <MethodsSkeleton />;
  if (methods.data.length === 0) {
    return <EmptyState icon={WalletCards} title={m.noMethods} help={m.noMethodsHelp} />;
  }
  return <MethodList methods={methods.data} {...choice} />;
}

function MethodsSkeleton() {
  const m = t(billingMessages);
  return (
    <DelayedPlaceholder label={t(commonMessages).loading}>
      <p className="label mt-5">{m.method}</p>
      <div className="rounded-md border overflow-hidden divide-y divide-border">
        {[120, 168, 96, 140].map((width) => (
          <div key={width} className="flex items-center gap-3 px-3 h-[52px]">
            <Skeleton className="size-4 rounded-full!" />
            <Skeleton className="h-3" style={{ width }} />
            <Skeleton className="h-3 w-20 ml-auto" />
          </div>
        ))}
      </div>
    </DelayedPlaceholder>
  );
}
