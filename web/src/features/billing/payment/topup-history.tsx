import type { TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import { ReceiptText, Wallet } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { DataTable, type Column, type TableSource } from '@/components/ui/table/data-table.js';
import { TableTime } from '@/components/ui/table/table-time.js';
import { EXPIRY_CHECK_MS } from '@/config/limits.js';
import { formatDateTime, formatFigure, formatRupiah } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useNow } from '@/lib/use-now.js';
import { billingMessages } from '@/messages/billing.js';
import { claimOf, type BpayClaim } from '../bpay.js';
import { totalOf } from '../fees.js';
import { isPayable, statusAt } from '../topup-status.js';
import { TopupBadges } from './topup-status-badge.js';

interface Handlers {
  onPay: (topup: TopupHistoryItem) => void;
  /** Reference of the top-up whose payment is being prepared. */
  paying: string | null;
  /** Claims a crypto transfer that may have been sent already. */
  onClaim: (order: BpayClaim) => void;
  onDetails: (topup: TopupHistoryItem) => void;
  /** Shows the receipt with this number. */
  onReceipt: (number: string) => void;
}

interface TopupHistoryProps extends Handlers {
  source: TableSource<TopupHistoryItem>;
  /** Load time of the rows in ms. */
  loadedAt: number;
  onPage: (page: number) => void;
  onTopup: () => void;
}

/** Top-ups of the user, newest first. Overdue top-ups show as EXPIRED, checked on load and every 30 s (SPEC §4). */
export function TopupHistory({
  source,
  loadedAt,
  onPage,
  onTopup,
  ...handlers
}: TopupHistoryProps) {
  const m = t(billingMessages);
  const now = Math.max(useNow(EXPIRY_CHECK_MS), loadedAt);
  const columns: Column<TopupHistoryItem>[] = [
    {
      head: m.history.reference,
      className: 'mono font-[500]',
      cell: nameOf,
      list: 3,
      listCell: (topup) => <span className="text-xs">{nameOf(topup)}</span>,
    },
    {
      head: m.history.created,
      className: 'text-muted-foreground',
      cell: ({ created_at }) => <TableTime at={created_at} />,
      list: 4,
      listCell: ({ created_at }) => <span className="text-xs">{formatDateTime(created_at)}</span>,
    },
    {
      head: m.history.quantity,
      right: true,
      cell: ({ quantity }) => formatFigure(quantity),
      list: 1,
      listCell: ({ quantity }) => m.preset(quantity),
    },
    {
      head: m.history.amount,
      right: true,
      className: 'text-muted-foreground',
      cell: ({ final_amount }) => formatRupiah(final_amount),
      list: 2,
      listCell: (topup) =>
        totalOf(topup) && (
          <>
            {m.amountExFee}{' '}
            <span className="whitespace-nowrap">{formatRupiah(topup.final_amount)}</span>
          </>
        ),
    },
    {
      head: m.total,
      right: true,
      className: 'font-[600]',
      cell: (topup) => totalOf(topup)?.text ?? '–',
      list: 'title',
      listCell: (topup) => <span className="num font-[600]">{titleOf(topup)}</span>,
    },
    { head: m.history.payment, cell: ({ payment_name }) => payment_name, list: 1 },
    {
      head: m.history.status,
      cell: (topup) => <TopupBadges topup={topup} status={statusAt(topup, now)} />,
      list: 'aside',
    },
  ];
  return (
    <DataTable
      label={m.history.title}
      source={source}
      onPage={onPage}
      columns={columns}
      rowKey={({ id }) => id}
      actions={(topup) => <Actions topup={topup} now={now} {...handlers} />}
      empty={{
        icon: ReceiptText,
        title: m.history.empty,
        help: m.history.emptyHelp,
        action: (
          <Button variant="primary" size="sm" onClick={onTopup}>
            {m.title}
          </Button>
        ),
      }}
      failed={m.history.loadFailed}
    />
  );
}

/** The total, or the labeled amount if the provider has not confirmed the order yet. */
const titleOf = (topup: TopupHistoryItem) =>
  totalOf(topup)?.text ?? `${t(billingMessages).amountExFee} ${formatRupiah(topup.final_amount)}`;

const nameOf = (topup: TopupHistoryItem) => topup.reference ?? topup.merchant_ref;

function Actions({
  topup,
  now,
  paying,
  onPay,
  onClaim,
  onDetails,
  onReceipt,
}: Handlers & { topup: TopupHistoryItem; now: number }) {
  const { history: m } = t(billingMessages);
  const claim = claimOf(topup, now);
  const { receipt_number } = topup;
  return (
    <>
      {claim && (
        <Button size="sm" aria-label={m.verifyOf(nameOf(topup))} onClick={() => onClaim(claim)}>
          {m.verify}
        </Button>
      )}
      {isPayable(topup, now) && (
        <Button
          size="sm"
          aria-label={m.payOf(nameOf(topup))}
          disabled={paying === topup.id}
          onClick={() => onPay(topup)}
        >
          <Wallet className="ic ic-sm" />
          {m.pay}
        </Button>
      )}
      {receipt_number && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={m.receiptOf(receipt_number)}
          aria-haspopup="dialog"
          onClick={() => onReceipt(receipt_number)}
        >
          {m.receipt}
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
