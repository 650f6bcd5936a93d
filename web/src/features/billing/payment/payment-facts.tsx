import type { TopupHistoryItem, TopupStatus } from '@casement/proto/http/billing/topups.js';
import { TriangleAlert } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button.js';
import { Note } from '@/components/ui/note.js';
import { formatDateTime, formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';
import { totalOf } from '../fees.js';
import { isOpen } from '../topup-status.js';
import { TopupBadges } from './topup-status-badge.js';

/** A line of facts. Lines without a value are omitted. */
export type Fact = [term: string, value: ReactNode];

type Payment = Pick<
  TopupHistoryItem,
  'quantity' | 'payment_name' | 'reference' | 'pay_code' | 'expired_time'
> &
  Partial<Pick<TopupHistoryItem, 'refunded_at' | 'refund_pending'>>;

export function PaymentFacts({
  payment,
  status,
  figures = [],
  more = [],
}: {
  payment: Payment;
  status: TopupStatus;
  /** Facts shown after the quantity. */
  figures?: Fact[];
  /** Facts shown at the end. */
  more?: Fact[];
}) {
  const m = t(billingMessages);
  const { quantity, payment_name, reference, pay_code, expired_time } = payment;
  const open = isOpen(status);
  const facts: Fact[] = [
    [m.status, <TopupBadges topup={payment} status={status} />],
    [m.quantity, quantity],
    ...figures,
    [m.payment, payment_name],
    [m.reference, reference && <CopyableValue value={reference} label={m.reference} />],
    // Useless once the payment is over.
    [m.payCode, open && pay_code && <CopyableValue value={pay_code} label={m.payCode} />],
    [m.expires, open && expired_time !== null && formatDateTime(expired_time * 1000)],
    ...more,
  ];
  return (
    // Long terms wrap first, so that codes and amounts stay on one line.
    <dl
      className="kv num gap-y-2.5! items-center"
      style={{ gridTemplateColumns: 'fit-content(42%) 1fr' }}
    >
      {facts.map(
        ([term, value]) =>
          value && (
            <Fragment key={term}>
              <dt>{term}</dt>
              <dd className="min-w-0">{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

/** Total and facts of an unpaid payment. */
export function PaymentToMake({
  payment,
  status,
  shown,
}: {
  payment: Payment & Amounts;
  status: TopupStatus;
  /** Confirmed total in Rp, if the order was just created. */
  shown?: number | undefined;
}) {
  const m = t(billingMessages);
  const total = totalOf(payment);
  const changed = shown !== undefined && total !== null && payment.payable_amount !== shown;
  return (
    <>
      {total && (
        <>
          <p className="text-xs text-muted-foreground">{m.total}</p>
          <p className="mb-3 flex items-center gap-1">
            <span className="num text-2xl font-[640] tracking-[-0.02em]">{total.text}</span>
            <CopyButton value={total.plain} label={m.total} />
          </p>
        </>
      )}
      {changed && (
        <Note tone="warning" icon={TriangleAlert} className="mb-3" alert>
          {m.otherTotal(formatRupiah(shown))}
        </Note>
      )}
      <PaymentFacts payment={payment} status={status} figures={amountsOf(payment)} />
    </>
  );
}

export type Amounts = Pick<TopupHistoryItem, 'final_amount' | 'fee_amount' | 'payable_amount'>;

/** The amount "ex fee", and the fee paid on top. */
export function amountsOf({ final_amount, fee_amount }: Amounts): Fact[] {
  const m = t(billingMessages);
  return [
    [m.amountExFee, formatRupiah(final_amount)],
    // Missing in responses of version 0.1.0.
    [
      m.feeOnly,
      typeof fee_amount === 'number' && (fee_amount > 0 ? formatRupiah(fee_amount) : m.noFee),
    ],
  ];
}

export function CopyableValue({ value, label }: { value: string; label: string }) {
  return (
    <span className="inline-flex items-center gap-1 max-w-full">
      <span className="mono wrap-break-word min-w-0">{value}</span>
      <CopyButton value={value} label={label} />
    </span>
  );
}
