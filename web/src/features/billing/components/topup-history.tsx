import type { TopupHistoryItem } from '@casement/proto/http/billing.js';
import { ReceiptText, Wallet } from 'lucide-react';
import { Button } from '../../../components/ui/button.js';
import { Pagination } from '../../../components/ui/pagination.js';
import { EmptyState } from '../../../components/ui/states.js';
import { EXPIRY_CHECK_MS } from '../../../config/limits.js';
import type { Page } from '../../../lib/api-client.js';
import { formatDateTime, formatFigure, formatRupiah } from '../../../lib/format.js';
import { say } from '../../../lib/messages.js';
import { useNow } from '../../../lib/use-now.js';
import { billingTexts } from '../../../messages/billing.js';
import { commonTexts } from '../../../messages/common.js';
import { isPayable, statusAt } from '../topup-status.js';
import { TopupStatusBadge } from './topup-status-badge.js';

interface Handlers {
  onPay: (topup: TopupHistoryItem) => void;
  onDetails: (topup: TopupHistoryItem) => void;
}

interface TopupHistoryProps extends Handlers {
  page: Page<TopupHistoryItem>;
  onPage: (page: number) => void;
  onTopup: () => void;
}

/** A table; below 1024 px a list. What has run out is shown as EXPIRED, looked at every 30 s (SPEC §4). */
export function TopupHistory({ page, onPage, onTopup, ...handlers }: TopupHistoryProps) {
  const m = say(billingTexts);
  const now = useNow(EXPIRY_CHECK_MS);
  const { items, meta } = page;
  if (meta.total === 0) {
    return (
      <section className="frame">
        <EmptyState
          icon={ReceiptText}
          title={m.history.empty}
          help={m.history.emptyHelp}
          action={
            <Button variant="primary" size="sm" onClick={onTopup}>
              {m.title}
            </Button>
          }
        />
      </section>
    );
  }
  return (
    <section className="frame overflow-hidden" aria-label={m.history.title}>
      <table className="tbl max-lg:hidden">
        <thead>
          <tr>
            <th scope="col">{m.history.reference}</th>
            <th scope="col">{m.history.created}</th>
            <th scope="col" className="r">
              {m.history.quantity}
            </th>
            <th scope="col" className="r">
              {m.history.amount}
            </th>
            <th scope="col">{m.history.payment}</th>
            <th scope="col">{m.history.status}</th>
            <th scope="col" className="r">
              <span className="sr-only">{say(commonTexts).actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((topup) => (
            <tr key={topup.id}>
              <td className="mono font-[500]">{nameOf(topup)}</td>
              <td className="text-muted-foreground">{formatDateTime(topup.created_at)}</td>
              <td className="r">{formatFigure(topup.quantity)}</td>
              <td className="r">{formatRupiah(topup.final_amount)}</td>
              <td>{topup.payment_name}</td>
              <td>
                <TopupStatusBadge status={statusAt(topup, now)} />
              </td>
              <td className="r">
                <span className="inline-flex items-center gap-1">
                  <Actions topup={topup} now={now} {...handlers} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="lg:hidden">
        {items.map((topup) => (
          <li key={topup.id} className="px-4 py-3 border-b last:border-0 grid gap-2">
            <div className="flex items-center gap-2">
              <span className="num font-[600] flex-1">{formatRupiah(topup.final_amount)}</span>
              <TopupStatusBadge status={statusAt(topup, now)} />
            </div>
            <div className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
              <span className="flex-1 min-w-[150px]">
                {m.preset(topup.quantity)} · {topup.payment_name}
                <br />
                <span className="text-xs num">{formatDateTime(topup.created_at)}</span>
              </span>
              <Actions topup={topup} now={now} {...handlers} />
            </div>
          </li>
        ))}
      </ul>
      <Pagination meta={meta} onPage={onPage} />
    </section>
  );
}

const nameOf = (topup: TopupHistoryItem) => topup.reference ?? topup.merchant_ref;

function Actions({
  topup,
  now,
  onPay,
  onDetails,
}: Handlers & { topup: TopupHistoryItem; now: number }) {
  const { history: m } = say(billingTexts);
  return (
    <>
      {isPayable(topup, now) && (
        <Button size="sm" aria-label={m.payOf(nameOf(topup))} onClick={() => onPay(topup)}>
          <Wallet className="ic ic-sm" />
          {m.pay}
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-label={m.detailsOf(nameOf(topup))}
        onClick={() => onDetails(topup)}
      >
        {m.details}
      </Button>
    </>
  );
}
