import type { LedgerCause, LedgerItem } from '@casement/proto/http/billing/ledger.js';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { paths } from '@/config/paths.js';
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
    {
      head: m.what,
      cell: ({ kind, cause }) => <LedgerKindBadge kind={kind} cause={cause} />,
      list: 'aside',
    },
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

/**
 * Reason of a change, linked to the install or top-up. Administrators see the cause, who made a correction, and
 * the administrators' note.
 */
function EntryReason({ entry }: { entry: LedgerItem }) {
  const { ledger: m } = t(billingMessages);
  const forAdministrators = [entry.by && m.by(entry.by), entry.note].filter(Boolean).join(': ');
  const target = targetOf(entry);
  const sentence = target && sentenceOf(entry.cause, target.name);
  return (
    <>
      {sentence ? (
        <Link className="link" to={`${paths.dashboard}?open=${encodeURIComponent(target.open)}`}>
          {sentence}
        </Link>
      ) : (
        codedMessage('ledger', entry.cause, entry.reason)
      )}
      {entry.voucher_code && <span className="mono"> {entry.voucher_code}</span>}
      {forAdministrators && (
        <span className="block text-muted-foreground wrap-anywhere">{forAdministrators}</span>
      )}
    </>
  );
}

/** The install or top-up of an entry; null if its name is unknown. */
function targetOf({ install_id, install_ip, topup_reference }: LedgerItem) {
  if (install_ip) return { name: install_ip, open: `install:${install_id}` };
  return topup_reference ? { name: topup_reference, open: `topup:${topup_reference}` } : null;
}

/** @returns undefined for a cause without a sentence */
function sentenceOf(cause: LedgerCause, name: string): string | undefined {
  const sentences: Partial<Record<LedgerCause, (name: string) => string>> =
    t(billingMessages).ledger.sentences;
  return sentences[cause]?.(name);
}
