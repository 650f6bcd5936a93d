import type { PaymentMethod } from '@casement/proto/http/billing.js';
import type { UseQueryResult } from '@tanstack/react-query';
import { WalletCards } from 'lucide-react';
import { AfterPatience, Skeleton } from '@/components/ui/skeleton.js';
import { EmptyState, ErrorState } from '@/components/ui/states.js';
import { messageOf } from '@/lib/api-error.js';
import { say } from '@/lib/messages.js';
import { billingTexts } from '@/messages/billing.js';
import { commonTexts } from '@/messages/common.js';
import { MethodList } from './method-list.js';

/** The payment methods in all their states: loading, failed, none enabled, to be chosen from. */
export function MethodChoice({
  methods,
  ...choice
}: {
  methods: UseQueryResult<PaymentMethod[]>;
  chosen: string | null;
  amount: number | null;
  onChoose: (code: string) => void;
}) {
  const m = say(billingTexts);
  if (!methods.data && methods.isError) {
    return (
      <div className="mt-5">
        <ErrorState
          title={m.methodsFailed}
          help={messageOf(methods.error, say(commonTexts).pleaseTryAgain)}
          error={methods.error}
          onRetry={() => void methods.refetch()}
        />
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
  const m = say(billingTexts);
  return (
    <AfterPatience label={say(commonTexts).loading}>
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
    </AfterPatience>
  );
}
