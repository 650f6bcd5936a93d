import type { CreatedTopup, VerifyBpayResponse } from '@casement/proto/http/billing.js';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { lazyDialog } from '@/components/ui/lazy-dialog.js';
import { formatFigure } from '@/lib/format.js';
import { t } from '@/lib/messages.js';
import { addNotification } from '@/lib/session.js';
import { toast } from '@/lib/toast.js';
import { billingMessages } from '@/messages/billing.js';
import { topupsKey } from '../api.js';
import type { BpayClaim } from '../bpay.js';
import type { PaymentRequest } from '../pay-from-history.js';
import { PaymentCreatedDialog } from './payment-created-dialog.js';
import { QrDialog, type QrPayment } from './qr-dialog.js';
import { TopupDialog } from './topup-dialog.js';

const BpayDialog = lazyDialog(() => import('./bpay-dialog.js'));

type Shown =
  | { kind: 'topup' }
  | { kind: 'qr'; payment: QrPayment; page: number; shown?: number }
  | { kind: 'created'; topup: CreatedTopup; shown: number }
  | { kind: 'bpay'; order: BpayClaim };

const firstOf = (request: PaymentRequest): Shown => {
  switch (request.kind) {
    case 'new':
      return { kind: 'topup' };
    case 'pay':
      return { kind: 'qr', payment: request.topup, page: request.page };
    case 'bpay':
      return request;
  }
};

/** The dialogs of a top-up, one after the other (SPEC §4). */
export default function PaymentFlow({
  request,
  installable,
  quotaKey,
  onClose,
}: {
  request: PaymentRequest;
  /** Whether any Windows version can be installed; undefined while that is not known. */
  installable: boolean | undefined;
  /** The query that shows the quota; stale after a payment. */
  quotaKey: readonly unknown[];
  onClose: () => void;
}) {
  const m = t(billingMessages);
  const queries = useQueryClient();
  const [shown, setShown] = useState<Shown>(() => firstOf(request));

  const created = (topup: CreatedTopup, total: number) => {
    const { qr_url } = topup;
    setShown(
      qr_url
        ? { kind: 'qr', payment: { ...topup, qr_url }, page: 1, shown: total }
        : { kind: 'created', topup, shown: total },
    );
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
    ({ reference, quantity }: QrPayment) => succeeded(reference, m.paidHelp(quantity)),
    [succeeded, m],
  );
  const verified = ({ merchant_ref, quantity }: BpayClaim, { new_quota }: VerifyBpayResponse) =>
    succeeded(merchant_ref, m.bpay.verified(quantity, formatFigure(new_quota)));

  switch (shown.kind) {
    case 'topup':
      return (
        <TopupDialog
          installable={installable}
          onClose={onClose}
          onCreated={created}
          onPrepared={(order) => setShown({ kind: 'bpay', order })}
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
      return <PaymentCreatedDialog topup={shown.topup} shown={shown.shown} onClose={onClose} />;
    case 'bpay':
      return <BpayDialog order={shown.order} onVerified={verified} onClose={onClose} />;
  }
}
