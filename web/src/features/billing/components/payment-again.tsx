import { useQuery } from '@tanstack/react-query';
import MissingDialog from '@/components/ui/missing-dialog.js';
import { t } from '@/lib/messages.js';
import { commonMessages } from '@/messages/common.js';
import { dashboardMessages } from '@/messages/dashboard.js';
import { ownTopupQuery } from '../api.js';
import { isPayable } from '../topup-status.js';
import { QrDialog, type QrPayment } from './qr-dialog.js';
import TopupDetailsDialog from './topup-details-dialog.js';

/** A payment that one comes back to, by a reload or Forward: its code while it can be paid, else its details. */
export function PaymentAgain({
  reference,
  onPaid,
  onClose,
}: {
  reference: string;
  onPaid: (payment: QrPayment) => void;
  onClose: () => void;
}) {
  // As it was found: the code's own poll follows it from there.
  const query = useQuery({ ...ownTopupQuery(reference), staleTime: Infinity });
  const { data: topup } = query;
  if (topup) {
    const { qr_url } = topup;
    return qr_url && topup.reference && isPayable(topup, Date.now()) ? (
      <QrDialog
        payment={{ ...topup, reference: topup.reference, qr_url }}
        page={1}
        onPaid={onPaid}
        onClose={onClose}
      />
    ) : (
      <TopupDetailsDialog topup={topup} onClose={onClose} />
    );
  }
  if (!query.isLoadingError) return null;
  const { notFound } = t(commonMessages);
  return (
    <MissingDialog
      query={query}
      title={notFound}
      help={t(dashboardMessages).notYours}
      onClose={onClose}
    />
  );
}
