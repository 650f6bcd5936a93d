import type { VerifyBpayResponse } from '@casement/proto/http/billing/billing.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import MissingDialog from '@/components/ui/dialog/missing-dialog.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { dashboardMessages } from '@/messages/dashboard.js';
import { ownTopupQuery } from '../api.js';
import { claimOf, type BpayClaim } from '../bpay.js';
import { isPayable } from '../topup-status.js';
import { PaymentCreatedDialog } from './payment-created-dialog.js';
import { QrDialog, type QrPayment } from './qr-dialog.js';
import TopupDetailsDialog from './topup-details-dialog.js';

const BpayAgain = lazyDialog(() => import('./bpay-again.js'));

/** A payment restored by a reload or Forward: payment instructions while it can be paid, otherwise its details. */
export function PaymentAgain({
  reference,
  onPaid,
  onVerified,
  onClose,
}: {
  reference: string;
  onPaid: (payment: QrPayment) => void;
  onVerified: (order: BpayClaim, answer: VerifyBpayResponse) => void;
  onClose: () => void;
}) {
  // Fetched once. The QR dialog then polls the payment itself.
  const query = useQuery({ ...ownTopupQuery(reference), staleTime: Infinity });
  const { data: topup } = query;
  // The dialog does not change when the payment expires, because each dialog reports that itself.
  const [openedAt] = useState(() => Date.now());
  if (topup) {
    const { qr_url } = topup;
    const claim = claimOf(topup, openedAt);
    if (claim) {
      return <BpayAgain topup={topup} claim={claim} onVerified={onVerified} onClose={onClose} />;
    }
    if (!topup.reference || !isPayable(topup, openedAt)) {
      return <TopupDetailsDialog topup={topup} onClose={onClose} />;
    }
    if (qr_url) {
      const payment = { ...topup, reference: topup.reference, qr_url };
      return <QrDialog payment={payment} page={1} onPaid={onPaid} onClose={onClose} />;
    }
    const checkout_url = topup.checkout_url ?? topup.payment_url;
    return <PaymentCreatedDialog topup={{ ...topup, checkout_url }} onClose={onClose} />;
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
