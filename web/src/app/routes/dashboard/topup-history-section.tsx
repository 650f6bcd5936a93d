import type { TopupHistoryItem } from '@casement/proto/http/billing.js';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { RowsSkeleton } from '../../../components/ui/skeleton.js';
import { ErrorState } from '../../../components/ui/states.js';
import { topupHistoryQuery } from '../../../features/billing/api/topup-history-query.js';
import { TopupHistory } from '../../../features/billing/components/topup-history.js';
import { payFromHistory, type PaymentRequest } from '../../../features/billing/pay-from-history.js';
import { messageOf } from '../../../lib/api-error.js';
import { say } from '../../../lib/messages.js';
import { useFailureToast } from '../../../lib/use-failure-toast.js';
import { billingTexts } from '../../../messages/billing.js';
import { commonTexts } from '../../../messages/common.js';

const TopupDetailsDialog = lazy(
  () => import('../../../features/billing/components/topup-details-dialog.js'),
);

export default function TopupHistorySection({
  onPayment,
}: {
  onPayment: (request: PaymentRequest) => void;
}) {
  const { history: m, title } = say(billingTexts);
  const { pleaseTryAgain, loading } = say(commonTexts);
  const [page, setPage] = useState(1);
  const [details, setDetails] = useState<TopupHistoryItem | null>(null);
  const query = useQuery(topupHistoryQuery(page));
  useFailureToast(query, m.loadFailed, pleaseTryAgain);

  return (
    <>
      <div className="flex flex-wrap items-center gap-3 mb-4">
        <h1 className="text-2xl flex-1">{m.title}</h1>
        <Button variant="primary" size="sm" onClick={() => onPayment({ kind: 'new' })}>
          <Plus className="ic ic-sm" />
          {title}
        </Button>
      </div>
      {query.data ? (
        <TopupHistory
          page={query.data}
          onPage={setPage}
          onTopup={() => onPayment({ kind: 'new' })}
          onPay={(topup) => payFromHistory(topup, page, onPayment)}
          onDetails={setDetails}
        />
      ) : query.isError ? (
        <ErrorState
          title={m.loadFailed}
          help={messageOf(query.error, pleaseTryAgain)}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <section className="frame overflow-hidden">
          <RowsSkeleton label={loading} />
        </section>
      )}
      {details && (
        <Suspense fallback={null}>
          <TopupDetailsDialog topup={details} onClose={() => setDetails(null)} />
        </Suspense>
      )}
    </>
  );
}
