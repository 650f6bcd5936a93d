import type { VerifyBpayResponse } from '@casement/proto/http/billing/bpay.js';
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
  onPaid: (payment: Pick<QrPayment, 'reference' | 'quantity'>) => void;
  onVerified: (order: BpayClaim, answer: VerifyBpayResponse) => void;
  onClose: () => void;
}) {
  const query = useQuery({ ...ownTopupQuery(reference), staleTime: Infinity });
  // The first answer selects the dialog, which then polls the payment and reports each change itself.
  const [topup, setTopup] = useState(query.data);
  if (!topup && query.data) setTopup(query.data);
  const [openedAt] = useState(() => Date.now());
  if (topup) {
    const { qr_url } = topup;
    const claim = claimOf(topup, openedAt);
    if (claim) {
      return (
        <BpayAgain
          topup={topup}
          claim={claim}
          onPaid={onPaid}
          onVerified={onVerified}
          onClose={onClose}
        />
      );
    }
    if (!topup.reference || !isPayable(topup, openedAt)) {
      return <TopupDetailsDialog topup={topup} onClose={onClose} />;
    }
    if (qr_url) {
      const payment = { ...topup, reference: topup.reference, qr_url };
      return <QrDialog payment={payment} page={1} onPaid={onPaid} onClose={onClose} />;
    }
    return (
      <PaymentCreatedDialog
        topup={{ ...topup, reference: topup.reference }}
        onPaid={onPaid}
        onClose={onClose}
      />
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
