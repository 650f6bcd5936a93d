import type { TopupHistoryItem } from '@casement/proto/http/billing.js';
import { useQuery } from '@tanstack/react-query';
import { CircleX, LoaderCircle, TimerOff } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../../components/ui/button.js';
import { CopyButton } from '../../../components/ui/copy-button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { Note } from '../../../components/ui/note.js';
import { Steps } from '../../../components/ui/steps.js';
import { POLL_MS } from '../../../config/limits.js';
import { formatCountdown, formatDateTime, formatRupiah } from '../../../lib/format.js';
import { say } from '../../../lib/messages.js';
import { useNow } from '../../../lib/use-now.js';
import { billingTexts } from '../../../messages/billing.js';
import { commonTexts } from '../../../messages/common.js';
import { topupHistoryQuery } from '../api/topup-history-query.js';
import { statusAt } from '../topup-status.js';
import { QrImage } from './qr-image.js';
import { TopupStatusBadge } from './topup-status-badge.js';

/** As much of a top-up as is shown while it waits to be paid. */
export type QrPayment = Pick<
  TopupHistoryItem,
  'status' | 'final_amount' | 'payment_name' | 'pay_code' | 'quantity' | 'expired_time'
> & { reference: string; qr_url: string };

/** Shows the code and asks the history every 5 s until the payment is PAID (SPEC §4). */
export function QrDialog({
  payment,
  page,
  onPaid,
  onClose,
}: {
  payment: QrPayment;
  /** The page of the history on which the payment stands. */
  page: number;
  onPaid: (payment: QrPayment) => void;
  onClose: () => void;
}) {
  const m = say(billingTexts);
  const now = useNow(1_000);
  const history = useQuery({ ...topupHistoryQuery(page), refetchInterval: POLL_MS });
  const entry = history.data?.items.find(({ reference }) => reference === payment.reference);
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
      footer={<Button onClick={onClose}>{say(commonTexts).close}</Button>}
    >
      <Steps names={m.steps} current={2} />
      <div className="grid sm:grid-cols-[208px_1fr] gap-5 mt-5 items-start">
        <QrImage url={payment.qr_url} reference={payment.reference} />
        <div className="min-w-0">
          <p className="text-xs text-muted-foreground">{m.amountExFee}</p>
          <p className="num text-2xl font-[640] tracking-[-0.02em] mb-3">
            {formatRupiah(payment.final_amount)}
          </p>
          <dl className="kv gap-y-2.5! items-center">
            <dt>{m.status}</dt>
            <dd>
              <TopupStatusBadge status={status} />
            </dd>
            <dt>{m.payment}</dt>
            <dd>{payment.payment_name}</dd>
            <dt>{m.reference}</dt>
            <dd className="mono wrap-break-word min-w-0">{payment.reference}</dd>
            {payment.pay_code && (
              <>
                <dt>{m.payCode}</dt>
                <dd className="mono flex gap-1 items-center justify-end">
                  {payment.pay_code}
                  <CopyButton value={payment.pay_code} what={m.payCode} />
                </dd>
              </>
            )}
            {payment.expired_time !== null && (
              <>
                <dt>{m.expires}</dt>
                <dd className="num">{formatDateTime(payment.expired_time * 1000)}</dd>
              </>
            )}
          </dl>
        </div>
      </div>
      <div className="mt-5">
        {status === 'EXPIRED' ? (
          <Note tone="neutral" icon={TimerOff} alert>
            {m.expired}
          </Note>
        ) : status === 'FAILED' ? (
          <Note tone="danger" icon={CircleX} alert>
            {m.failed}
          </Note>
        ) : (
          <Note tone="active" icon={LoaderCircle} spin>
            <span className="flex gap-3">
              <span className="flex-1">{m.waiting}</span>
              {payment.expired_time !== null && (
                <span className="mono num" role="timer">
                  {formatCountdown(payment.expired_time - now / 1000)}
                </span>
              )}
            </span>
          </Note>
        )}
      </div>
    </Dialog>
  );
}
