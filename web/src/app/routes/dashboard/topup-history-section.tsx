import { useQuery } from '@tanstack/react-query';
import { Plus, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/lazy-dialog.js';
import { topupHistoryQuery } from '@/features/billing/api.js';
import { TopupHistory } from '@/features/billing/components/topup-history.js';
import { usePayFromHistory, type PaymentRequest } from '@/features/billing/pay-from-history.js';
import { t } from '@/lib/messages.js';
import { useFailureToast } from '@/lib/use-failure-toast.js';
import { billingMessages } from '@/messages/billing.js';
import { commonMessages } from '@/messages/common.js';

const TopupDetailsDialog = lazyDialog(
  () => import('@/features/billing/components/topup-details-dialog.js'),
);

const LedgerDialog = lazyDialog(() => import('@/features/billing/components/ledger-dialog.js'));

export default function TopupHistorySection({
  onPayment,
}: {
  onPayment: (request: PaymentRequest) => void;
}) {
  const { history: m, ledger, title } = t(billingMessages);
  const { pleaseTryAgain } = t(commonMessages);
  const [page, setPage] = useState(1);
  const [detailsOf, setDetailsOf] = useState<string | null>(null);
  const [ledgerOpen, setLedgerOpen] = useState(false);
  const query = useQuery(topupHistoryQuery(page));
  useFailureToast(query, m.loadFailed, pleaseTryAgain);
  const { pay, paying } = usePayFromHistory(page, onPayment);
  // The entry of the latest answer, so that an open dialog follows the payment.
  const details = query.data?.items.find(({ id }) => id === detailsOf);

  return (
    <>
      <div className="flex flex-wrap items-center gap-3 mb-4">
        <h1 className="text-2xl flex-1 max-sm:basis-full">{m.title}</h1>
        <Button size="sm" aria-haspopup="dialog" onClick={() => setLedgerOpen(true)}>
          <ReceiptText className="ic ic-sm" />
          {ledger.title}
        </Button>
        <Button variant="primary" size="sm" onClick={() => onPayment({ kind: 'new' })}>
          <Plus className="ic ic-sm" />
          {title}
        </Button>
      </div>
      <TopupHistory
        source={query}
        loadedAt={query.dataUpdatedAt}
        onPage={setPage}
        onTopup={() => onPayment({ kind: 'new' })}
        onPay={pay}
        paying={paying}
        onClaim={(order) => onPayment({ kind: 'bpay', order })}
        onDetails={({ id }) => setDetailsOf(id)}
      />
      {details && <TopupDetailsDialog topup={details} onClose={() => setDetailsOf(null)} />}
      {ledgerOpen && <LedgerDialog onClose={() => setLedgerOpen(false)} />}
    </>
  );
}
