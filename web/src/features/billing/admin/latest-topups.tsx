import type { AdminTopup, TopupFilter, TopupStatus } from '@casement/proto/http/billing.js';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { DataTable, type Column } from '../../../components/ui/data-table.js';
import { SearchField } from '../../../components/ui/search-field.js';
import { Select } from '../../../components/ui/select-field.js';
import { SEARCH_DEBOUNCE_MS } from '../../../config/limits.js';
import { formatDateTime, formatFigure, formatRupiah } from '../../../lib/format.js';
import { say } from '../../../lib/messages.js';
import { useDebounced } from '../../../lib/use-debounced.js';
import { useFailureToast } from '../../../lib/use-failure-toast.js';
import { adminTopupTexts } from '../../../messages/admin-topups.js';
import { commonTexts } from '../../../messages/common.js';
import { TopupStatusBadge } from '../components/topup-status-badge.js';
import { adminTopupsQuery } from './topups-query.js';

const STATUSES: TopupStatus[] = ['PAID', 'UNPAID', 'PENDING', 'EXPIRED', 'FAILED'];

/** Everybody's top-ups, newest first; searched, filtered and paged by the server. The status is the server's. */
export function LatestTopups({ failed }: { failed: string }) {
  const m = say(adminTopupTexts);
  const { pleaseTryAgain } = say(commonTexts);
  const [page, setPage] = useState(1);
  const [typed, setTyped] = useState('');
  const [status, setStatus] = useState<TopupFilter>('all');
  const search = useDebounced(typed.trim(), SEARCH_DEBOUNCE_MS);
  const query = useQuery(adminTopupsQuery(page, search, status));
  useFailureToast(query, failed, pleaseTryAgain);
  const narrowed = search !== '' || status !== 'all';

  const columns: Column<AdminTopup>[] = [
    { head: m.reference, className: 'mono font-[500]', cell: nameOf },
    { head: m.user, cell: userOf },
    { head: m.quantity, right: true, cell: ({ quantity }) => formatFigure(quantity) },
    { head: m.amount, right: true, cell: ({ final_amount }) => formatRupiah(final_amount) },
    { head: m.payment, cell: ({ payment_name }) => payment_name },
    { head: m.status, cell: (topup) => <TopupStatusBadge status={topup.status} /> },
    {
      head: m.created,
      className: 'text-muted-foreground',
      cell: ({ created_at }) => formatDateTime(created_at),
    },
  ];
  return (
    <div className="mt-5">
      <DataTable
        label={m.title}
        source={query}
        onPage={setPage}
        toolbar={
          <>
            <h2 className="text-[0.9375rem] flex-1 pl-1 max-sm:basis-full">{m.title}</h2>
            <SearchField
              label={m.search}
              value={typed}
              onValueChange={(value) => {
                setTyped(value);
                setPage(1);
              }}
            />
            <Select
              small
              className="w-auto! max-sm:w-full!"
              aria-label={m.filter}
              options={[
                ['all', m.allStatuses],
                ...STATUSES.map((one): [string, string] => [one, one]),
              ]}
              value={status}
              onChange={(event) => {
                setStatus(event.target.value as TopupFilter);
                setPage(1);
              }}
            />
          </>
        }
        columns={columns}
        rowKey={({ id }) => id}
        item={(topup) => ({
          title: <span className="num">{formatRupiah(topup.final_amount)}</span>,
          aside: <TopupStatusBadge status={topup.status} />,
          text: (
            <>
              {userOf(topup)} · {formatFigure(topup.quantity)} × {topup.payment_name}
              <br />
              <span className="mono">{nameOf(topup)}</span> ·{' '}
              <span className="num">{formatDateTime(topup.created_at)}</span>
            </>
          ),
        })}
        empty={{
          icon: ReceiptText,
          title: narrowed ? m.nothingFound : m.empty,
          help: narrowed ? m.nothingFoundHelp : m.emptyHelp,
        }}
        failed={{ title: failed, help: pleaseTryAgain }}
      />
    </div>
  );
}

const nameOf = ({ reference, merchant_ref }: AdminTopup) => reference ?? merchant_ref;
const userOf = ({ username }: AdminTopup) => username ?? say(adminTopupTexts).unknownUser;
