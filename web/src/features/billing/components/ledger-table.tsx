import type { LedgerItem } from '@casement/proto/http/billing/ledger.js';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { formatDateTime, formatFigure, formatSigned } from '@/lib/format/format.js';
import { codedMessage, t } from '@/messages/i18n.js';
import { useHistoryState } from '@/lib/navigation/history-state.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { billingMessages } from '@/messages/billing.js';
import { ledgerQuery } from '../api.js';
import { LedgerKindBadge } from './ledger-kind-badge.js';

export function LedgerTable({ userId, toolbar }: { userId?: string; toolbar?: ReactNode }) {
  const { ledger: m } = t(billingMessages);
  const [page, setPage] = useHistoryState('ledger', 1);
  const query = useQuery(ledgerQuery(page, userId));
  useFailureToast(query, m.loadFailed);

  const columns: Column<LedgerItem>[] = [
    {
      head: m.when,
      className: 'text-muted-foreground num',
      cell: ({ created_at }) => formatDateTime(created_at),
      list: 2,
      listCell: ({ created_at }) => <span className="text-xs">{formatDateTime(created_at)}</span>,
    },
    { head: m.what, cell: ({ kind }) => <LedgerKindBadge kind={kind} />, list: 'aside' },
    {
      head: m.why,
      className: 'w-full whitespace-normal! py-2!',
      cell: (entry) => <EntryReason entry={entry} />,
      list: 1,
    },
    {
      head: m.change,
      right: true,
      className: 'num',
      cell: ({ amount }) => formatSigned(amount),
      list: 'title',
      listCell: ({ amount, balance_after }) => (
        <span className="num">
          {formatSigned(amount)}
          <span className="font-normal text-muted-foreground">
            {' · '}
            {m.left(formatFigure(balance_after))}
          </span>
        </span>
      ),
    },
    {
      head: m.balance,
      right: true,
      className: 'num font-[560]',
      cell: ({ balance_after }) => formatFigure(balance_after),
    },
  ];

  return (
    <DataTable
      label={m.title}
      source={query}
      toolbar={toolbar}
      onPage={(next) => setPage(next)}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ icon: ReceiptText, title: m.empty, help: m.emptyHelp }}
      failed={m.loadFailed}
    />
  );
}

/** The reason shown to the owner and, below it, who made a correction and the administrators' note. */
function EntryReason({ entry: { cause, reason, note, by } }: { entry: LedgerItem }) {
  const { ledger: m } = t(billingMessages);
  const forAdministrators = [by && m.by(by), note].filter(Boolean).join(': ');
  return (
    <>
      {codedMessage('ledger', cause, reason)}
      {forAdministrators && (
        <span className="block text-muted-foreground wrap-anywhere">{forAdministrators}</span>
      )}
    </>
  );
}
