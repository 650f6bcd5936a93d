import type { TopupHistoryItem, TopupStatus } from '@casement/proto/http/billing/billing.js';
import { TriangleAlert } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button.js';
import { Note } from '@/components/ui/note.js';
import { formatDateTime, formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';
import { totalOf } from '../fees.js';
import { TopupStatusBadge } from './topup-status-badge.js';

/** A line of facts; one without a value is left out. */
export type Fact = [term: string, value: ReactNode];

type Payment = Pick<
  TopupHistoryItem,
  'quantity' | 'payment_name' | 'reference' | 'pay_code' | 'expired_time'
>;

/** The facts of a payment, term by term. */
export function PaymentFacts({
  payment: { quantity, payment_name, reference, pay_code, expired_time },
  status,
  figures = [],
  more = [],
}: {
  payment: Payment;
  status: TopupStatus;
  /** After the quantity. */
  figures?: Fact[];
  /** At the end. */
  more?: Fact[];
}) {
  const m = t(billingMessages);
  const facts: Fact[] = [
    [m.status, <TopupStatusBadge key="status" status={status} />],
    [m.quantity, quantity],
    ...figures,
    [m.payment, payment_name],
    [m.reference, reference && <Copied value={reference} what={m.reference} />],
    [m.payCode, pay_code && <Copied value={pay_code} what={m.payCode} />],
    [m.expires, expired_time !== null && formatDateTime(expired_time * 1000)],
    ...more,
  ];
  return (
    // A long term wraps before a value does: codes and sums are to be read in one piece.
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

/** The same facts below the total, for a payment still to be made. */
export function PaymentToMake({
  payment,
  status,
  shown,
}: {
  payment: Payment & Amounts;
  status: TopupStatus;
  /** Rp: the total that was confirmed, where the order was just made. */
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
            <CopyButton value={total.plain} what={m.total} />
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

/** The amount "ex fee", and the fee that is paid beside it. */
export function amountsOf({ final_amount, fee_amount }: Amounts): Fact[] {
  const m = t(billingMessages);
  return [
    [m.amountExFee, formatRupiah(final_amount)],
    // Absent in the answers of version 0.1.0.
    [
      m.feeOnly,
      typeof fee_amount === 'number' && (fee_amount > 0 ? formatRupiah(fee_amount) : m.noFee),
    ],
  ];
}

/** A code with a button that copies it. */
export function Copied({ value, what }: { value: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-1 max-w-full">
      <span className="mono wrap-break-word min-w-0">{value}</span>
      <CopyButton value={value} what={what} />
    </span>
  );
}
