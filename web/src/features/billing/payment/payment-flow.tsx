import type { VerifyBpayResponse } from '@casement/proto/http/billing/bpay.js';
import type { CreatedTopup, TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import type { RedeemedVoucher } from '@casement/proto/http/billing/vouchers.js';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { addNotification } from '@/lib/session/session.js';
import { toast } from '@/lib/toast/toast.js';
import { billingMessages } from '@/messages/billing.js';
import { voucherMessages } from '@/messages/vouchers.js';
import { topupsKey } from '../api.js';
import type { BpayClaim } from '../bpay.js';
import { NEW_TOPUP, paymentKey, type PaymentRequest } from '../pay-from-history.js';
import { PaymentAgain } from './payment-again.js';
import { PaymentCreatedDialog, type PaymentElsewhere } from './payment-created-dialog.js';
import { QrDialog, type QrPayment } from './qr-dialog.js';
import { TopupDialog } from '../order/topup-dialog.js';

const BpayDialog = lazyDialog(() => import('./bpay-dialog.js'));

type Paid = Pick<QrPayment, 'reference' | 'quantity'>;

type OpenPayment =
  | { kind: 'topup' }
  | { kind: 'qr'; payment: QrPayment; page: number; shown?: number }
  | { kind: 'created'; topup: PaymentElsewhere; shown?: number }
  | { kind: 'bpay'; order: BpayClaim };

/** Returns the payment to show first, or null if only its reference is known, as after a reload or Forward. */
const firstOf = (of: string, request: PaymentRequest | null): OpenPayment | null => {
  if (of === NEW_TOPUP) return { kind: 'topup' };
  if (!request || paymentKey(request) !== of) return null;
  switch (request.kind) {
    case 'new':
      return null;
    case 'pay':
      return toPayment(request.topup, { page: request.page });
    case 'bpay':
      return request;
  }
};

/** The QR dialog if there is a QR code, otherwise the created payment (SPEC §4). */
const toPayment = (
  topup: PaymentElsewhere & Pick<TopupHistoryItem, 'qr_url' | 'qr_string'>,
  { page, ...shown }: { page: number; shown?: number },
): OpenPayment =>
  topup.qr_url
    ? { kind: 'qr', payment: { ...topup, qr_url: topup.qr_url }, page, ...shown }
    : { kind: 'created', topup, ...shown };

/** Sequence of dialogs of a top-up (SPEC §4). */
export default function PaymentFlow({
  of,
  requested,
  installable,
  quotaKey,
  onReference,
  onClose,
}: {
  /** `new`, or the reference of the top-up to pay. Stored in the history state. */
  of: string;
  requested: PaymentRequest | null;
  /** Whether any Windows version is installable; undefined while unknown. */
  installable: boolean | undefined;
  /** Query key of the quota, which is stale after a payment. */
  quotaKey: readonly unknown[];
  /** Called when the order has been created. */
  onReference: (reference: string) => void;
  onClose: () => void;
}) {
  const m = t(billingMessages);
  const queries = useQueryClient();
  const [shown, setShown] = useState(() => firstOf(of, requested));

  const created = (topup: CreatedTopup, total: number) => {
    onReference(topup.reference);
    setShown(toPayment(topup, { page: 1, shown: total }));
  };

  const succeeded = useCallback(
    (reference: string, description: string) => {
      onClose();
      toast({ title: m.paid, description, tone: 'success' });
      const message = `${m.paid}: ${description}`;
      addNotification({ key: `topup:${reference}`, type: 'topup', status: 'PAID', message });
      void queries.invalidateQueries({ queryKey: topupsKey });
      void queries.invalidateQueries({ queryKey: quotaKey });
    },
    [onClose, queries, quotaKey, m],
  );
  const paid = useCallback(
    ({ reference, quantity }: Paid) => succeeded(reference, m.paidHelp(quantity)),
    [succeeded, m],
  );
  const verified = ({ merchant_ref, quantity }: BpayClaim, { new_quota }: VerifyBpayResponse) =>
    succeeded(merchant_ref, m.bpay.verified(quantity, formatFigure(new_quota)));

  const redeemed = ({ quota, new_quota }: RedeemedVoucher) => {
    const { redeemed: title, redeemedHelp } = t(voucherMessages);
    onClose();
    toast({ title, description: redeemedHelp(quota, formatFigure(new_quota)), tone: 'success' });
    void queries.invalidateQueries({ queryKey: quotaKey });
  };

  const prepared = (order: BpayClaim) => {
    onReference(order.merchant_ref);
    setShown({ kind: 'bpay', order });
  };

  switch (shown?.kind) {
    case undefined:
      return <PaymentAgain reference={of} onPaid={paid} onVerified={verified} onClose={onClose} />;
    case 'topup':
      return (
        <TopupDialog
          installable={installable}
          onClose={onClose}
          onRedeemed={redeemed}
          onCreated={created}
          onPrepared={prepared}
        />
      );
    case 'qr':
      return (
        <QrDialog
          payment={shown.payment}
          shown={shown.shown}
          page={shown.page}
          onPaid={paid}
          onClose={onClose}
        />
      );
    case 'created':
      return (
        <PaymentCreatedDialog
          topup={shown.topup}
          shown={shown.shown}
          onPaid={paid}
          onClose={onClose}
        />
      );
    case 'bpay':
      return (
        <BpayDialog order={shown.order} onPaid={paid} onVerified={verified} onClose={onClose} />
      );
  }
}
