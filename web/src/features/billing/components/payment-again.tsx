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

/** A payment that one comes back to, by a reload or Forward: how to pay it while it can be paid, else its details. */
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
  // As it was found: the code's own poll follows it from there.
  const query = useQuery({ ...ownTopupQuery(reference), staleTime: Infinity });
  const { data: topup } = query;
  // What is shown stays when it expires meanwhile: each dialog says so itself.
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
