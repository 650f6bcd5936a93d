import type { TopupHistoryItem } from '@casement/proto/http/billing.js';
import { Fragment, type ReactNode } from 'react';
import { Button } from '../../../components/ui/button.js';
import { CopyButton } from '../../../components/ui/copy-button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { EXPIRY_CHECK_MS } from '../../../config/limits.js';
import { formatDateTime, formatRupiah, formatUsdt } from '../../../lib/format.js';
import { say } from '../../../lib/messages.js';
import { useNow } from '../../../lib/use-now.js';
import { billingTexts } from '../../../messages/billing.js';
import { commonTexts } from '../../../messages/common.js';
import { statusAt } from '../topup-status.js';
import { TopupStatusBadge } from './topup-status-badge.js';

/** Everything that is known of a transaction. */
export default function TopupDetailsDialog({
  topup,
  onClose,
}: {
  topup: TopupHistoryItem;
  onClose: () => void;
}) {
  const m = say(billingTexts);
  const now = useNow(EXPIRY_CHECK_MS);
  const mono = (value: string, what: string) => (
    <span className="inline-flex items-center gap-1 max-w-full">
      <span className="mono wrap-break-word min-w-0">{value}</span>
      <CopyButton value={value} what={what} />
    </span>
  );
  const rows: [term: string, value: ReactNode][] = [
    [m.status, <TopupStatusBadge key="s" status={statusAt(topup, now)} />],
    [m.history.quantity, topup.quantity],
    [m.details.price, formatRupiah(topup.total_amount)],
    ...(topup.discount_amount > 0
      ? [
          [
            `${m.details.discount} ${topup.discount_percentage} %`,
            `−${formatRupiah(topup.discount_amount)}`,
          ] as [string, ReactNode],
        ]
      : []),
    [
      m.amountExFee,
      <b key="a" className="font-[640]">
        {formatRupiah(topup.final_amount)}
      </b>,
    ],
    ...(topup.encoded_amount !== null
      ? [[m.bpay.transfer, `${formatUsdt(topup.encoded_amount)} USDT`] as [string, ReactNode]]
      : []),
    [m.payment, topup.payment_name],
    ...(topup.reference
      ? [[m.reference, mono(topup.reference, m.reference)] as [string, ReactNode]]
      : []),
    [m.details.merchantRef, mono(topup.merchant_ref, m.details.merchantRef)],
    ...(topup.pay_code
      ? [[m.payCode, mono(topup.pay_code, m.payCode)] as [string, ReactNode]]
      : []),
    [m.history.created, formatDateTime(topup.created_at)],
    ...(topup.expired_time !== null
      ? [[m.expires, formatDateTime(topup.expired_time * 1000)] as [string, ReactNode]]
      : []),
    [m.details.paidAt, topup.paid_at ? formatDateTime(topup.paid_at) : m.details.notPaid],
  ];
  return (
    <Dialog
      onClose={onClose}
      title={m.details.title}
      width={460}
      footer={<Button onClick={onClose}>{say(commonTexts).close}</Button>}
    >
      <dl className="kv num gap-y-2! items-center">
        {rows.map(([term, value]) => (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd className="min-w-0">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
