import type { AdminTopupDetails } from '@casement/proto/http/billing/admin-topups.js';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { FactList, type Fact } from '@/components/ui/fact-list.js';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { Note } from '@/components/ui/note.js';
import { Timeline, type TimelineEvent } from '@/components/ui/timeline.js';
import { formatDateTime, formatFigure, formatPrice, formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { adminRefundMessages } from '@/messages/admin/billing/admin-refunds.js';
import { adminReviewMessages } from '@/messages/admin/billing/admin-reviews.js';
import { adminTopupMessages } from '@/messages/admin/billing/admin-topups.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { TopupBadges } from '../payment/topup-status-badge.js';
import { topupDetailsQuery, useCheckTopup } from './api.js';
import { RefundNote } from './refund-note.js';
import { refundSum } from './refund-sum.js';
import { reviewReason } from './review-reason.js';

const RefundDialog = lazyDialog(() => import('./refund-dialog.js'));
const TopupTaskDialog = lazyDialog(() => import('./topup-task-dialog.js'));

type Charge = NonNullable<AdminTopupDetails['charge']>;

/** Binance Pay orders are unknown to the payment provider. */
const BINANCE = 'BPAY';

/** Everything about one top-up, and what an administrator can do about it. */
export default function TopupDrawer({
  id,
  onClose,
  onUser,
}: {
  id: string;
  onClose: () => void;
  onUser?: (id: string) => void;
}) {
  const m = t(adminTopupMessages).details;
  const { dialog: task, resolve } = t(adminReviewMessages);
  const query = useQuery(topupDetailsQuery(id));
  const check = useCheckTopup();
  const [deciding, setDeciding] = useState(false);
  const [refunding, setRefunding] = useState(false);
  const topup = query.data;

  const checkNow = () =>
    withToast(check.mutateAsync(id), {
      done: ({ outcome }) => ({ title: m.checked, description: outcomeName(outcome) }),
      failed: m.checkFailed,
    });
  return (
    <Dialog
      drawer
      width={560}
      title={m.title}
      description={topup && <span className="mono">{topup.reference ?? topup.merchant_ref}</span>}
      onClose={onClose}
      footer={
        topup && (
          <>
            {topup.payment_method !== BINANCE && (
              <Button busy={check.isPending} onClick={() => void checkNow()}>
                {m.check}
              </Button>
            )}
            {topup.refund_options && (
              <Button onClick={() => setRefunding(true)}>{t(adminRefundMessages).refund}</Button>
            )}
            {(topup.creditable || topup.review !== null) && (
              <Button variant="primary" onClick={() => setDeciding(true)}>
                {topup.review === null ? task.credit(formatFigure(topup.quantity)) : resolve}
              </Button>
            )}
          </>
        )
      }
    >
      {topup ? (
        <>
          <Details topup={topup} onUser={onUser} />
          {check.data && (
            <Part title={m.provider}>
              <Raw text={check.data.provider ?? m.notAtProvider} />
            </Part>
          )}
        </>
      ) : (
        <QueryFallback query={query} bare title={t(adminMessages).loadFailed} rows={8} />
      )}
      {refunding && topup?.refund_options && (
        <RefundDialog id={id} options={topup.refund_options} onClose={() => setRefunding(false)} />
      )}
      {deciding && <TopupTaskDialog id={id} onClose={() => setDeciding(false)} />}
    </Dialog>
  );
}

function Details({
  topup,
  onUser,
}: {
  topup: AdminTopupDetails;
  onUser: ((id: string) => void) | undefined;
}) {
  const texts = t(adminTopupMessages);
  const m = texts.details;
  const at = (time: string | null) => time && formatDateTime(time);
  const { user_id, username } = topup;
  const facts: Fact[] = [
    [texts.status, <TopupBadges topup={topup} status={topup.status} />],
    [
      texts.user,
      username && onUser ? (
        <button type="button" className="link" onClick={() => onUser(user_id)}>
          {username}
        </button>
      ) : (
        (username ?? texts.unknownUser)
      ),
    ],
    [texts.quantity, formatFigure(topup.quantity)],
    [texts.amount, formatRupiah(topup.final_amount)],
    [texts.total, topup.payable_amount === null ? null : formatRupiah(topup.payable_amount)],
    [m.charge, topup.charge && chargeText(topup.charge)],
    [texts.payment, topup.payment_name],
    [texts.merchantReference, <span className="mono">{topup.merchant_ref}</span>],
    [
      m.expires,
      topup.expired_time && formatDateTime(new Date(topup.expired_time * 1000).toISOString()),
    ],
    [m.nextCheck, at(topup.next_check_at)],
    ...refundFacts(topup),
  ];
  return (
    <>
      {topup.review !== null && (
        <Note tone="warning" icon={TriangleAlert} className="mb-4">
          {reviewReason({ review: topup.review, reason: topup.reason })}
        </Note>
      )}
      <RefundNote topup={topup} onUser={onUser} />
      <FactList className="num items-center" facts={facts} />
      <Part title={m.timeline}>
        <Timeline label={m.timeline} events={eventsOf(topup)} />
      </Part>
      <Part title={m.callbacks}>
        {topup.callbacks.length === 0 ? (
          <p className="text-sm text-muted-foreground">{m.noCallbacks}</p>
        ) : (
          topup.callbacks.map(({ id, received_at, deliveries, body }) => (
            <details key={id} className="text-sm">
              <summary className="cursor-pointer num py-1">
                {formatDateTime(received_at)} · {m.deliveries(deliveries)}
              </summary>
              <Raw text={body || m.erased} />
            </details>
          ))
        )}
      </Part>
    </>
  );
}

function refundFacts({
  refund,
  credit_note_number,
}: AdminTopupDetails): [name: string, value: string | null][] {
  if (!refund || refund.state === 'not_refunded') return [];
  const m = t(adminRefundMessages);
  return [
    [m.refundOf, m.sumOf(refundSum(refund), formatFigure(refund.taken))],
    [m.refundReason, refund.reason],
    [m.refundReference, refund.reference],
    [m.creditNote, credit_note_number ?? null],
  ];
}

/** Returns e.g. "USD 6.54 (Rp 15.890,25 / USD)". */
const chargeText = ({ currency, minor_units, rate }: Charge): string => {
  const amount = `${currency} ${(minor_units / 100).toFixed(2)}`;
  return currency === 'IDR' ? amount : `${amount} (${formatPrice(rate)} / ${currency})`;
};

function eventsOf(topup: AdminTopupDetails): TimelineEvent[] {
  const m = t(adminTopupMessages).details;
  return [
    { at: topup.created_at, title: m.ordered },
    ...topup.callbacks.map(({ received_at, status, amount, outcome }) => ({
      at: received_at,
      title: m.reported(status ?? m.unreadable),
      detail: [amount !== null && formatRupiah(amount), outcome && outcomeName(outcome)]
        .filter(Boolean)
        .join(' · '),
    })),
    ...topup.movements.map(({ created_at, amount, actor_id, actor_name, note }) => ({
      at: created_at,
      title: amount > 0 ? m.credited(formatFigure(amount)) : m.takenBack(formatFigure(-amount)),
      ...(actor_id !== null && { detail: [m.by(actor_name ?? actor_id), note].join(': ') }),
    })),
    ...(topup.refunded_at === null
      ? []
      : [
          {
            at: topup.refunded_at,
            title: m.refunded,
            detail: topup.refund_short > 0 && m.short(formatFigure(topup.refund_short)),
          },
        ]),
    ...(topup.flagged_at === null ? [] : [{ at: topup.flagged_at, title: m.flagged }]),
  ];
}

/** Effect of a report in words. Unknown codes are shown unchanged. */
function outcomeName(outcome: string): string {
  const names: Partial<Record<string, string>> = t(adminTopupMessages).details.outcomes;
  return names[outcome] ?? outcome;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h3 className="text-sm font-[600] mb-2">{title}</h3>
      {children}
    </section>
  );
}

/** Text of another system, unchanged. Formatted if it is JSON. */
function Raw({ text }: { text: string }) {
  return (
    <pre
      className="scroll-area mono text-xs rounded-md border bg-muted p-3 overflow-auto whitespace-pre-wrap wrap-anywhere"
      style={{ maxHeight: 260 }}
      tabIndex={0}
    >
      {formatted(text)}
    </pre>
  );
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
