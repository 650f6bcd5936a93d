import type { LedgerItem } from '@casement/proto/http/billing.js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, ReceiptText } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { DataTable, type Column } from '@/components/ui/data-table.js';
import { Dialog } from '@/components/ui/dialog.js';
import { messageOf } from '@/lib/api-error.js';
import { download } from '@/lib/download.js';
import { formatDateTime, formatFigure, formatSigned } from '@/lib/format.js';
import { t } from '@/lib/messages.js';
import { usePlaceState } from '@/lib/place.js';
import { toast } from '@/lib/toast.js';
import { useFailureToast } from '@/lib/use-failure-toast.js';
import { billingMessages } from '@/messages/billing.js';
import { commonMessages } from '@/messages/common.js';
import { fetchLedgerCsv, ledgerQuery } from '../api.js';
import { LedgerKindBadge } from './ledger-kind-badge.js';

/** The ledger of a quota: time, amount, reason and balance. The caller's own, or that of a `user`. */
export default function LedgerDialog({
  user,
  onClose,
}: {
  user?: { id: string; username: string };
  onClose: () => void;
}) {
  const { ledger: m } = t(billingMessages);
  const { close, pleaseTryAgain } = t(commonMessages);
  const [page, setPage] = usePlaceState('ledger', 1);
  const query = useQuery(ledgerQuery(page, user?.id));
  useFailureToast(query, m.loadFailed, pleaseTryAgain);
  const csv = useMutation({
    mutationFn: () => fetchLedgerCsv(user?.id),
    onSuccess: (content) => download({ name: m.file, type: 'text/csv;charset=utf-8', content }),
    onError: (error) =>
      toast({
        title: m.downloadFailed,
        description: messageOf(error, pleaseTryAgain),
        tone: 'destructive',
      }),
  });

  const columns: Column<LedgerItem>[] = [
    {
      head: m.when,
      className: 'text-muted-foreground num',
      cell: ({ created_at }) => formatDateTime(created_at),
    },
    { head: m.what, cell: ({ kind }) => <LedgerKindBadge kind={kind} /> },
    {
      head: m.why,
      className: 'w-full whitespace-normal! py-2!',
      cell: (entry) => <Why entry={entry} />,
    },
    { head: m.change, right: true, className: 'num', cell: ({ amount }) => formatSigned(amount) },
    {
      head: m.balance,
      right: true,
      className: 'num font-[560]',
      cell: ({ balance_after }) => formatFigure(balance_after),
    },
  ];

  return (
    <Dialog
      onClose={onClose}
      title={m.title}
      description={user?.username ?? m.lead}
      width={820}
      footer={
        <>
          <Button disabled={csv.isPending} onClick={() => csv.mutate()}>
            <Download className="ic" />
            {m.download}
          </Button>
          <Button onClick={onClose}>{close}</Button>
        </>
      }
    >
      <DataTable
        label={m.title}
        source={query}
        onPage={(next) => setPage(next)}
        columns={columns}
        rowKey={({ id }) => id}
        item={(entry) => ({
          title: (
            <span className="num">
              {formatSigned(entry.amount)}
              <span className="font-normal text-muted-foreground">
                {' · '}
                {m.left(formatFigure(entry.balance_after))}
              </span>
            </span>
          ),
          aside: <LedgerKindBadge kind={entry.kind} />,
          text: (
            <>
              <Why entry={entry} />
              <br />
              <span className="text-xs num">{formatDateTime(entry.created_at)}</span>
            </>
          ),
        })}
        empty={{ icon: ReceiptText, title: m.empty, help: m.emptyHelp }}
        failed={{ title: m.loadFailed, help: pleaseTryAgain }}
      />
    </Dialog>
  );
}

/** The sentence for the owner, and below it what administrators wrote for each other. */
function Why({ entry: { reason, note } }: { entry: LedgerItem }) {
  return (
    <>
      {reason}
      {note && <span className="block text-muted-foreground wrap-anywhere">{note}</span>}
    </>
  );
}
