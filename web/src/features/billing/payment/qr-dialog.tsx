import type { TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { Steps } from '@/components/ui/steps.js';
import { POLL_MS } from '@/config/limits.js';
import { t } from '@/messages/i18n.js';
import { useNow } from '@/lib/use-now.js';
import { billingMessages } from '@/messages/billing.js';
import { commonMessages } from '@/messages/common.js';
import { paymentEntryQuery } from '../api.js';
import { statusAt } from '../topup-status.js';
import { PaymentToMake, type Amounts } from './payment-facts.js';
import { PaymentState } from './payment-state.js';
import { PaymentQr } from './payment-qr.js';

/** Fields shown while a top-up is unpaid. */
export type QrPayment = Pick<
  TopupHistoryItem,
  'status' | 'payment_name' | 'pay_code' | 'quantity' | 'expired_time'
> &
  Amounts & { reference: string; qr_url: string; qr_string?: string | null | undefined };

/** Shows the QR code and polls the history every 5 s until the payment is PAID (SPEC §4). */
export function QrDialog({
  payment,
  shown,
  page,
  onPaid,
  onClose,
}: {
  payment: QrPayment;
  /** Confirmed total in Rp, if the order was just created. */
  shown?: number | undefined;
  /** History page that lists the payment, or an earlier page. */
  page: number;
  onPaid: (payment: QrPayment) => void;
  onClose: () => void;
}) {
  const m = t(billingMessages);
  const now = useNow(1_000);
  const { data: entry } = useQuery({
    ...paymentEntryQuery(payment.reference, page),
    refetchInterval: POLL_MS,
  });
  const paid = entry?.status === 'PAID';
  const status = statusAt(entry ?? payment, now);

  useEffect(() => {
    if (paid) onPaid(payment);
  }, [paid, onPaid, payment]);

  return (
    <Dialog
      onClose={onClose}
      title={m.payWith(payment.payment_name)}
      description={m.scan}
      width={640}
      footer={<Button onClick={onClose}>{t(commonMessages).close}</Button>}
    >
      <Steps names={m.steps} current={2} />
      <div className="grid sm:grid-cols-[304px_1fr] gap-5 mt-5 items-start">
        <PaymentQr text={payment.qr_string} url={payment.qr_url} reference={payment.reference} />
        <div className="min-w-0 max-sm:order-1">
          <PaymentToMake payment={payment} status={status} shown={shown} />
        </div>
        <div className="sm:col-span-2">
          <PaymentState status={status} expired_time={payment.expired_time} now={now} />
        </div>
      </div>
    </Dialog>
  );
}
