import type { TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import { useQuery } from '@tanstack/react-query';
import { Plus, ReceiptText } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { ownTopupQuery, topupHistoryQuery } from '@/features/billing/api.js';
import { TopupHistory } from '@/features/billing/payment/topup-history.js';
import { usePayFromHistory, type PaymentRequest } from '@/features/billing/pay-from-history.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog, useHistoryPage, useRowDialog } from '@/lib/navigation/history-state.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { billingMessages } from '@/messages/billing.js';
import { commonMessages } from '@/messages/common.js';
import { dashboardMessages } from '@/messages/dashboard.js';

const TopupDetailsDialog = lazyDialog(
  () => import('@/features/billing/payment/topup-details-dialog.js'),
);

const MissingDialog = lazyDialog(() => import('@/components/ui/dialog/missing-dialog.js'));

const ReceiptDialog = lazyDialog(() => import('@/features/receipts/components/receipt-dialog.js'));

const LedgerDialog = lazyDialog(() => import('@/features/billing/ledger/ledger-dialog.js'));

const referenceOf = ({ reference, merchant_ref }: TopupHistoryItem) => reference ?? merchant_ref;

export default function TopupHistorySection({
  onPayment,
}: {
  onPayment: (request: PaymentRequest) => void;
}) {
  const { history: m, ledger, title } = t(billingMessages);
  const { notFound } = t(commonMessages);
  const { notYours } = t(dashboardMessages);
  const [page, setPage] = useHistoryPage('topups');
  const ledgerDialog = useHistoryDialog('ledger');
  const receipt = useHistoryDialog<string>('receipt');
  const query = useQuery(topupHistoryQuery(page));
  useFailureToast(query, m.loadFailed);
  const { pay, paying } = usePayFromHistory(page, onPayment);
  const items = query.data?.items;
  const details = useRowDialog('details', items, referenceOf);
  // A link may lead to a top-up that is not on this page, by either reference.
  const linked = useQuery({
    ...ownTopupQuery(details.of ?? ''),
    enabled: details.of !== undefined && items !== undefined && !details.row,
  });
  const shown = details.row ?? linked.data;

  return (
    <>
      <div className="flex flex-wrap items-center gap-3 mb-4">
        <h1 className="text-2xl flex-1 max-sm:basis-full">{m.title}</h1>
        <Button size="sm" aria-haspopup="dialog" onClick={() => ledgerDialog.open(true)}>
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
        onDetails={details.open}
        onReceipt={receipt.open}
      />
      {details.of && shown && (
        <TopupDetailsDialog
          topup={shown}
          onPay={() => {
            details.close();
            pay(shown);
          }}
          onReceipt={receipt.open}
          onClose={details.close}
        />
      )}
      {linked.isLoadingError && (
        <MissingDialog query={linked} title={notFound} help={notYours} onClose={details.close} />
      )}
      {receipt.of && <ReceiptDialog number={receipt.of} onClose={receipt.close} />}
      {ledgerDialog.of && <LedgerDialog onClose={ledgerDialog.close} />}
    </>
  );
}
